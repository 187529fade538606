// SPDX-License-Identifier: Apache-2.0

/// The tags that the trusted time allows to be used (receiver guidelines 1.3, 2.1).
public enum TimeTrust: UInt8, Sendable, Comparable, CaseIterable {
    /// No tags: there is no time from outside the signal, its uncertainty is too large, or the signal contradicts it.
    case none
    /// Only slow-MAC tags (ADKD 12), whose key is disclosed eleven subframes after the tag.
    case slowOnly
    /// All tags.
    case all

    /// The tags that an uncertainty allows: all below 15 s, slow-MAC tags below 165 s, otherwise none.
    static func of(uncertainty milliseconds: Int64) -> TimeTrust {
        switch milliseconds {
        case 0..<15_000: .all
        case 15_000..<165_000: .slowOnly
        default: .none
        }
    }

    /// Orders from none to all.
    public static func < (a: TimeTrust, b: TimeTrust) -> Bool { a.rawValue < b.rawValue }
}
