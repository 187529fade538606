// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Simulation

/// The navigation data of simulated satellites: their own orbit and clock, and typical values of a quiet day for
/// everything else.
public struct SimulatedSource: INAVSource {
    private let satellites: [Int: SimulatedSatellite]
    private let leapSeconds: LeapSeconds

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - satellites: The satellites; only those of Galileo are used.
    ///   - leapSeconds: Past and announced leap seconds.
    public init(
        _ satellites: [SimulatedSatellite] = SimulatedConstellations.galileo, leapSeconds: LeapSeconds = .announced
    ) {
        let own = satellites.filter { $0.id.constellation == .galileo }
        self.satellites = Dictionary(own.map { (Int($0.id.number), $0) }, uniquingKeysWith: { first, _ in first })
        self.leapSeconds = leapSeconds
    }

    /// The SVIDs of all satellites, sorted.
    public var numbers: [Int] { satellites.keys.sorted() }

    /// A satellite's data in a subframe; nil if the source does not have the satellite.
    public func content(satellite: Int, subframe: GST) -> INAVContent? {
        guard let simulated = satellites[satellite],
            let time = GPSTime(week: subframe.week + 1024, nanosecondsOfWeek: Int64(subframe.tow) * 1_000_000_000),
            let ephemeris = simulated.ephemeris(at: time, leapSeconds: 0).keplerian
        else { return nil }
        var content = INAVContent(ephemeris)
        addSystem(to: &content, subframe)
        addLeapSeconds(to: &content, time)
        return content
    }

    /// Adds the data that all satellites transmit identically. Their reference time is the start of the day.
    private func addSystem(to content: inout INAVContent, _ time: GST) {
        (content.ai0, content.ai1, content.ai2) = (236, 91, 26)
        (content.a0, content.a1) = (2, -1)
        content.t0t = time.tow / 86_400 * 24
        content.wn0t = time.week % 256
        content.t0G = content.t0t
        content.wn0G = time.week % 64
        (content.a0G, content.a1G) = (-12, 3)
    }

    /// Adds the leap seconds in force and the next change from half a year before it, or else the last change
    /// (Galileo OS SIS ICD 2.1, section 5.1.7).
    private func addLeapSeconds(to content: inout INAVContent, _ time: GPSTime) {
        let change = leapSeconds.announced(at: time).change
        content.deltaTLS = leapSeconds.at(time)
        content.deltaTLSF = change.after
        let day = change.day.days(since: GST.firstDay)
        (content.wnLSF, content.dn) = (day / 7 % 256, day % 7 + 1)
    }
}

extension INAVContent {
    /// Creates the content with the orbit and clock of a Galileo satellite.
    public init(_ ephemeris: KeplerianEphemeris) {
        self.init()
        iodNav = ephemeris.issue
        t0e = ephemeris.referenceSecond / 60
        t0c = t0e
        m0 = Int(ephemeris.meanAnomaly)
        e = Int(ephemeris.eccentricity)
        sqrtA = Int(ephemeris.rootSemiMajor)
        omega0 = Int(ephemeris.ascendingNode)
        i0 = Int(ephemeris.inclination)
        omega = Int(ephemeris.perigee)
        iDot = Int(ephemeris.inclinationRate)
        omegaDot = Int(ephemeris.ascendingNodeRate)
        deltaN = Int(ephemeris.meanMotionDifference)
        (cuc, cus) = (Int(ephemeris.cuc), Int(ephemeris.cus))
        (crc, crs) = (Int(ephemeris.crc), Int(ephemeris.crs))
        (cic, cis) = (Int(ephemeris.cic), Int(ephemeris.cis))
        af0 = Int(ephemeris.clockOffset)
        af1 = Int(ephemeris.clockDrift)
        bgdE5a = Int(ephemeris.groupDelay)
        bgdE5b = Int(ephemeris.secondGroupDelay)
    }
}

extension OSNMASignal: NavigationPageSource {
    /// The page that a satellite transmits at an instant; nil for satellites of other systems.
    public mutating func page(of satellite: SimulatedSatellite, at time: GST) -> [UInt8]? {
        guard satellite.id.constellation == .galileo else { return nil }
        return page(satellite: Int(satellite.id.number), at: time)
    }
}
