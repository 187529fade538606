// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc
internal import PluginHosting
internal import Synchronization
internal import SystemSupport

/// A driver that runs on a thread of its own.
final class Session: Sendable {
    let driver: DriverInstance
    let host: TrialHost
    /// When `run` was called, by the monotonic clock.
    let start: Int64
    private let ended: Ended

    private final class Ended: Sendable {
        /// Protects how the run ended; nil while it runs.
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

    /// How `run` ended; nil while it runs.
    var outcome: RunOutcome? { ended.outcome.withLock { $0 } }

    /// Waits until it has handed over so many batches; false where it did not, or ended before.
    func waitForBatches(_ count: Int, within limit: Duration) -> Bool {
        poll(within: limit) {
            host.attempts >= count
        } orUntil: {
            outcome != nil
        }
    }

    /// Waits until something usable has come, or something that was refused; false where only batches came of which
    /// nothing can be taken, where none came, or it ended before.
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

    /// Waits until something is so; false where it did not become so, or the driver ended before.
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
