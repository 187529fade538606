// SPDX-License-Identifier: Apache-2.0

/// Which tags the time allows to be used (receiver guidelines 1.3, 2.1).
public enum TimeTrust: UInt8, Sendable, Comparable, CaseIterable {
    /// None: no time from outside, one too uncertain, or one that the signal contradicts.
    case none
    /// Those whose key comes eleven subframes later.
    case slowOnly
    /// All.
    case all

    /// What an uncertainty allows: under 15 s all tags, under 165 s the slow ones.
    static func of(uncertainty milliseconds: Int64) -> TimeTrust {
        switch milliseconds {
        case 0..<15_000: .all
        case 15_000..<165_000: .slowOnly
        default: .none
        }
    }

    /// Orders by what is allowed.
    public static func < (a: TimeTrust, b: TimeTrust) -> Bool { a.rawValue < b.rawValue }
}
