// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Glibc
internal import PluginHosting
internal import Synchronization

/// The host of a trial: it checks the records that it receives and keeps only counts. It refuses the same records as
/// the gateway.
final class TrialHost: DriverHost, Sendable {
    /// The facts about the driver that the host has collected.
    struct Report {
        /// Number of batches, including refused ones.
        var attempts = 0
        /// Number of accepted observations.
        var observations = 0
        /// Number of accepted fixes with a position.
        var positions = 0
        /// The time of the first batch, by the monotonic clock.
        var firstAttempt: Int64?
        /// The time of the first batch since this was cleared.
        var attemptSinceMark: Int64?
        /// The errors of the first batch that was refused as malformed, and of the first that was refused as forbidden.
        var malformed: PublishError?
        var forbidden: PublishError?
        /// The reason why the first valid but unusable batch contained nothing usable.
        var hollow: String?
        /// The first violation of the contract that readers nevertheless accept.
        var unsound: String?
        /// The defect of an arrival time.
        var timeFault: String?
        /// The receiver's times and repeated payloads.
        var times = TimeWatch()
        /// A call on a thread other than that of `run`.
        var threadFault: String?
        /// A state that the contract does not define.
        var stateFault: String?
        /// The number of log messages and states.
        var lines = 0
        /// The first states reported.
        var states: [DriverStateReport] = []
        /// The newest state.
        var lastState: DriverStateReport?
        /// The last log message.
        var lastWords: String?
        fileprivate var lastTime: Int64?
        /// The thread in `run`.
        fileprivate var thread: pthread_t?
        fileprivate var hasRun = false

        /// True if the driver has published a record that a gateway accepts or explicitly refuses.
        var isJudged: Bool { observations > 0 || malformed != nil || forbidden != nil }
    }

    /// Guards the report, because a driver may log on any thread.
    private let state = Mutex(Report())
    private let delivers: Set<ObservationKind>
    /// True if the driver is a replay with its own times.
    private let hasOwnClock: Bool
    /// True if the plugin was built with a later contract than this program.
    private let isNewer: Bool

    init(_ plugin: PluginDescription) {
        delivers = Set(plugin.delivers)
        hasOwnClock = plugin.isFlowControlled
        isNewer = plugin.isNewerThanHost
    }

    /// Marks the calling thread as that of `run` from now on.
    func runBegins() { state.withLock { $0.thread = pthread_self() } }

    /// Records that `run` has returned.
    func runEnded() { state.withLock { ($0.thread, $0.hasRun) = (nil, true) } }

    /// The facts collected so far.
    var report: Report { state.withLock { $0 } }

    var attempts: Int { state.withLock { $0.attempts } }

    func clearMark() { state.withLock { $0.attemptSinceMark = nil } }

    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer {
        let arrival = Clock.now
        let result: Result<[PublishedBatch.Entry], PublishError>
        do throws(PublishError) {
            result = .success(try PublishedBatch.read(batch, recordCount: recordCount, delivers: delivers))
        } catch {
            result = .failure(error)
        }
        let unsound = (try? result.get()).flatMap { entries in
            BatchAudit.fault(batch, isNewer: isNewer)
                ?? entries.lazy.compactMap { PayloadAudit.fault($0.payload) }.first
        }
        return state.withLock { state in
            watchThread("publish", &state)
            state.attempts += 1
            state.firstAttempt = state.firstAttempt ?? arrival
            state.attemptSinceMark = state.attemptSinceMark ?? arrival
            switch result {
            case .success(let entries):
                state.unsound = state.unsound ?? unsound
                if entries.isEmpty { state.hollow = state.hollow ?? unsound ?? "it contains no known record" }
                for entry in entries { take(entry, arrival, &state) }
                return .accepted
            case .failure(let refusal):
                if case .malformed = refusal { state.malformed = state.malformed ?? refusal }
                if case .forbidden = refusal { state.forbidden = state.forbidden ?? refusal }
                return refusal.answer
            }
        }
    }

    private func take(_ entry: PublishedBatch.Entry, _ arrival: Int64, _ state: inout Report) {
        state.observations += 1
        if case .fix(let fix) = entry.payload, fix.position != nil { state.positions += 1 }
        let now = Clock.hostTime
        state.times.take(entry.payload, wall: now.wallNanoseconds)
        let time = entry.hostTime.monotonicNanoseconds
        if let last = state.lastTime, time < last, state.timeFault == nil {
            let back = Duration.nanoseconds(last &- time).words
            state.timeFault =
                "a record gives an arrival time \(back) before that of the previous record: read the clock after 'read'"
        }
        if !hasOwnClock, time < arrival - 5_000_000_000 || time > arrival + 5_000_000_000, state.timeFault == nil {
            state.timeFault =
                "a record gives \(time) ns as its arrival time (monotonic_ns), but the host's clock shows \(arrival) ns"
        }
        let (wall, clock) = (entry.hostTime.wallNanoseconds, now.wallNanoseconds)
        if !hasOwnClock, abs(wall - clock) > 5_000_000_000, state.timeFault == nil {
            state.timeFault =
                "a record gives \(wall) ns since 1970 as its arrival time (wall_ns), but the host's clock shows "
                + "\(clock) ns"
        }
        state.lastTime = time
    }

    func log(_ level: LogLevel, _ message: String) {
        state.withLock { state in
            state.lines += 1
            state.lastWords = message
        }
    }

    func note(_ misuse: HostMisuse) {
        state.withLock { state in
            switch misuse {
            case .batch:
                watchThread("publish", &state)
                state.attempts += 1
                state.malformed = state.malformed ?? .malformed(misuse.description)
            case .state:
                watchThread("report_state", &state)
                state.stateFault = state.stateFault ?? misuse.description
            }
        }
    }

    /// Records a call on a wrong thread. All functions except `log` and `now` must be called on the thread of `run`.
    private func watchThread(_ function: String, _ state: inout Report) {
        guard state.threadFault == nil else { return }
        guard let thread = state.thread else {
            state.threadFault =
                "it called '\(function)' \(state.hasRun ? "after 'run' had returned" : "outside 'run'")"
            return
        }
        guard pthread_equal(thread, pthread_self()) == 0 else { return }
        state.threadFault =
            "it called '\(function)' on a thread other than that of 'run'; other threads may call only 'log' and 'now'"
    }

    func report(_ report: DriverStateReport) {
        state.withLock { state in
            watchThread("report_state", &state)
            state.lines += 1
            state.lastState = report
            if state.states.count < 1000 { state.states.append(report) }
        }
    }

    func now() -> HostTime { Clock.hostTime }
}
