// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes

/// The clock of a replay, which waits in real time.
struct Pacer {
    private let speed: Double
    /// The time at which the first epoch was published; nil before.
    private var realStart: ContinuousClock.Instant?
    /// The clock's reading at the start of the pass; nil before the first pass.
    private var base: HostTime?
    /// The required reading of the monotonic clock at the first epoch of this pass; nil in the first pass.
    private var resume: Int64?
    /// True if an epoch of this pass was published.
    private var isPassBegun = false
    /// Nanoseconds of the clock since `base`.
    private var elapsed: Int64 = 0
    /// Nanoseconds waited in all passes.
    private var waited: Int64 = 0
    /// Number of epochs waited for in all passes.
    private var epochs = 0

    /// - Parameter speed: The speed relative to real time; 0 never waits.
    init(speed: Double) { self.speed = speed }

    /// The clock's reading.
    var time: HostTime {
        let base = base ?? HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        return HostTime(
            monotonicNanoseconds: base.monotonicNanoseconds.adding(saturating: elapsed),
            wallNanoseconds: base.wallNanoseconds.adding(saturating: elapsed))
    }

    /// True if the last epoch waited for was the first of all.
    var isFirst: Bool { epochs == 1 }

    /// Starts a pass over a source. The monotonic clock continues from the previous pass; the wall clock starts
    /// again.
    mutating func begin(at start: HostTime) {
        if base != nil {
            // The last epoch of the previous pass lasts for the usual interval of a second.
            resume = time.monotonicNanoseconds.adding(saturating: 1_000_000_000)
            waited = waited.adding(saturating: 1_000_000_000)
        }
        base = start
        elapsed = 0
        isPassBegun = false
    }

    /// The real time to wait for an epoch; zero before the first of a pass.
    func pause(before nanoseconds: Int64) -> Duration {
        isPassBegun && speed > 0 ? .nanoseconds(Int64(min(Double(nanoseconds) / speed, 9e18))) : .zero
    }

    /// Advances the clock without waiting.
    mutating func skip(_ nanoseconds: Int64) { elapsed = elapsed.adding(saturating: nanoseconds) }

    /// Advances the clock and waits until it is due. There is no wait before the first epoch of a pass, because
    /// earlier data was skipped or not recorded.
    ///
    /// - Returns: False if it was stopped.
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

    /// Starts a pass. Its first epoch is due at once.
    private mutating func beginPass() {
        isPassBegun = true
        guard let resume, let base else { return }
        let monotonic = resume.subtracting(saturating: elapsed)
        self.base = HostTime(monotonicNanoseconds: monotonic, wallNanoseconds: base.wallNanoseconds)
    }
}

extension Int64 {
    /// The sum, clamped to the range of 64 bits, since a recording may contain any time.
    func adding(saturating other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, clamped to the range of 64 bits.
    func subtracting(saturating other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}
