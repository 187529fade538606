// SPDX-License-Identifier: Apache-2.0

public import DriverKit
public import DriverTesting
public import GNSSTypes
import Synchronization

/// A driver that runs on a thread of its own.
public final class Run: Sendable {
    /// What the driver says.
    public let host: RecordingHost
    /// Ends the driver.
    public let stop = StopSignal()
    /// What goes to the receiver.
    public let outbox = CorrectionQueue()
    private let outcome = Mutex<Result<Void, DriverError>?>(nil)

    /// Starts a driver of a plugin.
    public init(_ driver: some ReceiverDriver & Sendable, of plugin: DriverPlugin) {
        let host = RecordingHost(delivers: plugin.delivers)
        self.host = host
        Thread.start { [self] in
            var result = Result<Void, DriverError>.success(())
            do throws(DriverError) {
                try driver.run(DriverContext(host: host, stop: stop, outbox: outbox))
            } catch {
                result = .failure(error)
            }
            outcome.withLock { $0 = result }
        }
    }

    deinit { stop.signal() }

    /// Whether it has ended.
    public var hasEnded: Bool { outcome.withLock { $0 != nil } }

    /// How it ended, once it has; nil: as asked.
    public var error: DriverError? {
        guard eventually({ hasEnded }) else { return .failed("it has not ended") }
        return outcome.withLock { if case .failure(let error) = $0 { error } else { nil } }
    }

    /// Its states so far.
    public var states: [DriverStateReport] { host.recorded.states }

    /// What it logged so far.
    public var log: [String] { host.recorded.log }

    /// The fixes so far.
    public var fixes: [Fix] {
        host.recorded.observations.compactMap { if case .fix(let fix) = $0.payload { fix } else { nil } }
    }

    /// How many fixes have a position.
    public var positions: Int { fixes.count { $0.position != nil } }

    /// What the receiver said it is.
    public var identities: [ReceiverIdentity] {
        host.recorded.observations.compactMap { if case .receiver(let identity) = $0.payload { identity } else { nil } }
    }

    /// Ends it; whether it ended.
    public func end() -> Bool {
        stop.signal()
        return eventually { hasEnded }
    }

    /// Whether a state with such words was reported.
    public func said(_ state: DriverState, _ words: String) -> Bool {
        func isThere() -> Bool { states.contains { $0.state == state && $0.reason.contains(words) } }
        return eventually { isThere() || hasEnded } && isThere()
    }

    /// Whether such words were logged.
    public func logged(_ words: String) -> Bool {
        func isThere() -> Bool { log.contains { $0.contains(words) } }
        return eventually { isThere() || hasEnded } && isThere()
    }
}
