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

/// What the trusted time said of a word when it arrived.
struct Arrival: Sendable {
    /// The tags that it allowed.
    var trust: TimeTrust
    /// The longest delay in seconds with which the word may have arrived after its stated time.
    var margin: Int16

    /// The weaker statement in each respect: that of a value made from both words.
    func and(_ other: Arrival) -> Arrival {
        Arrival(trust: min(trust, other.trust), margin: max(margin, other.margin))
    }
}
