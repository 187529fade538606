// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
internal import DaemonRuntime
package import GNSSTypes
package import Logging
internal import MessageTexts
internal import ServiceLifecycle
internal import Synchronization
internal import SystemSupport

/// Ends the daemon if a configured receiver lacks permission for its device for too long.
///
/// Uses the machine's time, because a replay's time has no relation to devices.
package final class PermissionWatch: Service {
    private let fleet: ReceiverFleet
    private let logger: Logger
    private let alert: @Sendable (Alert) -> Void
    private let clock = GatewayClock(.system)
    private let waker = Waker()
    /// Guards the denials and the announced ones. Alerts are raised without it.
    private let state: Mutex<State>

    private struct State {
        var grace: Int64
        var denials = PermissionGrace()
        /// The receivers named in the alert.
        var announced: [String] = []
    }

    /// The time to wait for the result of an attempt, in nanoseconds.
    private static let answer: Int64 = 2_000_000_000

    /// - Parameter alert: Publishes and logs an alert.
    package init(
        _ settings: SupervisionSettings, fleet: ReceiverFleet, logger: Logger,
        alert: @escaping @Sendable (Alert) -> Void
    ) {
        (self.fleet, self.logger, self.alert) = (fleet, logger, alert)
        state = Mutex(State(grace: settings.permissionGrace.wholeNanoseconds))
    }

    /// Applies other settings; for a receiver that already lacks permission, the time still counts from the
    /// beginning.
    package func apply(_ settings: SupervisionSettings) {
        state.withLock { $0.grace = settings.permissionGrace.wholeNanoseconds }
        waker.wake()
    }

    /// Processes the observations of a receiver.
    package func take(_ batch: [Observation]) {
        for observation in batch {
            guard case .driverState(let report) = observation.payload else { continue }
            let now = clock.now.monotonicNanoseconds
            let isNews = state.withLock { $0.denials.note(observation.source.rawValue, report, at: now) }
            if isNews { waker.wake() }
        }
    }

    /// Watches until the daemon ends.
    ///
    /// - Throws: `GatewayError` if the daemon must end because of a lack of permission.
    package func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled { try await self.look() }
        }
    }

    private func look() async throws(GatewayError) {
        let receivers = Set(fleet.receivers.filter { $0.plan.origin == .configured }.map(\.plan.id))
        announce(among: receivers)
        let now = clock.now.monotonicNanoseconds
        switch state.withLock({ $0.denials.step(for: receivers, grace: $0.grace, at: now) }) {
        case .rest: await waker.wait()
        case .wait(let end): _ = await waker.wait(until: end, clock)
        case .tryAgain(let ids):
            for id in ids { fleet.retry(id) }
            _ = await waker.wait(until: now + Self.answer, clock)
        case .over(let id, let denial):
            let seconds = (now - denial.since) / 1_000_000_000
            let failure = GatewayError(
                .noPermission,
                "\(id): \(denial.reason). This lasted \(seconds) s, longer than supervision.permission_grace_s allows. "
                    + "Grant the permission and restart the daemon, or set the key to 0 to let the daemon wait")
            // Log the error here: if another part does not end in time, the process ends without reporting it.
            logger.error("\(failure)")
            throw failure
        }
    }

    /// Raises or ends the alert if its receivers have changed.
    private func announce(among receivers: Set<String>) {
        let (grace, denials, before) = state.withLock { state in
            let denials = state.grace > 0 ? state.denials.denials.filter { receivers.contains($0.key) } : [:]
            defer { state.announced = denials.keys.sorted() }
            return (state.grace, denials, state.announced)
        }
        let ids = denials.keys.sorted()
        guard ids != before else { return }
        guard !ids.isEmpty else {
            return alert(Alert(code: .permissionDenied, severity: .critical, .permissionGranted, isOver: true))
        }
        let reasons = ids.map { id in "\(id): \(denials[id]?.reason ?? "")" }.joined(separator: "; ")
        let limit = Double(grace / 1_000_000) / 1000
        alert(
            Alert(
                code: .permissionDenied, severity: .critical, .permissionDenied,
                ["receivers": .words(reasons), "seconds": .words("\(limit)")]))
    }
}
