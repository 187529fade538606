// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Values derived from two successive fixes.
struct Motion: Equatable {
    /// Vertical speed in m/s, upward positive; only for two three-dimensional fixes.
    var climb: Double?
    /// Error of the speed, in m/s, as stated by the receiver; otherwise derived from the errors of two positions.
    var eps: Double?
    /// Error of the climb, in m/s.
    var epc: Double?
}

/// Remembers the last fix in order to derive changes from it.
struct MotionTracker {
    private struct Past {
        var time: UTCTime
        var kind: FixKind
        var height: Height
        var horizontal: Double?
        var vertical: Double?
    }

    private var past: Past?

    /// Maximum time between two fixes, in seconds; nothing is derived from fixes further apart.
    static let longestStep = 10.0

    /// Adds the next fix. Nothing is derived if the fix is not later than the previous one, or if one of the two has no
    /// position or time.
    mutating func advance(_ fix: Fix, _ errors: ErrorEstimates) -> Motion {
        guard fix.position != nil, fix.kind != .none, let time = fix.time else {
            past = nil
            return Motion()
        }
        let horizontal = errors.epx.flatMap { x in errors.epy.map { y in max(x, y) } }
        let now = Past(time: time, kind: fix.kind, height: fix.height, horizontal: horizontal, vertical: errors.epv)
        defer { past = now }
        let stated = Motion(eps: fix.speedAccuracy?.metresPerSecond)
        guard let past else { return stated }
        let step = Double(time.nanosecondsSince1970) / 1e9 - Double(past.time.nanosecondsSince1970) / 1e9
        guard step > 0.001, step <= Self.longestStep else { return stated }
        var motion = stated
        if motion.eps == nil, let before = past.horizontal, let horizontal { motion.eps = (horizontal + before) / step }
        guard past.kind == .threeDimensional, fix.kind == .threeDimensional else { return motion }
        if let before = past.vertical, let vertical = now.vertical { motion.epc = (vertical + before) / step }
        if let before = past.height.ellipsoidal, let height = fix.height.ellipsoidal {
            motion.climb = (height.metres - before.metres) / step
        } else if let before = past.height.orthometric, let height = fix.height.orthometric {
            motion.climb = (height.metres - before.metres) / step
        }
        return motion
    }
}
