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
    /// Called with each change of the status.
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
    private let shown: Mutex<Shown>

    /// The status, and the times from which its ages are computed, in nanoseconds of the monotonic clock.
    private struct Shown {
        /// The time for which a message number counts as arriving, in seconds. Some casters send the position of the
        /// station only once a minute.
        private static let memory = 120.0

        var report: CorrectionsReport
        /// The last change of the state.
        var changed: Int64
        /// The arrival of the last message; nil before the first one.
        var lastArrival: Int64?
        /// The last arrival on the current connection for each number of the report.
        var arrivals: [String: Int64] = [:]

        mutating func note(_ message: RTCMMessage, at time: HostTime) {
            report.note(message, at: time)
            lastArrival = time.monotonicNanoseconds
            if let number = message.number.map({ "\($0)" }), report.messageNumbers[number] != nil {
                arrivals[number] = time.monotonicNanoseconds
            }
        }

        /// Returns the report with its ages, which no step of the wall clock changes, and without the numbers of messages
        /// that no longer arrive.
        func dated(at now: HostTime) -> CorrectionsReport {
            func age(_ time: Int64) -> Double { Double(max(0, now.monotonicNanoseconds - time)) / 1e9 }
            var dated = report
            (dated.stateAge, dated.lastMessageAge) = (age(changed), lastArrival.map(age))
            dated.messageNumbers = report.messageNumbers.filter { number, _ in
                arrivals[number].map { age($0) < Self.memory } ?? false
            }
            return dated
        }
    }

    /// Creates a client without starting it.
    public init(
        _ configuration: CorrectionsConfiguration, _ context: CorrectionsContext, _ policy: RetryPolicy = RetryPolicy()
    ) {
        (self.configuration, self.context, self.policy) = (configuration, context, policy)
        let now = context.now()
        let report = CorrectionsReport(stream: configuration.stream, since: Timestamp(now))
        shown = Mutex(Shown(report: report, changed: now.monotonicNanoseconds))
    }

    /// The current status, with its ages.
    public var status: CorrectionsReport {
        let now = context.now()
        return shown.withLock { $0.dated(at: now) }
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
    func note(_ body: (inout CorrectionsReport) -> Void) { shown.withLock { body(&$0.report) } }

    /// Counts received messages.
    func note(_ messages: [RTCMMessage], at time: HostTime) {
        shown.withLock { shown in
            for message in messages { shown.note(message, at: time) }
        }
    }

    /// Counts a connection, and forgets the contents of the one before, which say nothing about it.
    func beginConnection() {
        shown.withLock { shown in
            shown.report.connections &+= 1
            (shown.report.messageNumbers, shown.arrivals) = ([:], [:])
            (shown.report.station, shown.report.stationPosition) = (nil, nil)
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
        let status = shown.withLock { shown in
            if shown.report.state != state || shown.report.problem?.value != failure?.cause {
                (shown.report.since, shown.changed) = (Timestamp(now), now.monotonicNanoseconds)
            }
            (shown.report.state, shown.report.nextTry) = (ReportCode(state), nextTry.map { Timestamp($0) })
            shown.report.problem = failure.map { ReportCode($0.cause) }
            (shown.report.message, shown.report.reason) = (message, reason ?? message.text)
            if let failure { shown.report.failures[failure.cause.code, default: 0] &+= 1 }
            return shown.dated(at: now)
        }
        context.onChange(status)
    }
}
