// SPDX-License-Identifier: Apache-2.0

internal import OSNMA

/// The words of one satellite that were received last, from which a receiver may have computed the ephemeris and the time.
///
/// A receiver may use either signal. Both carry the same words, at different times; an attacker can forge one of the two
/// alone. Each signal therefore has its own words, and the genuine ones of one signal do not hide the false ones of the
/// other.
struct ReceivedWords {
    /// The time in nanoseconds after which the ephemeris of a signal no longer counts if only the other one delivers pages.
    /// In this time the other signal sends each of these words twice.
    private static let memory: Int64 = 60_000_000_000

    private var e1b = BandWords()
    private var e5b = BandWords()
    /// The issue of data (IODnav) of the last word of types 1...4.
    private(set) var iodnav: Int?

    /// True if a word of each of the types 1...5 was received.
    var isComplete: Bool { (1...5).allSatisfy { e1b.has($0) || e5b.has($0) } }

    /// Records a word.
    ///
    /// - Parameter now: The arrival of its page, by the observations' monotonic clock in nanoseconds.
    mutating func note(_ page: INAVPageContent, at now: Int64) {
        let oldest = now &- Self.memory
        switch page.band {
        case .e1b:
            e1b.note(page, at: now)
            e5b.forgetEphemeris(before: oldest)
        case .e5b:
            e5b.note(page, at: now)
            e1b.forgetEphemeris(before: oldest)
        }
        if (1...4).contains(page.wordType) { iodnav = page.iodnav }
    }

    /// Returns true if a receiver may have computed timing data from other words.
    func differ(from words: TimingWords) -> Bool { e1b.differ(from: words) }

    /// Returns true if a receiver may have computed the ephemeris from other words.
    func differ(from words: EphemerisWords) -> Bool {
        // Words that contradict each other in their reserved bits yield data that nothing authenticates.
        e1b.reservedBits(of: words) & e5b.reservedBits(of: words) == 0
    }
}
