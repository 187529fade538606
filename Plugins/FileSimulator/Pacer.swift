// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes

/// The replay's clock, and the waiting for it in real time.
struct Pacer {
    private let speed: Double
    /// When the first epoch was published; nil before.
    private var realStart: ContinuousClock.Instant?
    /// What the clock read at the beginning of the pass; nil before the first.
    private var base: HostTime?
    /// What the monotonic clock is to read at the first epoch of this pass; nil in the first pass.
    private var resume: Int64?
    /// Whether an epoch of this pass was published.
    private var isPassBegun = false
    /// Nanoseconds of the clock since `base`.
    private var elapsed: Int64 = 0
    /// Nanoseconds that were waited for, over all passes.
    private var waited: Int64 = 0
    /// How many epochs were waited for, over all passes.
    private var epochs = 0

    /// - Parameter speed: how much faster than real time; 0 never waits.
    init(speed: Double) { self.speed = speed }

    /// The clock's reading.
    var time: HostTime {
        let base = base ?? HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        return HostTime(
            monotonicNanoseconds: base.monotonicNanoseconds.adding(saturating: elapsed),
            wallNanoseconds: base.wallNanoseconds.adding(saturating: elapsed))
    }

    /// Whether the epoch that was waited for last is the first of all.
    var isFirst: Bool { epochs == 1 }

    /// A pass over a source begins. The monotonic clock goes on from the pass before, the wall clock begins again.
    mutating func begin(at start: HostTime) {
        if base != nil {
            // The last epoch of the pass before lasts as long as the usual one: a second.
            resume = time.monotonicNanoseconds.adding(saturating: 1_000_000_000)
            waited = waited.adding(saturating: 1_000_000_000)
        }
        base = start
        elapsed = 0
        isPassBegun = false
    }

    /// How long the wait for an epoch takes in real time; nothing before the first of a pass.
    func pause(before nanoseconds: Int64) -> Duration {
        isPassBegun && speed > 0 ? .nanoseconds(Int64(min(Double(nanoseconds) / speed, 9e18))) : .zero
    }

    /// Moves the clock without waiting.
    mutating func skip(_ nanoseconds: Int64) { elapsed = elapsed.adding(saturating: nanoseconds) }

    /// Moves the clock and waits until it is due. Nothing is waited for before the first epoch of a pass: what lies
    /// before it was skipped, or was not recorded.
    ///
    /// - Returns: false where it was stopped.
    mutating func wait(_ nanoseconds: Int64, _ stop: StopSignal) -> Bool {
        elapsed = elapsed.adding(saturating: nanoseconds)
        if isPassBegun { waited = waited.adding(saturating: nanoseconds) } else { beginPass() }
        epochs += 1
        let start = realStart ?? .now
        realStart = start
        guard speed > 0 else { return !stop.isSignalled }
        let due = start.advanced(by: .nanoseconds(Int64(min(Double(waited) / speed, 9e18))))
        return !stop.wait(atMost: ContinuousClock.now.duration(to: due))
    }

    /// The first epoch of a pass is due when the pass begins.
    private mutating func beginPass() {
        isPassBegun = true
        guard let resume, let base else { return }
        let monotonic = resume.subtracting(saturating: elapsed)
        self.base = HostTime(monotonicNanoseconds: monotonic, wallNanoseconds: base.wallNanoseconds)
    }
}

extension Int64 {
    /// The sum, or the nearest there is: the times of a recording may be anything.
    func adding(saturating other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, or the nearest there is.
    func subtracting(saturating other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}
