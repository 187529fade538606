// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// How a receiver gets its satellites back after it had no sky: three come first, which do for two dimensions.
struct Acquisition: Sendable {
    /// When it last had no sky, in seconds since the receiver was switched on. Switching on is a gap without a sky.
    private var lastCovered = 1.0

    /// How many satellites it tracks.
    private(set) var tracked = 0
    /// The most dimensions that it solves for.
    private(set) var kind = FixKind.none

    /// Goes on to an instant.
    mutating func advance(to elapsed: Double, isCovered: Bool) {
        if isCovered { lastCovered = elapsed }
        switch elapsed - lastCovered {
        case ..<2: (tracked, kind) = (0, .none)
        case ..<4: (tracked, kind) = (3, .twoDimensional)
        case let open: (tracked, kind) = (10 + Int(min(open - 4, 60) * 3), .threeDimensional)
        }
    }
}
