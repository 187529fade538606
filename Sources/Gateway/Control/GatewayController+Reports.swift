// SPDX-License-Identifier: Apache-2.0

internal import Alerts
internal import ConfigurationFile
internal import ControlModel
internal import DaemonRuntime
internal import DeviceDiscovery
internal import DriverKit
internal import FieldCapture
internal import GNSSTypes
internal import MQTTUplink
internal import MessageTexts
internal import ObservationBus
internal import PluginHosting
internal import ReceiverHost
internal import SkyPrediction
internal import Storage
internal import TraccarUplink

extension GatewayController {
    func status() async -> GatewayReport {
        var report = GatewayReport(
            gateway: host, active: active, indicators: indicators(for: activeCondition), receivers: await receivers(),
            alerts: parts.learner.alerts, bus: parts.hub.status, servers: await serverReports(),
            store: StoreReport(
                folder: parts.store.folder?.path, problem: parts.store.condition.memoryProblem ?? parts.learner.problem)
        )
        report.corrections = correctionsReport
        report.webhook = parts.webhook.report
        report.mqtt = await parts.mqtt.report()
        report.traccar = await parts.traccar.report()
        report.osnma = parts.osnma.summaries
        report.agrirouter = await uplinkReport()
        report.fleetEnabled = parts.mqtt.readsFleet
        report.capturesEnabled = parts.captures.isEnabled
        report.backOfficeEnabled = hasBackOffice
        report.settings = settingsVersion
        return report
    }

    func osnma(of receiver: String?) async throws(ControlError) -> OSNMAReport {
        if let receiver { _ = try condition(receiver) }
        return parts.osnma.report(of: receiver)
    }

    func deviceInformation() async -> DeviceInformation {
        DeviceInformation(gateway: host, receiver: activeCondition.map(report))
    }

    func indicators(of receiver: String?) async throws(ControlError) -> IndicatorsReport {
        let shown = if let receiver { try condition(receiver) } else { activeCondition }
        return IndicatorsReport(receiver: shown?.plan.id, indicators: indicators(for: shown))
    }

    func satellites(of receiver: String?) async throws(ControlError) -> SatellitesReport {
        let shown = if let receiver { try condition(receiver) } else { activeCondition }
        guard let shown else { return SatellitesReport(receiver: nil) }
        let isThere = shown.state.state == .running || shown.state.state == .degraded
        let learnt = parts.learner.receiver(SourceID(rawValue: shown.plan.id))
        guard isThere, let learnt else { return SatellitesReport(receiver: shown.plan.id) }
        return SatellitesReport(
            receiver: shown.plan.id, learnt, parts.osnma.verdict(of: shown.plan.id), by: parts.clock)
    }

    func history(_ request: HistoryRequest) async throws(ControlError) -> HistoryReport {
        let shown = if let receiver = request.receiver { try condition(receiver) } else { activeCondition }
        return parts.history.report(
            of: shown?.plan.id, seconds: request.seconds, points: request.points, now: parts.clock.now)
    }

    func expectedSky(of receiver: String?, at time: UTCTime?) async throws(ControlError) -> ExpectedSkyReport {
        let shown = if let receiver { try condition(receiver) } else { activeCondition }
        return try parts.sky.report(of: shown?.plan.id, at: time)
    }

    func alertLog(limit: Int) async -> AlertLogReport { parts.learner.alertLog(limit: limit) }

    func receivers() async -> [ReceiverReport] { conditions.map(report) }

    func capabilities(of receiver: String) async throws(ControlError) -> CapabilitiesReport {
        let plan = try condition(receiver).plan
        let plugin = parts.drivers.plugin(ofKind: plan.driver)?.description
        let learnt = parts.learner.receiver(SourceID(rawValue: plan.id))
        let identity = identity(plan)
        let declared = plugin?.delivers ?? []
        // Driver states may also come from the gateway, regardless of the kinds that the driver declares.
        let kinds = Set(declared).union((learnt?.deliveries ?? [:]).keys).subtracting([.driverState])
        return CapabilitiesReport(
            receiver: plan.id, identity: identity,
            kinds: kinds.sorted { $0.rawValue < $1.rawValue }.map { kind in
                let delivery = learnt?.deliveries[kind]
                return DeliveredKind(
                    kind.description, isDeclared: declared.contains(kind), count: delivery?.count ?? 0,
                    last: delivery.map { Timestamp($0.last) })
            },
            abilities: parts.learner.abilities(of: identity).map {
                AbilityReport($0.ability, evidence: $0.evidence, since: Timestamp(milliseconds: $0.seen))
            },
            driverAbilities: plugin?.abilities ?? [])
    }

    func devices() async throws(ControlError) -> [DeviceReport] { parts.discovery.inventory }

    /// The active receiver, and the reason why it is active.
    var active: ActiveReceiverReport {
        let last = parts.selection.last
        return ActiveReceiverReport(
            receiver: last?.change.current?.rawValue, since: last.map { Timestamp($0.time) },
            reason: last?.change.reason, message: last?.change.message, selected: parts.selection.selected?.rawValue)
    }

    /// The active receiver; if none is active yet, the selected receiver, or else the first one.
    private var activeCondition: ReceiverCondition? {
        let conditions = conditions
        let ids = [parts.selection.last?.change.current, parts.selection.selected].compactMap { $0?.rawValue }
        return ids.lazy.compactMap { id in conditions.first { $0.plan.id == id } }.first ?? conditions.first
    }

    /// The indicators.
    ///
    /// - Parameter receiver: The receiver whose abilities are shown.
    private func indicators(for receiver: ReceiverCondition?) -> [Indicator] {
        var conditions = conditions
        let id = parts.selection.last?.change.current?.rawValue
        if let index = conditions.firstIndex(where: { $0.plan.id == id }) { conditions.swapAt(0, index) }
        let learnt = conditions.map { parts.learner.receiver(SourceID(rawValue: $0.plan.id)) }
        let identity = receiver.map { self.identity($0.plan) }
        let known = identity.map(parts.learner.abilities) ?? []
        let location = Indicator.location(conditions, learnt, now: parts.clock.now) {
            $0.sleepSinceFix(by: parts.clock)
        }
        return [location]
            + Self.abilities.map { Indicator.ability($0.name, $0.title, known: known) }
    }

    /// The abilities that have an indicator.
    private static let abilities: [(name: Indicator.Name, title: String)] = [
        (.galileo, "Galileo"), (.dualFrequency, "two frequencies"), (.sbas, "SBAS"),
        (.rawNavigation, "raw I/NAV pages"),
    ]

    /// The report on a receiver.
    func report(_ condition: ReceiverCondition) -> ReceiverReport {
        let plan = condition.plan
        let source = SourceID(rawValue: plan.id)
        let learnt = parts.learner.receiver(source)
        var report = ReceiverReport(
            id: plan.id, driver: plan.driver, identity: identity(plan),
            origin: plan.origin.rawValue, isolation: plan.isolation.rawValue, priority: plan.priority,
            state: ReceiverState(condition.state.state), reason: condition.state.reason,
            since: Timestamp(condition.since))
        report.message = condition.state.codedReason
        report.device = plan.device
        report.configuredBaud = plan.line?.baud
        report.vendor = condition.receiver?.vendor
        report.model = condition.receiver?.model
        report.firmware = condition.receiver?.firmware
        report.serial = condition.receiver?.serial
        report.isActive = parts.selection.last?.change.current == source
        report.isSelected = parts.selection.selected == source
        report.lastData = condition.lastData.map { Timestamp($0) }
        report.lastDataAge = condition.dataAge(by: parts.clock).map { Double($0) / 1e9 }
        let isThere = condition.state.state == .running || condition.state.state == .degraded
        report.fix = condition.lastFix.map {
            FixReport(
                $0, satellitesInView: learnt?.sky?.satellites.count, attitude: condition.lastAttitude)
        }
        report.fixAge = condition.lastFix.flatMap { _ in learnt?.deliveries[.fix]?.age(by: parts.clock) }
        report.corrections = condition.corrections
        report.rate = isThere ? learnt?.rate : nil
        report.observations = condition.observations
        report.restarts = condition.restarts
        report.refusedBatches = condition.refusals
        return report
    }
}

extension SatellitesReport {
    /// The report on the last view of a receiver's satellites; empty without a view.
    ///
    /// - Parameter verdict: The OSNMA verdict on the receiver; nil if no verdict applies to its current data.
    init(receiver: String, _ learnt: LearntReceiver, _ verdict: Authentication?, by clock: GatewayClock) {
        self.init(receiver: receiver)
        guard let view = learnt.sky else { return }
        let arrival = learnt.deliveries[.satellites]
        (time, age) = (arrival.map { Timestamp($0.last) }, arrival?.age(by: clock))
        satellites = view.satellites.map { satellite in
            guard let verdict, satellite.id.constellation == .galileo else {
                return SatelliteReport(satellite, signals: learnt.signals)
            }
            let known = verdict.satellites.first { $0.satellite == satellite.id }
            return SatelliteReport(
                satellite, signals: learnt.signals, osnma: known ?? SatelliteAuthentication(satellite.id))
        }
    }
}
