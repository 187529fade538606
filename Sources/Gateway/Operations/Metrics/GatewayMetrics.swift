// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Corrections
internal import DaemonRuntime
internal import GNSSTypes
internal import GPSDServer
internal import NMEAServer
internal import OSNMAValidation
internal import ObservationBus
internal import ReceiverHost
internal import Storage

/// The daemon's metrics, computed from its current state at each scrape.
struct GatewayMetrics: Sendable {
    let fleet: ReceiverFleet
    let selection: SelectionService
    let hub: ObservationHub
    let gpsd: @Sendable () async -> GPSDStatus
    var nmea: @Sendable () -> NMEAStatus = { NMEAStatus() }
    let clock: GatewayClock
    /// The program's own counters.
    let store: MetricsStore
    /// The state of the corrections; nil if none are configured.
    var corrections: @Sendable () -> CorrectionsReport? = { nil }
    /// OSNMA's status of all receivers.
    var osnma: @Sendable () -> OSNMAStatus = { OSNMAStatus() }
    /// The report on the uplink; nil if agrirouter is not used.
    var agrirouter: @Sendable () async -> UplinkReport? = { nil }
    /// The report on the webhook; nil if none is configured.
    var webhook: @Sendable () -> WebhookReport? = { nil }
    /// The report on the MQTT broker; nil if none is configured.
    var mqtt: @Sendable () async -> MQTTReport? = { nil }
    /// The report on the Traccar server; nil if none is configured.
    var traccar: @Sendable () async -> FormReport? = { nil }
    /// The servers with a client limit.
    var limited: [ClientWatch.Server] = []
    /// The store whose state is shown; nil to show none.
    var state: Store?
    static let prefix = "gnss_gateway_"

    /// All metrics in Prometheus text format.
    func text() async -> String {
        var text = PrometheusText()
        let version = [("version", GatewayVersion.current)]
        text.family(
            Self.prefix + "build_info", .gauge, "The program's version; always 1.", [.init(labels: version, value: 1)])
        write(fleet.receivers, to: &text)
        write(hub.status, to: &text)
        if let status = corrections() { write(status, to: &text) }
        write(osnma(), to: &text)
        if let uplink = await agrirouter() { write(uplink, to: &text) }
        if let report = webhook() { write(report, to: &text) }
        let broker = await mqtt()
        if let broker { write(broker, to: &text) }
        write((broker?.forms ?? []) + [await traccar()].compactMap(\.self), to: &text)
        write(await gpsd(), to: &text)
        write(nmea(), to: &text)
        write(limited, to: &text)
        if let state { write(state, to: &text) }
        write(ProcessFacts(), to: &text)
        store.write(to: &text)
        return text.text
    }

    private func write(_ state: Store, to text: inout PrometheusText) {
        text.single(
            Self.prefix + "store_durable", .gauge, "1 if state is kept on disk, 0 if only in memory.",
            state.folder == nil ? 0 : 1)
        text.single(
            Self.prefix + "store_unreadable_rows_total", .counter, "Rows of the store that could not be read.",
            Double(state.damage.count))
    }

    private func write(_ receivers: [ReceiverCondition], to text: inout PrometheusText) {
        func family(
            _ name: String, _ kind: PrometheusText.Kind, _ help: String, _ value: (ReceiverCondition) -> Double?
        ) {
            let samples = receivers.compactMap { receiver in
                value(receiver).map { PrometheusText.Sample(labels: receiver.labels, value: $0) }
            }
            text.family(Self.prefix + name, kind, help, samples)
        }
        let active = selection.last?.change.current?.rawValue
        text.single(
            Self.prefix + "receivers", .gauge, "Receivers that are or should be running.", Double(receivers.count))
        text.family(
            Self.prefix + "receiver_state", .gauge, "1 for the receiver's current state.",
            receivers.flatMap { receiver in
                DriverState.allCases.map { state in
                    let isIt = receiver.state.state == state
                    return .init(labels: receiver.labels + [("state", "\(state)")], value: isIt ? 1 : 0)
                }
            })
        family("receiver_active", .gauge, "1 for the active receiver.") {
            $0.plan.id == active ? 1 : 0
        }
        text.family(
            Self.prefix + "receiver_fix", .gauge, "1 for the kind of fix in the receiver's last epoch.",
            receivers.flatMap { receiver in
                receiver.lastFix.map { fix in
                    FixKind.allCases.map { kind in
                        .init(labels: receiver.labels + [("kind", kind.code)], value: fix.kind == kind ? 1 : 0)
                    }
                } ?? []
            })
        family("receiver_satellites_used", .gauge, "Satellites in the receiver's last epoch.") { receiver in
            receiver.lastFix?.satellitesUsed.map { Double($0) }
        }
        family("receiver_last_data_age_seconds", .gauge, "Time since the receiver's last data.") { receiver in
            receiver.dataAge(by: clock).map { Double($0) / 1e9 }
        }
        text.family(
            Self.prefix + "observations_total", .counter, "Observations that the receiver published on the bus.",
            receivers.flatMap { receiver in
                receiver.kinds.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, count in
                    .init(labels: receiver.labels + [("kind", kind.description)], value: Double(count))
                }
            })
        family("batches_refused_total", .counter, "Batches from the driver that were refused.") { Double($0.refusals) }
        text.family(
            Self.prefix + "driver_excess_total", .counter,
            "Output of the driver's process over its limits: observations, batches, lines, bytes of standard error, reports.",
            receivers.flatMap { receiver in
                receiver.excess.sorted { $0.key.rawValue < $1.key.rawValue }.map { sort, count in
                    .init(labels: receiver.labels + [("what", sort.rawValue)], value: Double(count))
                }
            })
        family("receiver_corrections_total", .counter, "Correction messages that the driver accepted.") {
            $0.corrections.map { Double($0.messages) }
        }
        family(
            "receiver_corrections_given_up_total", .counter,
            "Correction messages dropped because the receiver was too slow."
        ) {
            $0.corrections.map { Double($0.givenUp) }
        }
        family("driver_restarts_total", .counter, "Restarts of the driver.") { Double($0.restarts) }
    }

    private func write(_ corrections: CorrectionsReport, to text: inout PrometheusText) {
        let name = Self.prefix + "corrections_"
        text.family(
            name + "state", .gauge, "1 for the corrections' current state.",
            CorrectionsReport.State.allCases.map { state in
                .init(labels: [("state", state.rawValue)], value: corrections.state == state ? 1 : 0)
            })
        text.single(name + "messages_total", .counter, "Correction messages received.", Double(corrections.messages))
        text.single(name + "bytes_total", .counter, "Bytes of correction messages.", Double(corrections.bytes))
        text.single(
            name + "connections_total", .counter, "Requests sent to the caster.", Double(corrections.connections))
        text.family(
            name + "failures_total", .counter, "Requests to the caster that failed.",
            corrections.failures.sorted { $0.key < $1.key }.map { cause, count in
                .init(labels: [("cause", cause)], value: Double(count))
            })
        if let age = corrections.lastMessageAge {
            text.single(
                name + "last_message_age_seconds", .gauge, "Time since the last correction message.", age)
        }
    }

    private func write(_ osnma: OSNMAStatus, to text: inout PrometheusText) {
        let verdicts = osnma.verdicts.values.sorted { $0.receiver.rawValue < $1.receiver.rawValue }
        func family(
            _ name: String, _ kind: PrometheusText.Kind, _ help: String, _ value: (Authentication) -> Double
        ) {
            text.family(
                Self.prefix + "osnma_" + name, kind, help,
                verdicts.map { .init(labels: [("receiver", $0.receiver.rawValue)], value: value($0)) })
        }
        family("authenticated", .gauge, "1 while Galileo authenticates the receiver's data.") {
            $0.state == .authenticated ? 1 : 0
        }
        text.family(
            Self.prefix + "osnma_reason", .gauge, "1 for the verdict's reason.",
            verdicts.map {
                .init(labels: [("receiver", $0.receiver.rawValue), ("reason", $0.reason.code)], value: 1)
            })
        family("satellites", .gauge, "Satellites with authenticated ephemeris.") { verdict in
            Double(verdict.satellites.count { $0.standing == .authenticated })
        }
        family("fix_satellites", .gauge, "Satellites with authenticated ephemeris in the solution.") {
            Double($0.fix?.authenticated.count ?? 0)
        }
        family("tags_right_total", .counter, "Valid tags.") { Double($0.tagsRight) }
        family("tags_wrong_total", .counter, "Invalid tags.") { Double($0.tagsWrong) }
    }

    private func write(_ bus: BusReport, to text: inout PrometheusText) {
        text.single(
            Self.prefix + "bus_observations_total", .counter, "Observations published on the bus.",
            Double(bus.published))
        text.single(
            Self.prefix + "bus_retained_observations", .gauge, "Observations waiting for the slowest consumer.",
            Double(bus.retained))
        // Consumers with the same name are added up.
        let consumers = Dictionary(grouping: bus.consumers, by: \.name).sorted { $0.key < $1.key }
        func family(
            _ name: String, _ kind: PrometheusText.Kind, _ help: String, _ count: (ConsumerReport) -> Double
        ) {
            text.family(
                Self.prefix + name, kind, help,
                consumers.map { name, all in
                    .init(labels: [("consumer", name)], value: all.reduce(0) { $0 + count($1) })
                })
        }
        family("bus_delivered_total", .counter, "Observations delivered to the consumer.") { Double($0.delivered) }
        family("bus_lost_total", .counter, "Observations lost because the consumer was too slow.") { Double($0.lost) }
        family("bus_pending_observations", .gauge, "Observations waiting for the consumer.") { Double($0.pending) }
    }

    private func write(_ gpsd: GPSDStatus, to text: inout PrometheusText) {
        let name = Self.prefix + "gpsd_"
        text.single(name + "clients", .gauge, "Clients of the gpsd server.", Double(gpsd.clients))
        text.single(name + "watchers", .gauge, "gpsd clients in watcher mode.", Double(gpsd.watchers))
        text.single(
            name + "refused_total", .counter, "Connections refused because the limit was reached.", Double(gpsd.refused)
        )
        text.single(name + "lost_bytes_total", .counter, "Bytes dropped for slow clients.", Double(gpsd.lostBytes))
    }

    private func write(_ nmea: NMEAStatus, to text: inout PrometheusText) {
        let name = Self.prefix + "nmea_"
        text.single(name + "clients", .gauge, "TCP clients of the NMEA server.", Double(nmea.clients))
        text.single(
            name + "refused_total", .counter, "Connections refused because the limit was reached.", Double(nmea.refused)
        )
        text.single(name + "lost_bytes_total", .counter, "Bytes dropped for slow clients.", Double(nmea.lostBytes))
        text.single(name + "datagrams_total", .counter, "Datagrams sent.", Double(nmea.datagrams))
        text.single(
            name + "datagrams_refused_total", .counter, "Datagrams that the system rejected.",
            Double(nmea.refusedDatagrams))
    }

    private func write(_ process: ProcessFacts, to text: inout PrometheusText) {
        text.single("process_resident_memory_bytes", .gauge, "Memory in use.", process.residentBytes)
        text.single("process_cpu_seconds_total", .counter, "Processor time used.", process.cpuSeconds)
        text.single("process_open_fds", .gauge, "Open file descriptors.", process.descriptors)
        text.single("process_max_fds", .gauge, "Limit on open file descriptors.", process.mostDescriptors)
    }
}

extension ReceiverCondition {
    fileprivate var labels: [(String, String)] { [("receiver", plan.id)] }
}
