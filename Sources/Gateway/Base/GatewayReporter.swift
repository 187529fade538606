// SPDX-License-Identifier: Apache-2.0

internal import CoreMetrics
internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import Synchronization

/// Publishes the gateway's own messages on the bus, numbered in one sequence for all parts.
final class GatewayReporter: Sendable {
    private let hub: ObservationHub
    private let clock: GatewayClock
    private let numbering = ObservationNumbering()

    init(hub: ObservationHub, clock: GatewayClock) { (self.hub, self.clock) = (hub, clock) }

    /// Publishes a message.
    ///
    /// - Returns: The time of the message.
    @discardableResult
    func say(_ payload: Payload) -> HostTime {
        numbering.last.withLock { sequence in
            sequence += 1
            let time = clock.now
            hub.publish([Observation(source: .gateway, sequence: sequence, hostTime: time, payload: payload)])
            return time
        }
    }

    /// Publishes an alert and logs it.
    func say(_ alert: Alert, _ logger: Logger) {
        let level: Logger.Level =
            switch alert.severity {
            case _ where alert.isOver: .notice
            case .information: .notice
            case .warning: .warning
            case .critical: .error
            }
        logger.log(level: level, "\(alert.code): \(alert.text)")
        Counter(label: "gnss_gateway_alerts_total", dimensions: [("code", alert.code), ("over", "\(alert.isOver)")])
            .increment()
        say(.alert(alert))
    }
}
