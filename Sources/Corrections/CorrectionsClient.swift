// SPDX-License-Identifier: Apache-2.0

internal import Curl
public import GNSSTypes
internal import Synchronization
internal import SystemSupport

/// What a client of a caster needs of the program around it.
public struct CorrectionsContext: Sendable {
    /// Reads the monotonic and the wall clock.
    public var now: @Sendable () -> HostTime
    /// The fix that the caster gets; nil: there is no fix of now.
    public var fix: @Sendable () -> Fix?
    /// User and password as they are now; throws why they cannot be read.
    public var login: @Sendable () throws(CasterError) -> CasterLogin?
    /// Takes what has come.
    public var publish: @Sendable ([CorrectionData], HostTime) -> Void
    /// Told of each change of the state.
    public var onChange: @Sendable (CorrectionsStatus) -> Void

    public init(
        now: @escaping @Sendable () -> HostTime, fix: @escaping @Sendable () -> Fix?,
        login: @escaping @Sendable () throws(CasterError) -> CasterLogin?,
        publish: @escaping @Sendable ([CorrectionData], HostTime) -> Void,
        onChange: @escaping @Sendable (CorrectionsStatus) -> Void
    ) {
        (self.now, self.fix) = (now, fix)
        (self.login, self.publish, self.onChange) = (login, publish, onChange)
    }
}

/// Keeps a stream of corrections running, on a thread of its own. Used once.
public final class CorrectionsClient: Sendable {
    /// Where the corrections come from.
    public let configuration: CorrectionsConfiguration
    private let context: CorrectionsContext
    private let policy: RetryPolicy
    private let wait = CurlLoop()
    private let isStopped = Atomic(false)
    /// Nil until it was started, and where the system had no thread left.
    private let thread = Mutex<WorkerThread?>(nil)
    /// Protects the status, which the client's thread changes. Never held together with `thread`.
    private let shown: Mutex<CorrectionsStatus>

    /// A client that has not started.
    public init(
        _ configuration: CorrectionsConfiguration, _ context: CorrectionsContext, _ policy: RetryPolicy = RetryPolicy()
    ) {
        (self.configuration, self.context, self.policy) = (configuration, context, policy)
        shown = Mutex(CorrectionsStatus(stream: configuration.stream, since: context.now()))
    }

    /// How it is doing.
    public var status: CorrectionsStatus { shown.withLock { $0 } }

    /// Whether nothing of it runs.
    public var isOver: Bool { thread.withLock(\.self)?.isOver ?? true }

    /// Waits until nothing of it runs, the time is up or the task is cancelled.
    func waitForEnd(within limit: Duration) async { _ = await thread.withLock(\.self)?.waitForEnd(within: limit) }

    public func start() {
        do throws(SystemError) {
            let started = try WorkerThread { [self] in
                var run = CorrectionsRun(self, context, policy, wait)
                run.run()
            }
            thread.withLock { $0 = started }
        } catch {
            change(.failed, "cannot start a thread for corrections: \(error)")
        }
    }

    /// Makes it end; returns at once. Any thread.
    public func stop() {
        isStopped.store(true, ordering: .releasing)
        wait.wake()
    }

    var isToEnd: Bool { isStopped.load(ordering: .acquiring) }

    /// Changes counters.
    func note(_ body: (inout CorrectionsStatus) -> Void) { shown.withLock { body(&$0) } }

    /// Changes the state, and tells it.
    func change(
        _ state: CorrectionsStatus.State, _ reason: String, _ failure: CasterError? = nil, nextTry: HostTime? = nil
    ) {
        let now = context.now()
        let status = shown.withLock { status in
            if status.state != state || status.cause != failure?.cause { status.since = now }
            (status.state, status.reason, status.cause, status.nextTry) = (state, reason, failure?.cause, nextTry)
            if let failure { status.failures[failure.cause, default: 0] &+= 1 }
            return status
        }
        context.onChange(status)
    }
}
