// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
internal import DaemonRuntime
package import GNSSTypes
package import Logging
internal import MessageTexts
internal import ServiceLifecycle
internal import Synchronization
internal import SystemSupport

/// Raises an alert if receivers lack permission for their devices, and ends the daemon if a configured receiver does so
/// for too long.
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
        var announced = Announcement()
    }

    /// What the alert says; it is published again only with a different content.
    private struct Announcement: Equatable {
        /// The receivers that lack permission; empty if the alert is over.
        var receivers: [String] = []
        /// The time after which the daemon exits, in nanoseconds; 0 if it waits without limit.
        var grace: Int64 = 0
    }

    /// The time to wait for the result of an attempt, in nanoseconds.
    private static let answer: Int64 = 2_000_000_000

    /// The time for which a receiver must lack permission before the alert says so, in nanoseconds: udev sets the
    /// permissions of a device shortly after the kernel has made it.
    private static let patience: Int64 = 2_000_000_000

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
        let plans = fleet.receivers.map(\.plan)
        let configured = Set(plans.filter { $0.origin == .configured }.map(\.id))
        let now = clock.now.monotonicNanoseconds
        let next = announce(among: Set(plans.map(\.id)), configured: configured, at: now)
        switch state.withLock({ $0.denials.step(for: configured, grace: $0.grace, at: now) }) {
        case .rest:
            if let next { _ = await waker.wait(until: next, clock) } else { await waker.wait() }
        case .wait(let end): _ = await waker.wait(until: min(end, next ?? end), clock)
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

    /// Raises, changes or ends the alert if its receivers or the grace time have changed.
    ///
    /// - Returns: The time at which a further receiver will have lacked permission for long enough, if any does.
    private func announce(among receivers: Set<String>, configured: Set<String>, at now: Int64) -> Int64? {
        // Receivers that stop with the daemon have not been given the permission.
        guard !fleet.isEnding else { return nil }
        let (denials, next, before, after) = state.withLock { state in
            let all = state.denials.denials.filter { receivers.contains($0.key) }
            let denials = all.filter { $0.value.since + Self.patience <= now }
            let next = all.values.map { $0.since + Self.patience }.filter { $0 > now }.min()
            let before = state.announced
            state.announced = Announcement(
                receivers: denials.keys.sorted(), grace: configured.isDisjoint(with: denials.keys) ? 0 : state.grace)
            return (denials, next, before, state.announced)
        }
        if after != before { raise(after, denials) }
        return next
    }

    /// Publishes the alert with another content.
    private func raise(_ after: Announcement, _ denials: [String: PermissionGrace.Denial]) {
        guard !after.receivers.isEmpty else {
            return alert(Alert(code: .permissionDenied, severity: .critical, .permissionGranted, isOver: true))
        }
        let reasons = after.receivers.map { id in "\(id): \(denials[id]?.reason ?? "")" }.joined(separator: "; ")
        guard after.grace > 0 else {
            return alert(
                Alert(
                    code: .permissionDenied, severity: .critical, .permissionAwaited, ["receivers": .words(reasons)]))
        }
        let limit = Double(after.grace / 1_000_000) / 1000
        alert(
            Alert(
                code: .permissionDenied, severity: .critical, .permissionDenied,
                ["receivers": .words(reasons), "seconds": .words("\(limit)")]))
    }
}
