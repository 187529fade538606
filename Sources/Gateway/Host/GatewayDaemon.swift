// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import GPSDServer
public import Logging
internal import NMEAServer
internal import ObservationBus
internal import ServiceLifecycle
internal import Storage
internal import UnixSignals
internal import WebAPI

/// The daemon: drivers, bus and faces joined. All that can be wrong with the configuration is found when it is made;
/// nothing runs before `run`.
public struct GatewayDaemon: Sendable {
    private let fleet: ReceiverFleet
    private let selection: SelectionService
    private let discovery: ReceiverDiscovery
    private let gpsd: GPSDService
    private let nmea: NMEAService
    private let hub: ObservationHub
    private let clock: GatewayClock
    private let servers: ServerGate
    private let logger: Logger
    private let reloader: ConfigurationReloader
    private let voice: GatewayVoice
    private let metrics: GatewayMetrics
    private let mode: GatewayClock.Mode
    private let learner: ReceiverLearner
    private let controller: GatewayController
    private let network: NetworkAccess?
    private let corrections: CorrectionsStage
    /// Where state is kept, or would be.
    private let stateFolder: String

    /// Makes the drivers of all receivers and the servers, and starts nothing.
    ///
    /// - Parameters:
    ///   - configuration: checked against the schemas of `drivers`.
    ///   - drivers: the plugins.
    ///   - mode: whose time the daemon lives in.
    ///   - logger: where its words for people go.
    ///   - keepsState: whether what is learnt and chosen is kept on disk; else in memory, until the daemon ends.
    ///   - file: the configuration file, which is read again at SIGHUP; nil: there is none.
    ///   - metrics: what the program counts, shown with the daemon's own metrics.
    ///   - onReload: called with each configuration that holds from then on.
    ///   - onListening: called once the gpsd server listens, with its addresses.
    /// - Throws: `GatewayFailure` where no receiver is configured and none is looked for, a driver refuses its section,
    ///   or state cannot be kept.
    public init(
        _ configuration: GatewayConfiguration, drivers: DriverRegistry, clock mode: GatewayClock.Mode, logger: Logger,
        keepsState: Bool = false, file: String? = nil, metrics: MetricsStore = MetricsStore(),
        onReload: @escaping @Sendable (GatewayConfiguration) -> Void = { _ in },
        onListening: @escaping @Sendable ([String]) -> Void = { _ in }
    ) throws(GatewayFailure) {
        guard configuration.isSearching || !configuration.receivers.isEmpty else {
            throw GatewayFailure(
                .configuration,
                "no receiver is configured and none is to be found: name one under 'receivers', or leave out "
                    + "'discovery.enabled: false'")
        }
        let store = try Store(keepsState ? configuration.stateDirectory : nil, inMemory: !keepsState)
        logger.info("start: store")
        let hub = ObservationHub()
        let clock = GatewayClock(mode)
        let voice = GatewayVoice(hub: hub, clock: clock)
        logger.info("start: bus")
        let servers = ServerGate(count: 3)
        let runners = DriverRunners(drivers: drivers, hub: hub)
        var plans: [ReceiverPlan] = []
        for receiver in configuration.receivers {
            let plan = try ReceiverPlan(receiver, drivers)
            try runners.check(plan)
            plans.append(plan)
        }
        logger.info("start: drivers, \(drivers.catalogue.plugins.count) found, for \(plans.count) configured receivers")
        logger.info("start: stages, selection of the receiver to believe")
        let selection = SelectionService(
            SourceSelector.Rules(configuration.selection), voice: voice, clock: clock, logger: logger)
        let witness = ReceiverWitness()
        let devices = GPSDDeviceTable()
        let monitor = try DeviceMonitor()
        fleet = ReceiverFleet(
            runners: runners, nodes: monitor, hub: hub, clock: clock, witness: witness, servers: servers, logger: logger
        ) { plans in
            selection.setPriorities(
                Dictionary(plans.map { (SourceID(rawValue: $0.id), $0.priority) }) { first, _ in first })
            devices.replace(with: plans.map { GPSDDevice(source: SourceID(rawValue: $0.id), path: $0.devicePath) })
        }
        fleet.apply(plans)
        let corrections = CorrectionsStage(
            CorrectionsStage.Parts(
                hub: hub, fleet: fleet, selection: selection, voice: voice, clock: clock,
                credentials: store.credentials, logger: logger))
        corrections.apply(configuration.corrections)
        self.corrections = corrections
        let discovery = ReceiverDiscovery(
            monitor: monitor, prober: PluginProber(drivers: drivers), fleet: fleet, plans: FoundPlans(drivers: drivers),
            isSearching: configuration.isSearching, policy: ProbePolicy(configuration.discovery), logger: logger)
        self.discovery = discovery
        reloader = ConfigurationReloader(
            file: file, started: configuration, drivers: drivers, logger: logger
        ) { plan throws(GatewayFailure) in
            try runners.check(plan)
        } follow: { [fleet] configuration, plans in
            fleet.apply(plans, origin: .configured)
            selection.setRules(SourceSelector.Rules(configuration.selection))
            discovery.reconsider(
                isSearching: configuration.isSearching, policy: ProbePolicy(configuration.discovery))
            corrections.apply(configuration.corrections)
            onReload(configuration)
        }
        self.selection = selection
        learner = ReceiverLearner(
            hub: hub, store: store, clock: clock, logger: logger, fleet: fleet, selection: selection,
            discovery: discovery)
        witness.add { [learner] in learner.take($0) }
        witness.add { selection.take($0) }
        let controller = GatewayController(
            GatewayController.Parts(
                fleet: fleet, selection: selection, learner: learner, discovery: discovery, store: store, hub: hub,
                clock: clock,
                drivers: drivers, corrections: corrections))
        let reloader = reloader
        if reloader.hasFile { controller.setReload { () throws(GatewayFailure) in _ = try reloader.reload() } }
        network = try NetworkAccess(configuration.listen, store)
        self.controller = controller
        let gpsd = GPSDService(
            configuration: GPSDConfiguration(configuration.listen, configuration.selection), hub: hub,
            devices: devices, logger: logger
        ) { addresses in
            controller.serverListens("gpsd", addresses.map(\.description))
            servers.serverListens()
            onListening(addresses.map(\.description))
        }
        nmea = NMEAService(
            NMEAConfiguration(configuration.listen, configuration.selection), hub: hub, logger: logger
        ) { endpoints in
            for endpoint in endpoints { logger.info("NMEA server listens on \(endpoint)") }
            if !endpoints.isEmpty { controller.serverListens("nmea", endpoints.map { "\($0)" }) }
            servers.serverListens()
        }
        self.metrics = GatewayMetrics(
            fleet: fleet, selection: selection, hub: hub, gpsd: { await gpsd.status }, clock: clock, store: metrics,
            corrections: { corrections.status })
        controller.setClients(of: "gpsd") { await gpsd.status.clients }
        (self.hub, self.clock, self.servers, self.logger) = (hub, clock, servers, logger)
        (self.gpsd, self.voice, self.mode) = (gpsd, voice, mode)
        stateFolder = configuration.stateDirectory ?? (try? StateFolder().path) ?? "/"
    }

    /// Runs until SIGTERM or SIGINT, and ends within 2 s of it.
    ///
    /// - Throws: `GatewayFailure` where another daemon runs, a server cannot listen, or no driver can run.
    public func run() async throws {
        DescriptorLimit.raise()
        defer { controller.parts.store.close() }
        do {
            let control = try makeControl()
            await learner.recall()
            await controller.recallChoice()
            logger.info("start: servers")
            let services: [any Service] = [learner, fleet, corrections, discovery, control, nmea, gpsd] + attendants
            // At the end they are stopped in reverse: first the servers, with what waits for their clients.
            var group = ServiceGroupConfiguration(
                services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Self.quiet(logger))
            group.maximumGracefulShutdownDuration = .milliseconds(1800)
            try await ServiceGroup(configuration: group).run()
        } catch let error as GPSDServerError {
            throw GatewayFailure(error)
        } catch let error as NMEAServerError {
            throw GatewayFailure(error)
        } catch let error as any ControlFailure {
            throw GatewayFailure(ExitStatus(rawValue: error.exitCode) ?? .unavailable, error.description)
        }
    }

    private func makeControl() throws(ControlSocketError) -> ControlService {
        var configuration = ControlService.Configuration(version: GatewayVersion.current, shutdownLimit: .seconds(1))
        configuration.network = network
        return try ControlService(
            configuration, hub: hub, control: controller, metrics: { [metrics] in await metrics.text() },
            now: { [clock] in clock.now }, logger: logger
        ) { [controller, servers] addresses in
            controller.serverListens("http", addresses.map(\.description))
            servers.serverListens()
        }
    }

    /// Reads the configuration file again; receivers that it leaves as they are run on.
    ///
    /// - Returns: keys that were changed and take effect only at the next start.
    /// - Throws: `GatewayFailure` with all that is wrong with the file; then all goes on as it was.
    @discardableResult
    public func reload() throws(GatewayFailure) -> [String] { try reloader.reload() }

    /// Those that look after the daemon, as far as there is somebody to look after it for.
    private var attendants: [any Service] {
        let manager = ServiceManager(environment: ControlSocket.variable)
        let pulse: @Sendable () async -> String = { [fleet, selection, gpsd, hub] in
            _ = hub.status
            return StatusLine(
                receivers: fleet.receivers, active: selection.last?.change.current, clients: await gpsd.status.clients
            ).text
        }
        var services: [any Service] = [StartMemory()]
        if mode == .system { services.append(systemWatch) }
        if reloader.hasFile { services.append(ReloadService(reloader: reloader, manager: manager, pulse: pulse)) }
        if let manager { services.append(NotifyService(manager: manager, servers: servers, pulse: pulse)) }
        return services
    }

    private var systemWatch: SystemWatchService {
        let folder = stateFolder
        return SystemWatchService(folder: folder, hub: hub, voice: voice, logger: logger) {
            SystemReading.now(folder: folder)
        } onResume: { [fleet] in
            for receiver in fleet.receivers where receiver.state.state == .lost { fleet.retry(receiver.plan.id) }
        }
    }

    /// The service group's own words are for whoever looks into a problem.
    private static func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        if logger.logLevel > .debug { logger.logLevel = .error }
        return logger
    }
}

extension ReceiverPlan {
    /// The plan of a configured receiver.
    ///
    /// - Throws: `GatewayFailure` where its driver was not found, or its section is not what the driver takes.
    init(_ receiver: ReceiverConfiguration, _ drivers: DriverRegistry) throws(GatewayFailure) {
        guard let schema = drivers.schemas[receiver.driver] else {
            throw GatewayFailure(.configuration, "receiver \(receiver.id): no driver '\(receiver.driver)' was found")
        }
        do throws(ConfigurationErrors) {
            let section = try receiver.section.value(schema.schema)
            self.init(id: receiver.id, driver: receiver.driver, configuration: JSONWriter.text(section))
            device = section["device"]?.text
        } catch {
            throw GatewayFailure(.configuration, error.description)
        }
        place = receiver.section.place
        let isAlwaysIsolated = drivers.plugin(ofKind: receiver.driver)?.isAlwaysIsolated ?? false
        isolation = receiver.isolation ?? (isAlwaysIsolated ? .process : .inProcess)
        limits = receiver.limits ?? ChildLimits()
        priority = receiver.priority
        silence = receiver.silence
    }
}

extension SourceSelector.Rules {
    fileprivate init(_ configuration: SelectionConfiguration) {
        self.init(hold: configuration.hold, fixTimeout: configuration.fixTimeout)
    }
}

extension GatewayConfiguration {
    /// Whether receivers are looked for.
    var isSearching: Bool { discovery.isEnabled ?? receivers.isEmpty }
}

extension ProbePolicy {
    fileprivate init(_ configuration: DiscoveryConfiguration) {
        self.init(also: configuration.probe, ignored: configuration.ignored)
    }
}

extension GPSDConfiguration {
    fileprivate init(_ listen: ListenConfiguration, _ selection: SelectionConfiguration) {
        self.init()
        followsActiveSource = selection.programs == .active
        addresses = listen.gpsd.map { GPSDServer.ListenAddress(host: $0.host, port: $0.port) }
        release = GatewayVersion.current
    }
}

extension NMEAConfiguration {
    fileprivate init(_ listen: ListenConfiguration, _ selection: SelectionConfiguration) {
        self.init(
            endpoints: listen.nmea.map { entry in
                switch entry.transport {
                case .tcp: .tcp(host: entry.address.host, port: entry.address.port)
                case .udp: .udp(host: entry.address.host, port: entry.address.port)
                }
            })
        followsActiveSource = selection.programs == .active
    }
}

extension GatewayFailure {
    fileprivate init(_ error: NMEAServerError) {
        let status: ExitStatus =
            switch error {
            case .notPermitted: .noPermission
            case .addressInUse, .failed: .unavailable
            }
        self.init(status, error.description)
    }

    fileprivate init(_ error: GPSDServerError) {
        let status: ExitStatus =
            switch error {
            case .notPermitted: .noPermission
            case .addressInUse, .noAddressAvailable, .cannotListen: .unavailable
            }
        self.init(status, error.description)
    }
}
