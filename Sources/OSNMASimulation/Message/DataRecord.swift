// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Where navigation data come from.
public protocol INAVSource: Sendable {
    /// What a satellite sends in a subframe: all of it from the same issue. Nil: the satellite is not there.
    ///
    /// - Parameters:
    ///   - satellite: SVID, 1...36.
    ///   - subframe: the instant at which the subframe begins.
    func content(satellite: Int, subframe: GST) -> INAVContent?
}

/// What satellites sent, and since when it has not changed.
struct DataRecord: Sendable {
    /// What a satellite sent in a subframe.
    struct Entry: Sendable {
        let subframe: Int
        let content: INAVContent
        let bits: AuthenticatedBits
        /// For so many subframes, this one included, the data were these; at most 15.
        let ephemerisAge: Int
        let timingAge: Int
        let parity: ReedSolomonParity
    }

    private let source: any INAVSource
    /// By satellite, the latest subframes.
    private var entries: [Int: [Entry]] = [:]
    /// In subframes before it there were no satellites.
    private let first: Int

    init(_ source: any INAVSource, first: Int) { (self.source, self.first) = (source, first) }

    /// What a satellite sent in a subframe; nil where it was not there.
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

    /// What a satellite sends in a subframe.
    func content(_ satellite: Int, _ subframe: Int) -> INAVContent? {
        guard subframe >= first else { return nil }
        return plan(satellite, subframe)
    }

    /// What a satellite is to send in a subframe, be it of the record or not.
    func plan(_ satellite: Int, _ subframe: Int) -> INAVContent? {
        GST(secondsSinceEpoch: subframe * 30).flatMap { source.content(satellite: satellite, subframe: $0) }
    }
}
