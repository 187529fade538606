// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The I/NAV pages on E1-B of satellites with OSNMA, according to OSNMA SIS ICD 1.1. The code is written from that
/// document alone, so that it can check the engine that judges the pages.
///
/// The same scenario and navigation data always yield the same bytes, including signatures (RFC 6979). Pages may be
/// requested in any order; chronological order is fast.
public struct OSNMASignal: Sendable {
    public let scenario: OSNMAScenario
    let plan: ServicePlan
    private var record: DataRecord
    /// For each satellite, the OSNMA fields of the last requested subframe.
    private var fields: [Int: (subframe: Int, fields: [UInt64])] = [:]
    private var messages: [DSM: [UInt8]] = [:]
    private var neighbours: (interval: Int, Neighbours)?
    /// The almanacs of a day.
    private var almanac: (day: Int, entries: [INAVAlmanac.Entry])?

    /// Creates a signal.
    ///
    /// - Parameters:
    ///   - scenario: The behaviour of the service.
    ///   - source: The satellites' navigation data.
    /// - Throws: `OSNMAScenarioError` if the scenario cannot be played.
    public init(_ scenario: OSNMAScenario, source: any INAVSource) throws(OSNMAScenarioError) {
        self.scenario = scenario
        plan = try ServicePlan(scenario)
        record = DataRecord(source, first: plan.span.lowerBound)
    }

    /// Creates a signal of the same service with other navigation data, and with the keys of another plan if it is
    /// given.
    init(_ other: OSNMASignal, source: any INAVSource, plan: ServicePlan? = nil) {
        (scenario, self.plan) = (other.scenario, plan ?? other.plan)
        record = DataRecord(source, first: self.plan.span.lowerBound)
    }

    /// Returns a page.
    ///
    /// - Parameters:
    ///   - satellite: SVID, 1...36.
    ///   - time: An instant within the page; pages on E1-B start at odd seconds and last two.
    /// - Returns: 240 bits: the even and the odd part of 120 bits each, including their tails; nil if the source does
    ///   not have the satellite.
    public mutating func page(satellite: Int, at time: GST) -> [UInt8]? {
        page(satellite, PagePlace(time))
    }

    mutating func page(_ satellite: Int, _ place: PagePlace) -> [UInt8]? {
        guard let word = word(satellite, place) else { return nil }
        return INAVPage.bytes(word: word, osnma: field(satellite, place), start: place.seconds)
    }

    /// The OSNMA field of a page, 40 bits; 0 if no OSNMA is transmitted.
    mutating func field(_ satellite: Int, _ place: PagePlace) -> UInt64 {
        guard scenario.satellites.contains(satellite), plan.span.contains(place.subframe) else { return 0 }
        if fields[satellite]?.subframe != place.subframe {
            fields[satellite] = (place.subframe, osnma(satellite, place.subframe))
        }
        return fields[satellite]?.fields[place.index] ?? 0
    }

    /// The word of a page.
    mutating func word(_ satellite: Int, _ place: PagePlace) -> INAVWord? {
        guard let entry = record.entry(satellite, place.subframe) else { return nil }
        let time = PageTime(place.seconds)
        let content = entry.content
        let type = INAVSequence.types(subframe: place.subframe)[place.index]
        switch type {
        case 1...3: return content.ephemerisWord(type)
        case 4: return content.clockWord(satellite: satellite)
        case 5: return content.healthWord(at: time)
        case 6: return content.utcWord(at: time)
        case 7...9: return almanac(place.subframe).word(type)
        case 10: return content.gpsTimeWord(almanac(place.subframe))
        case 16:
            return ReducedEphemeris(content).word(tow: place.subframe * 30 % 604_800) ?? INAVContent.spareWord(at: time)
        case 17...20: return entry.parity.word(type)
        default: return INAVContent.spareWord(at: time)
        }
    }

    /// A word of types 17...20 for a page that would carry a word of types 1...4 or 17...20; nil for other pages.
    mutating func parityWord(_ satellite: Int, _ place: PagePlace) -> INAVWord? {
        let type = INAVSequence.types(subframe: place.subframe)[place.index]
        guard (1...4).contains(type) || (17...20).contains(type) else { return nil }
        return record.entry(satellite, place.subframe)?.parity.word(type < 5 ? type + 16 : type)
    }

    /// The almanacs of the three satellites whose turn it is; the next three follow after a minute. Each day has one
    /// issue, whose reference time is noon.
    private mutating func almanac(_ subframe: Int) -> INAVAlmanac {
        let day = subframe / 2880
        let noon = day * 2880 + 1440
        let (week, t0a) = (noon * 30).quotientAndRemainder(dividingBy: 604_800)
        let all: [INAVAlmanac.Entry]
        if let almanac, almanac.day == day {
            all = almanac.entries
        } else {
            all = (scenario.satellites + scenario.silentSatellites).sorted().compactMap { satellite in
                record.plan(satellite, noon).map { INAVAlmanac.Entry($0, satellite: satellite, t0a: t0a) }
            }
            almanac = (day, all)
        }
        let groups = max(1, (all.count + 2) / 3)
        let entries = Array(all.dropFirst(subframe / 2 % groups * 3).prefix(3))
        return INAVAlmanac(issue: day % 16, week: week & 3, t0a: t0a / 600, entries: entries)
    }
}

// MARK: OSNMA

extension OSNMASignal {
    /// The OSNMA fields of the fifteen pages of a subframe.
    private mutating func osnma(_ satellite: Int, _ subframe: Int) -> [UInt64] {
        let hkroot = hkroot(satellite, subframe) ?? []
        let mack = mack(satellite, subframe)
        return (0..<15).map { page in
            mack[4 * page..<4 * page + 4].reduce(UInt64(hkroot[page])) { $0 << 8 | UInt64($1) }
        }
    }

    /// The message transmitted in a subframe and its bytes.
    private mutating func message(_ subframe: Int) -> (dsm: DSM, bytes: [UInt8]) {
        let dsm = plan.message(subframe)
        let bytes = messages[dsm] ?? plan.bytes(dsm)
        messages[dsm] = bytes
        return (dsm, bytes)
    }

    /// The first block of the message transmitted in a subframe.
    mutating func firstBlock(_ subframe: Int) -> [UInt8] { Array(message(subframe).bytes.prefix(13)) }

    /// The 15 bytes of HKROOT in a subframe; nil if no OSNMA is transmitted.
    mutating func hkroot(_ satellite: Int, _ subframe: Int) -> [UInt8]? {
        guard scenario.satellites.contains(satellite), plan.span.contains(subframe) else { return nil }
        let (dsm, bytes) = message(subframe)
        // Each satellite continues from block to block. Of the eight satellites in a plane, a receiver sees about
        // three neighbours, which start a third of the message apart; planes start at adjacent blocks.
        let rank = scenario.satellites.firstIndex(of: satellite) ?? 0
        let count = bytes.count / 13
        let block = (plan.phase(subframe).place(of: subframe) + rank * ((count + 1) / 3) + rank / 8) % count
        let number = plan.numbers[dsm] ?? 0
        return [plan.header(plan.phase(subframe)), number << 4 | UInt8(block)]
            + bytes[block * 13..<block * 13 + 13]
    }

    private mutating func mack(_ satellite: Int, _ subframe: Int) -> [UInt8] {
        let phase = plan.phase(subframe)
        let chain = plan.chains[phase.chain]
        let slots = MACTable.slots(chain.settings.table, isFirst: subframe.isMultiple(of: 2)) ?? []
        let subjects = TagPlan(
            sender: satellite, others: neighbours(subframe).of(satellite), subframe: subframe,
            hasTiming: slots.contains(.own(adkd: 4)))
        let tags = slots.enumerated().map { index, slot in
            let (subject, adkd) = subjects.subject(slot, index)
            let isDummy = isDummy(satellite, subframe, index)
            let entry = isDummy ? nil : record.entry(subject, subframe - 1)
            let bits = entry?.bits ?? .none
            var data = adkd == 4 ? bits.timing : bits.ephemeris
            data[0] |= phase.status.rawValue << 6
            let age = adkd == 4 ? entry?.timingAge : entry?.ephemerisAge
            return TagDraft(
                info: TagInfo(satellite: subject, adkd: adkd, cutOff: age ?? 0), isFlexible: slot == .flexible,
                data: data, key: key(subframe + (adkd == 12 ? 11 : 1)))
        }
        return MACKMessage(
            sender: satellite, subframe: subframe, settings: chain.settings, tags: tags, key: key(subframe),
            nextKey: key(subframe + 1)
        ).bytes
    }

    /// The neighbours of all satellites, updated every ten minutes.
    private mutating func neighbours(_ subframe: Int) -> Neighbours {
        let interval = subframe / 20
        if let neighbours, neighbours.interval == interval { return neighbours.1 }
        let first = max(interval * 20, plan.span.lowerBound)
        let contents = (scenario.satellites + scenario.silentSatellites).sorted().compactMap { satellite in
            record.content(satellite, first).map { (satellite: satellite, content: $0) }
        }
        let found = Neighbours(contents, tow: first * 30 % 604_800)
        neighbours = (interval, found)
        return found
    }

    /// The key disclosed in a subframe, from the chain in force then.
    private func key(_ subframe: Int) -> [UInt8] {
        let chain = plan.chain(subframe)
        return chain.key(subframe) ?? [UInt8](repeating: 0, count: chain.settings.keyBytes)
    }

    private func isDummy(_ satellite: Int, _ subframe: Int, _ slot: Int) -> Bool {
        guard scenario.dummyTagsPerThousand > 0 else { return false }
        var mixed = UInt64(satellite) << 40 ^ UInt64(subframe) << 8 ^ UInt64(slot) ^ scenario.seed
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % 1000) < scenario.dummyTagsPerThousand
    }
}

/// The time of a page on E1-B.
struct PagePlace: Hashable, Sendable {
    /// The start in seconds since the epoch of Galileo time, an odd number.
    let seconds: Int

    init(_ time: GST) { seconds = max(1, (time.secondsSinceEpoch - 1) / 2 * 2 + 1) }

    init(subframe: Int, index: Int) { seconds = max(1, subframe * 30 + 1 + 2 * index) }

    private init(seconds: Int) { self.seconds = max(1, seconds) }

    /// The page an even number of seconds earlier.
    func earlier(by delay: Int) -> PagePlace { PagePlace(seconds: seconds - delay) }

    /// The subframe in which it starts.
    var subframe: Int { seconds / 30 }
    /// The index in the subframe, 0...14.
    var index: Int { seconds % 30 / 2 }
}
