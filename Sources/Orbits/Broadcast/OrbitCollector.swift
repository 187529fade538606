// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Collects orbits from a receiver's navigation pages: LNAV of GPS and QZSS, I/NAV of Galileo, D1 of BeiDou, and
/// GLONASS. For each satellite, it keeps only the newest ephemeris and the newest almanac.
///
/// Nothing here is authenticated: the orbits may be displayed, but no decision may depend on them.
public struct OrbitCollector: Sendable {
    private var ephemerides: [SatelliteID: Orbit] = [:]
    private var almanacs: [SatelliteID: Orbit] = [:]
    /// Incomplete data, by the satellite that sent them.
    private var drafts: [SatelliteID: Draft] = [:]

    private struct Draft: Sendable {
        var lnav: [Int: LNAVSubframe] = [:]
        var inav: [Int: INAVWord] = [:]
        var d1: [Int: D1Subframe] = [:]
        var glonass: [Int: GLONASSString] = [:]
        var almanacDay: (interval: Int, day: Int)?
    }

    public init() {}

    /// The orbits; two for a satellite whose ephemeris and almanac are both known.
    public var orbits: [Orbit] { Array(ephemerides.values) + Array(almanacs.values) }

    public var isEmpty: Bool { ephemerides.isEmpty && almanacs.isEmpty }

    /// Adds the data of a page.
    ///
    /// - Parameter arrival: The time of arrival, used for a page without a time. It may be wrong by half a week, or by
    ///   half a day for GLONASS.
    public mutating func take(_ page: NavigationPage, arrival: GPSTime) {
        let time = page.time?.gps ?? arrival
        let satellite = page.satellite
        switch (page.message, satellite.constellation) {
        case (.lnav, .gps), (.lnav, .qzss):
            if let subframe = LNAVSubframe(page) { take(subframe, satellite, time) }
        case (.inav, .galileo):
            if let word = INAVWord(page) { take(word, satellite, time) }
        case (.d1, .beidou):
            if let subframe = D1Subframe(page) { take(subframe, satellite, time) }
        case (.glonass, .glonass):
            if let string = GLONASSString(page) { take(string, satellite, time) }
        default: break
        }
    }

    private mutating func take(_ subframe: LNAVSubframe, _ satellite: SatelliteID, _ time: GPSTime) {
        switch subframe.number {
        case 2, 3:
            drafts[satellite, default: Draft()].lnav[subframe.number] = subframe
            guard let second = drafts[satellite]?.lnav[2], let third = drafts[satellite]?.lnav[3],
                second.issue == third.issue
            else { return }
            keep(LNAVSubframe.elements(second, third, near: time), of: satellite)
        case 4, 5:
            guard satellite.constellation == .gps, let (other, elements) = subframe.almanac(near: time) else { return }
            keep(almanac: elements, of: other)
        default: break
        }
    }

    private mutating func take(_ word: INAVWord, _ satellite: SatelliteID, _ time: GPSTime) {
        let group = (1...4).contains(word.type) ? 1...4 : 7...10
        guard group.contains(word.type) else { return }
        var words = drafts[satellite]?.inav ?? [:]
        // The words of three satellites' almanacs arrive in ascending order, so later ones belong to other satellites.
        if word.type >= 7 { words = words.filter { $0.key < word.type } }
        words[word.type] = word
        drafts[satellite, default: Draft()].inav = words
        let parts = words.filter { group.contains($0.key) && $0.value.issue == word.issue }
        guard parts.count == 4 else { return }
        if group.contains(1) {
            keep(INAVWord.elements(parts, near: time), of: satellite)
        } else {
            for (other, elements) in INAVWord.almanacs(parts, near: time) { keep(almanac: elements, of: other) }
            // The words for the next three satellites may have the same issue, and must not be joined to these.
            for type in group { drafts[satellite]?.inav[type] = nil }
        }
    }

    private mutating func take(_ subframe: D1Subframe, _ satellite: SatelliteID, _ time: GPSTime) {
        if let (other, elements) = subframe.almanac(near: time) { return keep(almanac: elements, of: other) }
        if subframe.number == 2 { drafts[satellite, default: Draft()].d1[2] = subframe }
        guard subframe.number == 3, let second = drafts[satellite]?.d1[2], subframe.second == second.second + 6 else {
            return
        }
        keep(D1Subframe.elements(second, subframe, near: time), of: satellite)
    }

    private mutating func take(_ string: GLONASSString, _ satellite: SatelliteID, _ time: GPSTime) {
        var draft = drafts[satellite] ?? Draft()
        defer { drafts[satellite] = draft }
        // Strings of different frames must not be joined.
        draft.glonass = draft.glonass.filter { $0.key < string.number && string.follows($0.value) }
        draft.glonass[string.number] = string
        switch string.number {
        case 3:
            guard satellite.number != 255, let (reference, state) = GLONASSString.state(draft.glonass, near: time)
            else { return }
            ephemerides[satellite] = Orbit(
                satellite: satellite, source: .broadcast, reference: reference, motion: .stateVector(state))
        case 5: draft.almanacDay = string.almanacDay ?? draft.almanacDay
        case 7, 9, 11, 13, 15:
            // The last two strings of a superframe contain no almanac; string 3 announces that.
            guard let first = draft.glonass[string.number - 1], let day = draft.almanacDay,
                string.number < 15 || draft.glonass[3]?.hasFiveAlmanacs == true,
                let (other, reference, almanac) = GLONASSString.almanac(first, string, day: day, near: time)
            else { return }
            almanacs[other] = Orbit(satellite: other, source: .almanac, reference: reference, motion: .nodes(almanac))
        default: break
        }
    }

    private mutating func keep(_ elements: KeplerianElements?, of satellite: SatelliteID) {
        guard let elements else { return }
        ephemerides[satellite] = Orbit(
            satellite: satellite, source: .broadcast, reference: elements.reference, motion: .keplerian(elements))
    }

    private mutating func keep(almanac elements: KeplerianElements, of satellite: SatelliteID) {
        almanacs[satellite] = Orbit(
            satellite: satellite, source: .almanac, reference: elements.reference, motion: .keplerian(elements))
    }
}
