// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Reacquisition after a gap without sky: three satellites come first, which suffice for a 2D solution.
struct Acquisition: Sendable {
    /// The last time without sky, in seconds since the receiver was switched on. Switching on counts as such a gap.
    private var lastCovered: Double

    /// The number of tracked satellites.
    private(set) var tracked = 0
    /// The highest number of dimensions that the receiver solves for.
    private(set) var kind = FixKind.none

    /// The time of switching on, in seconds.
    private let began: Double
    private var now = 0.0

    /// The time of the last restart, in seconds of the scenario; 0 without one.
    private let restarted: Double

    /// The time since the last restart, or since the start of the scenario, in seconds.
    var runningTime: Double { now - restarted }

    /// True if the receiver knows the time, which is the case from one second after switching on.
    var knowsTime: Bool { now >= began + 1 }

    /// Creates a receiver that was just switched on, or one that has been running for a long time.
    ///
    /// - Parameters:
    ///   - isRunning: True if it has been running for a long time.
    ///   - elapsed: The time of switching on, in seconds.
    init(isRunning: Bool = false, at elapsed: Double = 0) {
        (began, lastCovered) = isRunning ? (-100, -100) : (elapsed, elapsed + 1)
        restarted = elapsed
    }

    /// Advances to an instant.
    mutating func advance(to elapsed: Double, isCovered: Bool) {
        now = elapsed
        if isCovered { lastCovered = elapsed }
        switch elapsed - lastCovered {
        case ..<2: (tracked, kind) = (0, .none)
        case ..<4: (tracked, kind) = (3, .twoDimensional)
        case let open: (tracked, kind) = (10 + Int(min(open - 4, 60) * 3), .threeDimensional)
        }
    }
}
