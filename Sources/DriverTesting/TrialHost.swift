// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Synchronization

/// The host of a trial: judges what it is told and keeps nothing of it but counts. It refuses what the gateway refuses.
final class TrialHost: DriverHost, Sendable {
    /// What is known of the driver so far.
    struct Report {
        /// Batches handed over, refused ones included.
        var attempts = 0
        /// Observations taken.
        var observations = 0
        /// Fixes with a position among them.
        var positions = 0
        /// When the first batch came, by the monotonic clock.
        var firstAttempt: Int64?
        /// When the first batch came since this was cleared.
        var attemptSinceMark: Int64?
        /// The first batches refused, each for its cause.
        var malformed: PublishRefusal?
        var forbidden: PublishRefusal?
        /// What was wrong with a time of arrival.
        var timeFault: String?
        /// The first states reported.
        var states: [DriverStateReport] = []
        /// The newest one.
        var lastState: DriverStateReport?
        /// What it said in the log last.
        var lastWords: String?
        fileprivate var lastTime: Int64?
    }

    private let state = Mutex(Report())
    private let delivers: Set<ObservationKind>
    /// A replay has times of its own.
    private let hasOwnClock: Bool

    init(_ plugin: PluginDescription) {
        delivers = Set(plugin.delivers)
        hasOwnClock = plugin.isFlowControlled
    }

    /// What is known so far.
    var report: Report { state.withLock { $0 } }

    var attempts: Int { state.withLock { $0.attempts } }

    func clearMark() { state.withLock { $0.attemptSinceMark = nil } }

    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer {
        let arrival = Clock.now
        let result: Result<[PublishedBatch.Entry], PublishRefusal>
        do throws(PublishRefusal) {
            result = .success(try PublishedBatch.read(batch, recordCount: recordCount, delivers: delivers))
        } catch {
            result = .failure(error)
        }
        return state.withLock { state in
            state.attempts += 1
            state.firstAttempt = state.firstAttempt ?? arrival
            state.attemptSinceMark = state.attemptSinceMark ?? arrival
            switch result {
            case .success(let entries):
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
        let time = entry.hostTime.monotonicNanoseconds
        if let last = state.lastTime, time < last, state.timeFault == nil {
            let back = Duration.nanoseconds(last &- time).words
            state.timeFault =
                "a record arrived \(back) before the one published ahead of it: read the clock after 'read'"
        }
        if !hasOwnClock, time < arrival - 5_000_000_000 || time > arrival + 5_000_000_000, state.timeFault == nil {
            state.timeFault = "a record states \(time) ns as its arrival, the host's clock stands at \(arrival) ns"
        }
        state.lastTime = time
    }

    func log(_ level: LogLevel, _ message: String) { state.withLock { $0.lastWords = message } }

    func report(_ report: DriverStateReport) {
        state.withLock { state in
            state.lastState = report
            if state.states.count < 1000 { state.states.append(report) }
        }
    }

    func now() -> HostTime { Clock.hostTime }
}
