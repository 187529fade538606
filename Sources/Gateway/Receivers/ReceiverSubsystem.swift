// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import ControlModel
internal import DaemonRuntime
internal import DeviceDiscovery
internal import FieldCapture
internal import GNSSTypes
internal import GPSDServer
internal import Logging
internal import ReceiverHost
internal import RuntimeSettings
internal import ServiceLifecycle
internal import SkyPrediction
internal import Storage

/// The daemon's receivers: running receivers, the search for receivers, the selection of the active one, and learnt
/// abilities.
struct ReceiverSubsystem: Sendable {
    let runners: DriverRunners
    let fleet: ReceiverFleet
    let selection: SelectionService
    let discovery: ReceiverDiscovery
    let learner: ReceiverLearner
    let history = FixHistory()
    let corrections: CorrectionsStage
    /// The caster in effect.
    let casters: CorrectionsCoordinator
    let osnma: OSNMAStage
    let centroid: CentroidStage
    let captures: CaptureService
    let sky: SkyCoordinator
    let permission: PermissionWatch
    /// The receivers as gpsd's clients see them.
    let devices = GPSDDeviceTable()

    /// - Throws: `GatewayError` if a driver is missing or refuses its section, or devices cannot be monitored.
    init(
        _ configuration: GatewayConfiguration, _ drivers: DriverRegistry, settings: SettingsCoordinator,
        on base: GatewayBase
    ) throws(GatewayError) {
        let (hub, clock, logger) = (base.hub, base.clock, base.logger)
        runners = DriverRunners(drivers: drivers, hub: hub)
        let plans = try Self.plans(configuration, drivers, runners)
        logger.info("start: drivers (found: \(drivers.catalogue.plugins.count), configured receivers: \(plans.count))")
        logger.info("start: stages, selection of the active receiver")
        selection = SelectionService(
            ActiveReceiverSelector.Rules(configuration.selection), clock: clock, logger: logger
        ) { [reporter = base.reporter] change in reporter.say(.activeReceiver(change)) }
        let (monitor, observer) = (try DeviceMonitor(), ReceiverObserver())
        fleet = ReceiverFleet(
            runners: runners, nodes: monitor, hub: hub, clock: clock, observer: observer, servers: base.servers,
            logger: logger
        ) { [selection, devices] plans in
            selection.setPriorities(
                Dictionary(plans.map { (SourceID(rawValue: $0.id), $0.priority) }) { first, _ in first })
            devices.replace(with: plans.map(GPSDDevice.init))
        }
        fleet.apply(plans)
        corrections = CorrectionsStage(
            CorrectionsStage.Parts(
                hub: hub, fleet: fleet, selection: selection, reporter: base.reporter, clock: clock, logger: logger))
        casters = CorrectionsCoordinator(
            configuration.corrections, store: base.store, agent: CorrectionsStage.agent,
            now: { clock.now.storedMilliseconds }, logger: logger)
        osnma = OSNMAStage(configuration.osnma, on: base) { clock.now }
        centroid = CentroidStage(
            configuration.centroid, requirement: osnma.requirement, fleet: fleet, selection: selection,
            settings: settings, on: base)
        var capturing = CaptureService.Context(
            hub: hub, store: base.store, version: GatewayVersion.current, now: { clock.now },
            requirement: { [osnma] in osnma.requirement },
            active: { [selection] in selection.last?.change.current?.rawValue },
            alert: { [reporter = base.reporter] alert in reporter.say(alert, logger) }, logger: logger)
        capturing.examiner = osnma.examiner
        captures = CaptureService(configuration.captures, capturing)
        discovery = ReceiverDiscovery(
            monitor: monitor, prober: PluginProber(drivers: drivers), fleet: fleet, plans: FoundPlans(drivers: drivers),
            isSearching: configuration.isSearching, policy: ProbePolicy(configuration.discovery), logger: logger)
        learner = ReceiverLearner(
            hub: hub, store: base.store, clock: clock, logger: logger, fleet: fleet, selection: selection,
            discovery: discovery, webhook: base.webhook)
        permission = PermissionWatch(configuration.supervision, fleet: fleet, logger: logger) {
            [reporter = base.reporter] alert in reporter.say(alert, logger)
        }
        observer.add { [permission] in permission.take($0) }
        observer.add { [learner] in learner.take($0) }
        observer.add { [selection] in selection.take($0) }
        observer.add { [discovery] in discovery.take($0) }
        sky = SkyCoordinator(now: { clock.now }, logger: logger)
        sky.apply(files: configuration.sky.orbits, position: configuration.sky.place)
        observer.add { [sky] in sky.take($0) }
        observer.add { [history] in history.take($0, at: clock.now) }
    }

    /// Applies another configuration. Receivers whose configuration is unchanged keep running.
    func follow(_ configuration: GatewayConfiguration, _ plans: [ReceiverPlan]) {
        fleet.apply(plans, origin: .configured)
        selection.setRules(ActiveReceiverSelector.Rules(configuration.selection))
        permission.apply(configuration.supervision)
        discovery.reconsider(isSearching: configuration.isSearching, policy: ProbePolicy(configuration.discovery))
        casters.reload(configuration.corrections)
        osnma.apply(configuration.osnma)
        sky.apply(files: configuration.sky.orbits, position: configuration.sky.place)
        follow(settings: configuration)
    }

    /// Applies changed settings that people may change while the daemon runs.
    func follow(settings configuration: GatewayConfiguration) {
        osnma.follow(configuration.osnma)
        centroid.apply(configuration.centroid, requirement: osnma.requirement)
        captures.apply(configuration.captures)
    }

    /// Begins to follow the caster in effect. Called once, before the daemon runs.
    ///
    /// - Parameter report: Returns the report on the stream, with its chain.
    func connectCorrections(report: @escaping @Sendable () -> CorrectionsReport?) {
        casters.connect(
            CorrectionsCoordinator.Parts { [corrections, weak casters] caster in
                corrections.apply(caster, password: caster.flatMap { casters?.password(of: $0) })
            } report: {
                report()
            } place: { [corrections] receiver in
                corrections.fix(of: receiver)?.position.map { ($0.latitude.degrees, $0.longitude.degrees) }
            })
    }

    /// The services, in the order of their start.
    var services: [any Service] { [learner, osnma, centroid, captures, permission, fleet, corrections, discovery] }

    /// The plans of the configured receivers, each accepted by its driver.
    private static func plans(
        _ configuration: GatewayConfiguration, _ drivers: DriverRegistry, _ runners: DriverRunners
    ) throws(GatewayError) -> [ReceiverPlan] {
        var plans: [ReceiverPlan] = []
        for receiver in configuration.receivers {
            plans.append(try ReceiverPlan(receiver, drivers))
        }
        try runners.check(plans)
        return plans
    }
}

extension GPSDDevice {
    /// The device of a receiver that runs according to a plan.
    fileprivate init(_ plan: ReceiverPlan) {
        self.init(source: SourceID(rawValue: plan.id), path: plan.devicePath)
        line = plan.line.map { SerialLine(speed: $0.baud, parity: $0.parity, stopBits: $0.stopBits) }
    }
}
