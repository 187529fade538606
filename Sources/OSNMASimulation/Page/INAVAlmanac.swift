// SPDX-License-Identifier: Apache-2.0

/// The almanacs of up to three satellites, as transmitted in word types 7 to 10 (Galileo OS SIS ICD 2.1, sections
/// 4.3.5 and 5.1.10).
struct INAVAlmanac: Hashable, Sendable {
    /// The almanac of one satellite, in the units of the message.
    struct Entry: Hashable, Sendable {
        /// SVID; 0 without an almanac.
        var satellite = 0
        /// Difference of √A from that of 29 600 km, 2^-9 √m.
        var deltaSqrtA = 0
        /// Eccentricity, 2^-16.
        var e = 0
        /// Argument of perigee, 2^-15 semicircles.
        var omega = 0
        /// Difference of the inclination from 56°, 2^-14 semicircles.
        var deltaI = 0
        /// Longitude of the ascending node, 2^-15 semicircles.
        var omega0 = 0
        /// Rate of right ascension, 2^-33 semicircles/s.
        var omegaDot = 0
        /// Mean anomaly, 2^-15 semicircles.
        var m0 = 0
        /// Clock bias, 2^-19 s.
        var af0 = 0
        /// Clock drift, 2^-38 s/s.
        var af1 = 0
        var e5bHealth = 0
        var e1bHealth = 0
    }

    /// The issue of data, 0...15.
    var issue = 0
    /// The lowest 2 bits of the reference time's week.
    var week = 0
    /// Reference time, 600 s.
    var t0a = 0
    var entries: [Entry] = []

    static let none = INAVAlmanac()

    private func entry(_ index: Int) -> Entry { entries.indices.contains(index) ? entries[index] : Entry() }

    /// Word type 7, 8 or 9.
    func word(_ type: Int) -> INAVWord {
        var word = WordWriter(type: type)
        word.add(issue, 4)
        if type != 8 {
            word.add(week, 2)
            word.add(t0a, 10)
        }
        switch type {
        case 7:
            addOrbit(entry(0), to: &word)
            addNode(entry(0), to: &word)
            word.add(entry(0).m0, 16)
        case 8:
            addClock(entry(0), to: &word)
            addOrbit(entry(1), to: &word)
            addNode(entry(1), to: &word)
        default:
            word.add(entry(1).m0, 16)
            addClock(entry(1), to: &word)
            addOrbit(entry(2), to: &word)
        }
        return word.word
    }

    /// Appends the first 80 bits of word type 10 after its type.
    func addEndOfThird(to word: inout WordWriter) {
        word.add(issue, 4)
        addNode(entry(2), to: &word)
        word.add(entry(2).m0, 16)
        addClock(entry(2), to: &word)
    }

    private func addOrbit(_ entry: Entry, to word: inout WordWriter) {
        word.add(entry.satellite, 6)
        word.add(entry.deltaSqrtA, 13)
        word.add(entry.e, 11)
        word.add(entry.omega, 16)
        word.add(entry.deltaI, 11)
    }

    private func addNode(_ entry: Entry, to word: inout WordWriter) {
        word.add(entry.omega0, 16)
        word.add(entry.omegaDot, 11)
    }

    private func addClock(_ entry: Entry, to word: inout WordWriter) {
        word.add(entry.af0, 16)
        word.add(entry.af1, 13)
        word.add(entry.e5bHealth, 2)
        word.add(entry.e1bHealth, 2)
    }
}

extension INAVAlmanac.Entry {
    /// Derives a satellite's almanac from its ephemeris for a reference time: each element is propagated to that time
    /// and rounded to its field's resolution.
    ///
    /// - Parameters:
    ///   - content: The ephemeris.
    ///   - satellite: SVID.
    ///   - t0a: The reference time, in seconds of the week.
    init(_ content: INAVContent, satellite: Int, t0a: Int) {
        self.satellite = satellite
        let elapsed = content.elapsed(to: t0a)
        deltaSqrtA = Self.steps(Double(content.sqrtA) * 0x1p-19 - Self.nominalAxis.squareRoot(), 0x1p9)
        e = Self.steps(Double(content.e) * 0x1p-33, 0x1p16)
        omega = Self.angle(Double(content.omega) * 0x1p-31)
        let inclination = Double(content.i0) * 0x1p-31 + Double(content.iDot) * 0x1p-43 * elapsed
        deltaI = Self.steps(inclination - Self.nominalInclination, 0x1p14)
        omega0 = Self.angle(content.node(at: t0a))
        omegaDot = Self.steps(Double(content.omegaDot) * 0x1p-43, 0x1p33)
        m0 = Self.angle(Double(content.m0) * 0x1p-31 + content.motion / .pi * elapsed)
        af0 = Self.steps(Double(content.af0) * 0x1p-34 + Double(content.af1) * 0x1p-46 * elapsed, 0x1p19)
        af1 = Self.steps(Double(content.af1) * 0x1p-46, 0x1p38)
        (e5bHealth, e1bHealth) = (content.e5bHealth, content.e1bHealth)
    }

    /// The value in steps, rounded; 0 if it is not finite, for example if the semi-major axis is 0.
    private static func steps(_ value: Double, _ perUnit: Double) -> Int {
        Int(exactly: (value * perUnit).rounded()) ?? 0
    }

    /// The angle in steps of 2^-15 semicircles, without whole turns.
    private static func angle(_ semicircles: Double) -> Int {
        steps(semicircles - (semicircles / 2).rounded() * 2, 0x1p15)
    }

    /// The nominal semi-major axis in metres.
    private static let nominalAxis = 29_600_000.0
    /// 56° in semicircles.
    private static let nominalInclination = 56.0 / 180
}
