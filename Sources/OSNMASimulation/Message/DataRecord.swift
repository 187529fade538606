// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A source of navigation data.
public protocol INAVSource: Sendable {
    /// Returns a satellite's navigation data in a subframe, all of the same issue; nil if the satellite does not
    /// exist.
    ///
    /// - Parameters:
    ///   - satellite: SVID, 1...36.
    ///   - subframe: The start of the subframe.
    func content(satellite: Int, subframe: GST) -> INAVContent?
}

/// The data that satellites transmitted and the time since their last change.
struct DataRecord: Sendable {
    /// A satellite's data in a subframe.
    struct Entry: Sendable {
        let subframe: Int
        let content: INAVContent
        let bits: AuthenticatedBits
        /// The number of subframes, including this one, for which the data have not changed; at most 15.
        let ephemerisAge: Int
        let timingAge: Int
        let parity: ReedSolomonParity
    }

    private let source: any INAVSource
    /// The latest subframes of each satellite.
    private var entries: [Int: [Entry]] = [:]
    /// The first subframe; no satellite transmits before it.
    private let first: Int

    init(_ source: any INAVSource, first: Int) { (self.source, self.first) = (source, first) }

    /// A satellite's data in a subframe; nil if the satellite did not transmit.
    mutating func entry(_ satellite: Int, _ subframe: Int) -> Entry? {
        if let entry = entries[satellite]?.last(where: { $0.subframe == subframe }) { return entry }
        guard let content = content(satellite, subframe) else { return nil }
        let bits = AuthenticatedBits(content, satellite: satellite)
        var (ephemerisAge, timingAge) = (1, 1)
        if let last = entries[satellite]?.last, last.subframe == subframe - 1 {
            if last.bits.ephemeris == bits.ephemeris { ephemerisAge = min(15, last.ephemerisAge + 1) }
            if last.bits.timing == bits.timing { timingAge = min(15, last.timingAge + 1) }
        } else {
            let before = (1..<15).map { age in
                self.content(satellite, subframe - age).map { AuthenticatedBits($0, satellite: satellite) }
            }
            ephemerisAge += before.prefix { $0?.ephemeris == bits.ephemeris }.count
            timingAge += before.prefix { $0?.timing == bits.timing }.count
        }
        let words = [1, 2, 3].map { content.ephemerisWord($0) } + [content.clockWord(satellite: satellite)]
        let entry = Entry(
            subframe: subframe, content: content, bits: bits, ephemerisAge: ephemerisAge, timingAge: timingAge,
            parity: ReedSolomonParity(words))
        entries[satellite, default: []].append(entry)
        if let count = entries[satellite]?.count, count > 3 { entries[satellite]?.removeFirst() }
        return entry
    }

    /// The data that a satellite transmits in a subframe; nil before the first subframe.
    func content(_ satellite: Int, _ subframe: Int) -> INAVContent? {
        guard subframe >= first else { return nil }
        return plan(satellite, subframe)
    }

    /// The data planned for a satellite in a subframe, whether or not it is in the record.
    func plan(_ satellite: Int, _ subframe: Int) -> INAVContent? {
        GST(secondsSinceEpoch: subframe * 30).flatMap { source.content(satellite: satellite, subframe: $0) }
    }
}
