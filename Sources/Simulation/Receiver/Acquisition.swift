// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// How a receiver gets its satellites back after it had no sky: three come first, which do for two dimensions.
struct Acquisition: Sendable {
    /// When it last had no sky, in seconds since the receiver was switched on. Switching on is a gap without a sky.
    private var lastCovered: Double

    /// How many satellites it tracks.
    private(set) var tracked = 0
    /// The most dimensions that it solves for.
    private(set) var kind = FixKind.none

    /// When it was switched on, in seconds.
    private let began: Double
    private var now = 0.0

    /// Whether it knows the time: a second after it was switched on.
    var knowsTime: Bool { now >= began + 1 }

    /// A receiver that was just switched on, or one that has been running for long.
    ///
    /// - Parameters:
    ///   - isRunning: whether it has been running for long.
    ///   - elapsed: when it was switched on, in seconds.
    init(isRunning: Bool = false, at elapsed: Double = 0) {
        (began, lastCovered) = isRunning ? (-100, -100) : (elapsed, elapsed + 1)
    }

    /// Goes on to an instant.
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
