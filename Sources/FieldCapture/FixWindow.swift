// SPDX-License-Identifier: Apache-2.0

internal import Centroid
internal import GNSSTypes

/// A receiver's positions of the last seconds.
struct FixWindow {
    /// The time for which positions are kept.
    static let seconds = 7
    private static let length = Int64(seconds) * 1_000_000_000
    /// The largest number of positions; a receiver that sends more loses the oldest.
    static let limit = 200
    /// The largest number of positions whose distances are computed.
    private static let compared = 40

    /// A position with its arrival.
    private struct Entry {
        let instant: Int64
        let position: GeodeticPosition
    }

    private var entries: [Entry] = []
    /// The newest epoch, with or without a position; nil before the first one.
    private(set) var newest: Observation?
    /// The arrival of the newest epoch.
    private(set) var arrival = HostTime(monotonicNanoseconds: .min, wallNanoseconds: 0)

    /// Adds an epoch. If another receiver or another run now has the same name, what came before is dropped.
    ///
    /// - Parameter arrival: The arrival by the host's clocks, also for a replay.
    mutating func take(_ observation: Observation, at arrival: HostTime) {
        guard case .fix = observation.payload else { return }
        let instant = arrival.monotonicNanoseconds
        if let newest, newest.origin != observation.origin || instant < self.arrival.monotonicNanoseconds {
            entries = []
        }
        (newest, self.arrival) = (observation, arrival)
        forget(before: instant)
        guard let position = measured?.position else { return }
        if entries.count >= Self.limit { entries.removeFirst() }
        entries.append(Entry(instant: instant, position: position))
    }

    /// True if an epoch, with or without a position, has arrived in the last seconds; as of the last call of `forget`.
    private(set) var isCurrent = false

    /// Drops the positions that are too old at an instant of the host's monotonic clock.
    mutating func forget(before instant: Int64) {
        isCurrent = newest != nil && instant - arrival.monotonicNanoseconds <= Self.length
        entries.removeAll { instant - $0.instant > Self.length }
    }

    var count: Int { entries.count }

    /// The fix of the newest epoch and its position; nil unless it is a measured position in WGS 84.
    var measured: (fix: Fix, position: GeodeticPosition)? {
        guard case .fix(let fix)? = newest?.payload, fix.isUsable, let position = fix.position else { return nil }
        return (fix, position)
    }

    /// The newest position; nil if there is none in the last seconds.
    var position: GeodeticPosition? { entries.last?.position }

    /// The age of the newest position in seconds, 0 or more; nil if there is none.
    func age(at instant: Int64) -> Double? {
        entries.last.map { max(0, Double(instant - $0.instant) * 1e-9) }
    }

    /// The mean interval between the positions in seconds; nil with fewer than two.
    var interval: Double? {
        guard let first = entries.first, let last = entries.last, entries.count > 1 else { return nil }
        return Double(last.instant - first.instant) * 1e-9 / Double(entries.count - 1)
    }

    /// The mean distance between all pairs of positions in metres, from at most 40 of them; nil with fewer than two.
    var spread: Double? {
        guard let last = entries.last, entries.count > 1 else { return nil }
        let frame = LocalFrame(last.position)
        let step = max(1, entries.count / Self.compared)
        let points = stride(from: entries.count - 1, through: 0, by: -step).map { frame.point(entries[$0].position) }
        guard points.count > 1 else { return nil }
        var sum = 0.0
        for (index, point) in points.enumerated() {
            for other in points[(index + 1)...] { sum += point.distance(to: other) }
        }
        return sum / Double(points.count * (points.count - 1) / 2)
    }
}

extension Fix {
    /// True if the fix is a measured position in WGS 84.
    fileprivate var isUsable: Bool {
        kind != .none && ![.invalid, .manual, .deadReckoning, .simulated].contains(quality) && position != nil
            && isWGS84
    }
}
