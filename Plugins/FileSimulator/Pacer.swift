// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes

/// The replay's clock, and the waiting for it in real time.
struct Pacer {
    private let speed: Double
    private let realStart = ContinuousClock.now
    /// What the clock read at the beginning of the pass; nil before the first.
    private var base: HostTime?
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
        if base == nil {
            base = start
        } else {
            // The last epoch of the pass before lasts as long as the usual one: a second.
            let monotonic = time.monotonicNanoseconds.adding(saturating: 1_000_000_000)
            base = HostTime(monotonicNanoseconds: monotonic, wallNanoseconds: start.wallNanoseconds)
            waited = waited.adding(saturating: 1_000_000_000)
        }
        elapsed = 0
    }

    /// Moves the clock without waiting.
    mutating func skip(_ nanoseconds: Int64) { elapsed = elapsed.adding(saturating: nanoseconds) }

    /// Moves the clock and waits until it is due.
    ///
    /// - Returns: false where it was stopped.
    mutating func wait(_ nanoseconds: Int64, _ stop: StopSignal) -> Bool {
        elapsed = elapsed.adding(saturating: nanoseconds)
        waited = waited.adding(saturating: nanoseconds)
        epochs += 1
        guard speed > 0 else { return !stop.isSignalled }
        let due = realStart.advanced(by: .nanoseconds(Int64(min(Double(waited) / speed, 9e18))))
        return !stop.wait(atMost: ContinuousClock.now.duration(to: due))
    }
}

extension Int64 {
    /// The sum, or the nearest there is: the times of a recording may be anything.
    func adding(saturating other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
