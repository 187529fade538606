// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Glibc
internal import Synchronization

/// A driver that runs on a thread of its own.
final class Session: Sendable {
    let driver: DriverInstance
    let host: RecordingHost
    private let ended: Ended

    private final class Ended: Sendable {
        let outcome = Mutex<RunOutcome?>(nil)
    }

    init(_ driver: DriverInstance, host: RecordingHost) {
        (self.driver, self.host) = (driver, host)
        let ended = Ended()
        self.ended = ended
        startThread {
            let outcome = driver.run()
            ended.outcome.withLock { $0 = outcome }
        }
    }

    /// How `run` ended; nil while it runs.
    var outcome: RunOutcome? { ended.outcome.withLock { $0 } }

    func waitForObservations(_ count: Int, within limit: Duration) -> Bool {
        poll(within: limit) {
            host.observationCount >= count
        } orUntil: {
            outcome != nil
        }
    }

    func waitForState(_ state: DriverState, within limit: Duration) -> Bool {
        poll(within: limit) {
            host.recorded.states.contains { $0.state == state }
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

/// Runs `body` on a thread of its own.
func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let code = pthread_create(
        &thread, nil,
        { argument in
            if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }, work.toOpaque())
    if code == 0 { pthread_detach(thread) } else { work.release() }
}

/// The descriptors of this process.
enum OpenDescriptors {
    static func count() -> Int {
        guard let directory = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count
    }
}
