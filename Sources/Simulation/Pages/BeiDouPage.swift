// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A page of subframe 4 or 5 of BeiDou D1 (BDS-SIS-ICD-B1I 3.0, 5.2.3 and 5.2.4): almanacs and health of all
/// satellites, offsets to other systems, and UTC.
struct BeiDouPage {
    /// Page number, 1...24.
    let number: Int
    /// AmID: the group of satellites from 31 on that the expanded pages describe in this superframe, 1...3.
    let expansion: Int
    /// BeiDou's week.
    let week: Int
    /// t_oa in units of 4096 s, at the middle of the day.
    let reference: Int

    /// Creates the page transmitted in a frame.
    ///
    /// - Parameters:
    ///   - frame: The frame's number in BeiDou's week, from 0.
    ///   - week: BeiDou's week.
    init(frame: Int, week: Int) {
        number = frame % 24 + 1
        expansion = frame / 24 % 3 + 1
        self.week = week
        reference = (frame / 2880 * 86_400 + 43_200) / 4096
    }

    /// Writes the page of a subframe, from the end of the time fields on.
    func write(
        subframe: Int, _ leap: (before: Int, change: LeapSeconds.Change), _ data: inout BitWriter
    ) {
        data.write(0, 1)
        data.write(number, 7)
        switch (subframe, number) {
        case (4, _): almanac(number, 3, &data)
        case (_, 1...6): almanac(24 + number, 3, &data)
        case (_, 7): health(1...19, &data)
        case (_, 8):
            health(20...30, &data)
            data.write(week, 8)
            data.write(reference, 8)
        // The other systems' times differ from BeiDou's only by whole seconds in the simulation.
        case (_, 9): break
        case (_, 10): time(leap, &data)
        case (_, 24):
            health(expanded, &data)
            data.write(0, 9 * (13 - expanded.count))
            data.write(expansion, 2)
        default:
            let satellite = expanded.lowerBound + number - 11
            almanac(expanded.contains(satellite) ? satellite : nil, expansion, &data)
        }
        data.write(0, 224 - data.bits.count)
    }

    /// The satellites that the expanded pages describe.
    private var expanded: ClosedRange<Int> {
        switch expansion {
        case 1: 31...43
        case 2: 44...56
        default: 57...63
        }
    }

    private static let satellites = Dictionary(
        uniqueKeysWithValues: SimulatedConstellations.beidou.map { (Int($0.id.number), $0) })

    /// Writes an almanac, or zeros for a satellite that does not exist; the health field says so too.
    private func almanac(_ satellite: Int?, _ mark: Int, _ data: inout BitWriter) {
        let second = (week + KeplerianScales.beidou.firstWeek) * GST.secondsInWeek + 4096 * reference
        let instant = GPSTime(wholeSeconds: second + KeplerianScales.beidou.secondsBehindGPS)
        if let satellite = satellite.flatMap({ Self.satellites[$0] }) {
            let elements = satellite.elements.keplerian(satellite.id, for: instant, issue: 0)
            /// Rounds off the lowest bits.
            func coarse(_ value: Int, _ bits: Int) -> Int { (value + (1 << (bits - 1))) >> bits }
            data.write(coarse(Int(elements.rootSemiMajor), 8), 24)
            data.write(coarse(Int(elements.clockDrift), 12), 11)
            data.write(coarse(Int(elements.clockOffset), 13), 11)
            data.write(coarse(Int(elements.ascendingNode), 8), 24)
            data.write(coarse(Int(elements.eccentricity), 12), 17)
            // The difference from 0.3 semicircles.
            data.write(coarse(Int(elements.inclination) - 644_245_094, 12), 16)
            data.write(reference, 8)
            data.write(coarse(Int(elements.ascendingNodeRate), 5), 17)
            data.write(coarse(Int(elements.perigee), 8), 24)
            data.write(coarse(Int(elements.meanAnomaly), 8), 24)
        } else {
            data.write(0, 176)
        }
        data.write(mark, 2)
    }

    /// Writes nine bits for each satellite: zeros if it is healthy, ones if it does not exist.
    private func health(_ numbers: ClosedRange<Int>, _ data: inout BitWriter) {
        for number in numbers { data.write(Self.satellites[number] == nil ? 0x1FF : 0, 9) }
    }

    private func time(_ leap: (before: Int, change: LeapSeconds.Change), _ data: inout BitWriter) {
        let behind = KeplerianScales.beidou.secondsBehindGPS
        // The day at the end of which the leap second occurs, counted from the start of GPS time.
        let day = leap.change.day.days(since: GPSTime.firstDay)
        data.write(leap.before - behind, 8)
        data.write(leap.change.after - behind, 8)
        data.write(day / 7 - KeplerianScales.beidou.firstWeek, 8)
        data.write(0, 32 + 24)
        data.write(day % 7, 8)
    }
}
