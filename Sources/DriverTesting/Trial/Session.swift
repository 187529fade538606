// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc
internal import PluginHosting
internal import Synchronization
internal import SystemSupport

/// A driver running on its own thread.
final class Session: Sendable {
    let driver: DriverInstance
    let host: TrialHost
    /// The time at which `run` was called, by the monotonic clock.
    let start: Int64
    private let ended: Ended

    private final class Ended: Sendable {
        /// Guards the outcome of the run; nil while it runs.
        let outcome = Mutex<RunOutcome?>(nil)
    }

    init(_ driver: DriverInstance, host: TrialHost) {
        (self.driver, self.host) = (driver, host)
        start = Clock.now
        let ended = Ended()
        self.ended = ended
        _ = WorkerThread.detach {
            host.runBegins()
            let outcome = driver.run()
            host.runEnded()
            ended.outcome.withLock { $0 = outcome }
        }
    }

    /// The outcome of `run`; nil while it runs.
    var outcome: RunOutcome? { ended.outcome.withLock { $0 } }

    /// Waits until the driver has published this many batches. Returns false after the time limit, or if the driver
    /// ends first.
    func waitForBatches(_ count: Int, within limit: Duration) -> Bool {
        poll(within: limit) {
            host.attempts >= count
        } orUntil: {
            outcome != nil
        }
    }

    /// Waits until the driver has published a usable observation, or a record that was refused. Returns false if no
    /// batch arrives or all are unusable, or if the driver ends first.
    func waitForObservations(within limit: Duration) -> Bool {
        let deadline = ContinuousClock.now.advanced(by: limit / 5)
        return poll(within: limit) {
            host.report.isJudged
        } orUntil: {
            outcome != nil || (host.attempts >= 20 && ContinuousClock.now > deadline)
        }
    }

    func waitForState(_ state: DriverState, within limit: Duration) -> Bool {
        poll(within: limit) {
            host.report.states.contains { $0.state == state }
        } orUntil: {
            outcome != nil
        }
    }

    func waitForEnd(within limit: Duration) -> Bool {
        poll(within: limit) {
            outcome != nil
        } orUntil: {
            false
        }
    }

    /// Waits for a condition. Returns false after the time limit, or if the driver ends first.
    func wait(within limit: Duration, until isReached: () -> Bool) -> Bool {
        poll(within: limit, isReached) { outcome != nil }
    }

    private func poll(
        within limit: Duration, _ isReached: () -> Bool, orUntil isHopeless: () -> Bool
    ) -> Bool {
        let deadline = ContinuousClock.now.advanced(by: limit)
        while ContinuousClock.now < deadline {
            if isReached() { return true }
            if isHopeless() { return isReached() }
            usleep(1000)
        }
        return isReached()
    }
}
