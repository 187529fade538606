// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import Curl
public import GNSSTypes
internal import MessageTexts
internal import Synchronization
internal import SystemSupport

/// The dependencies of a client.
public struct CorrectionsContext: Sendable {
    /// Reads the monotonic clock and the wall clock.
    public var now: @Sendable () -> HostTime
    /// Returns the fix to send to the caster; nil if there is no current one.
    public var fix: @Sendable () -> Fix?
    /// Returns the current user and password; throws if they cannot be read.
    public var login: @Sendable () throws(CasterError) -> CasterLogin?
    /// Publishes received corrections.
    public var publish: @Sendable ([CorrectionData], HostTime) -> Void
    /// Called with each change of the status, with the age of the last message.
    public var onChange: @Sendable (CorrectionsReport) -> Void

    public init(
        now: @escaping @Sendable () -> HostTime, fix: @escaping @Sendable () -> Fix?,
        login: @escaping @Sendable () throws(CasterError) -> CasterLogin?,
        publish: @escaping @Sendable ([CorrectionData], HostTime) -> Void,
        onChange: @escaping @Sendable (CorrectionsReport) -> Void
    ) {
        (self.now, self.fix) = (now, fix)
        (self.login, self.publish, self.onChange) = (login, publish, onChange)
    }
}

/// Keeps a stream of corrections running on its own thread. Each instance can be started only once.
public final class CorrectionsClient: Sendable {
    /// The source of the corrections.
    public let configuration: CorrectionsConfiguration
    private let context: CorrectionsContext
    private let policy: RetryPolicy
    private let wait = CurlLoop()
    private let isStopped = Atomic(false)
    /// Nil before `start`, or if the system could not create a thread.
    private let thread = Mutex<WorkerThread?>(nil)
    /// Protects the status, which the client's thread changes. Never held together with `thread`.
    private let shown: Mutex<CorrectionsReport>
    /// The arrival of the last message by the monotonic clock in nanoseconds; `Int64.min` before the first message.
    private let lastArrival = Atomic(Int64.min)

    /// Creates a client without starting it.
    public init(
        _ configuration: CorrectionsConfiguration, _ context: CorrectionsContext, _ policy: RetryPolicy = RetryPolicy()
    ) {
        (self.configuration, self.context, self.policy) = (configuration, context, policy)
        shown = Mutex(CorrectionsReport(stream: configuration.stream, since: Timestamp(context.now())))
    }

    /// The current status, with the age of the last message.
    public var status: CorrectionsReport { dated(shown.withLock { $0 }, at: context.now()) }

    /// Returns the report with the age of the last message, which no step of the wall clock changes.
    private func dated(_ report: CorrectionsReport, at now: HostTime) -> CorrectionsReport {
        var report = report
        let arrival = lastArrival.load(ordering: .relaxed)
        if arrival != .min { report.lastMessageAge = Double(max(0, now.monotonicNanoseconds - arrival)) / 1e9 }
        return report
    }

    /// True if the client's thread is not running.
    public var isOver: Bool { thread.withLock(\.self)?.isOver ?? true }

    /// Waits until the thread has ended, the time has passed or the task is cancelled.
    func waitForEnd(within limit: Duration) async { _ = await thread.withLock(\.self)?.waitForEnd(within: limit) }

    public func start() {
        do throws(SystemError) {
            let started = try WorkerThread(named: "corrections") { [self] in
                var run = CorrectionsRun(self, context, policy, wait)
                run.run()
            }
            thread.withLock { $0 = started }
        } catch {
            change(.failed, CodedText(CorrectionsText.noThread, ["detail": .words("\(error)")]))
        }
    }

    /// Requests the end of the client's thread and returns immediately. Can be called from any thread.
    public func stop() {
        isStopped.store(true, ordering: .releasing)
        wait.wake()
    }

    var isToEnd: Bool { isStopped.load(ordering: .acquiring) }

    /// Changes the counters of the status.
    func note(_ body: (inout CorrectionsReport) -> Void) { shown.withLock { body(&$0) } }

    /// Counts received messages.
    func note(_ messages: [RTCMMessage], at time: HostTime) {
        lastArrival.store(time.monotonicNanoseconds, ordering: .relaxed)
        note { report in
            for message in messages { report.note(message, at: time) }
        }
    }

    /// Changes the state and reports the change.
    ///
    /// - Parameter reason: The text for people, with more details than the message; nil for the message's English text.
    func change(
        _ state: CorrectionsReport.State, _ message: CodedText, _ failure: CasterError? = nil, reason: String? = nil,
        nextTry: HostTime? = nil
    ) {
        let now = context.now()
        let status = shown.withLock { status in
            if status.state != state || status.problem?.value != failure?.cause { status.since = Timestamp(now) }
            (status.state, status.nextTry) = (ReportCode(state), nextTry.map { Timestamp($0) })
            status.problem = failure.map { ReportCode($0.cause) }
            (status.message, status.reason) = (message, reason ?? message.text)
            if let failure { status.failures[failure.cause.code, default: 0] &+= 1 }
            return status
        }
        context.onChange(dated(status, at: now))
    }
}
