// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import MQTTUplink
internal import ObservationBus
internal import Outbox
internal import ServiceLifecycle
internal import Simulation

/// A gateway's MQTT stage with a simulated position in place of receivers.
struct SimulatedGateway: Sendable {
    private static let receiver = SourceID(rawValue: "rover")

    let service: MQTTUplinkService
    private let hub = ObservationHub()
    private let number: Int
    /// The place of its drive, in metres to the east and to the north.
    private let place: (east: Double, north: Double)

    init(
        _ number: Int, of count: Int, _ broker: BrokerURL, prefix: String, interval: Double, clock: GatewayClock
    ) {
        self.number = number
        let columns = Int(Double(count).squareRoot().rounded(.up))
        place = (Double(number % columns) * 100, Double(number / columns) * 100)
        var settings = MQTTUplinkSettings(
            server: broker.description, host: broker.host, port: broker.port, prefix: prefix, gateway: "sim-\(number)")
        (settings.isSecure, settings.interval) = (broker.isSecure, .seconds(interval))
        (settings.historyInterval, settings.sessionExpiry) = (.zero, .zero)
        settings.program = "gnss-lab/\(GatewayVersion.current)"
        var logger = Logger(label: "fleet") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        service = MQTTUplinkService(
            settings,
            MQTTUplinkService.Context(
                hub: hub, stores: .init(history: NoOutbox(), ownTracks: NoOutbox(), sparkplug: NoOutbox()),
                now: { clock.now },
                requirement: { OSNMARequirement() }, alert: { _ in },
                logger: logger))
    }

    /// Publishes that the receiver works.
    func begin(at now: HostTime) {
        hub.publish([
            observation(.driverState(DriverStateReport(.running, reason: "simulated")), now),
            observation(
                .activeReceiver(ActiveReceiver(current: Self.receiver, previous: nil, reason: "simulated")), now,
                from: .gateway),
        ])
    }

    /// Publishes the position at a number of seconds after the start.
    func move(to elapsed: Double, at now: HostTime) {
        // Each vehicle is at another point of the lap.
        let fix = SimulatedDrive.fix(
            at: elapsed + Double(number) * 7, time: UTCTime(nanosecondsSince1970: now.wallNanoseconds),
            east: place.east, north: place.north)
        hub.publish([observation(.fix(fix), now)])
    }

    private func observation(_ payload: Payload, _ now: HostTime, from source: SourceID = receiver) -> Observation {
        Observation(source: source, sequence: 0, hostTime: now, payload: payload)
    }
}

/// Moves all gateways once in each interval, evenly spread over it.
struct Drive: Service {
    let fleet: [SimulatedGateway]
    /// Seconds between two positions of a gateway.
    let interval: Double
    let clock: GatewayClock

    func run() async throws {
        let start = clock.now
        for gateway in fleet { gateway.begin(at: start) }
        let slices = min(fleet.count, 20)
        var step = 0
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            let now = clock.now
            let elapsed = Double(now.monotonicNanoseconds - start.monotonicNanoseconds) / 1e9
            for (index, gateway) in fleet.enumerated() where index % slices == step % slices {
                gateway.move(to: elapsed, at: now)
            }
            step += 1
            // The time of the next slice; a simulated drive has no other event.
            let left = Double(step) * interval / Double(slices) - elapsed
            if left > 0 { try? await Task.sleep(for: .seconds(left)) }
        }
    }
}

/// A queue that is always empty: the simulated gateways publish no history.
private struct NoOutbox: ItemOutbox {
    func tally() async throws(OutboxStoreError) -> OutboxTally { OutboxTally() }

    func append(
        _ items: [OutboxItem], within limits: OutboxLimits
    ) async throws(OutboxStoreError) -> (tally: OutboxTally, dropped: [String]) { (OutboxTally(), []) }

    func items(after number: Int64, limit: Int, bytes: Int) async throws(OutboxStoreError) -> [StoredItem] { [] }

    func remove(
        _ numbers: [Int64], _ end: Delivery.End, at time: UTCTime
    ) async throws(OutboxStoreError) -> OutboxTally { OutboxTally() }

    func wipe() async throws(OutboxStoreError) {}
}
