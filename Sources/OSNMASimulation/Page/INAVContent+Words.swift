// SPDX-License-Identifier: Apache-2.0

extension INAVContent {
    /// Word type 1, 2 or 3: ephemeris.
    func ephemerisWord(_ type: Int) -> INAVWord {
        var word = WordWriter(type: type)
        word.add(iodNav, 10)
        switch type {
        case 1:
            word.add(t0e, 14)
            word.add(m0, 32)
            word.add(e, 32)
            word.add(sqrtA, 32)
            // Reserved; satellites transmit this value.
            word.add(0b11, 2)
        case 2:
            word.add(omega0, 32)
            word.add(i0, 32)
            word.add(omega, 32)
            word.add(iDot, 14)
        default:
            word.add(omegaDot, 24)
            word.add(deltaN, 16)
            for correction in [cuc, cus, crc, crs] { word.add(correction, 16) }
            word.add(sisa, 8)
        }
        return word.word
    }

    /// Word type 4: the sender, the rest of the ephemeris, and the clock.
    func clockWord(satellite: Int) -> INAVWord {
        var word = WordWriter(type: 4)
        word.add(iodNav, 10)
        word.add(satellite, 6)
        word.add(cic, 16)
        word.add(cis, 16)
        word.add(t0c, 14)
        word.add(af0, 31)
        word.add(af1, 21)
        word.add(af2, 6)
        return word.word
    }

    /// Word type 5: ionosphere, group delays, health, and the time.
    func healthWord(at time: PageTime) -> INAVWord {
        var word = WordWriter(type: 5)
        word.add(ai0, 11)
        word.add(ai1, 11)
        word.add(ai2, 14)
        word.add(storms, 5)
        word.add(bgdE5a, 10)
        word.add(bgdE5b, 10)
        word.add(e5bHealth, 2)
        word.add(e1bHealth, 2)
        word.add(e5bValidity, 1)
        word.add(e1bValidity, 1)
        word.add(time.week, 12)
        word.add(time.tow, 20)
        return word.word
    }

    /// Word type 6: GST-UTC conversion, and the time.
    func utcWord(at time: PageTime) -> INAVWord {
        var word = WordWriter(type: 6)
        word.add(a0, 32)
        word.add(a1, 24)
        word.add(deltaTLS, 8)
        word.add(t0t, 8)
        word.add(wn0t, 8)
        word.add(wnLSF, 8)
        word.add(dn, 3)
        word.add(deltaTLSF, 8)
        word.add(time.tow, 20)
        return word.word
    }

    /// Word type 0: only the time.
    static func spareWord(at time: PageTime) -> INAVWord {
        var word = WordWriter(type: 0)
        word.add(2, 2)
        word.spare(to: 96)
        word.add(time.week, 12)
        word.add(time.tow, 20)
        return word.word
    }

    /// Word type 10: the end of an almanac, and the conversion from GST to GPS time.
    func gpsTimeWord(_ almanac: INAVAlmanac) -> INAVWord {
        var word = WordWriter(type: 10)
        almanac.addEndOfThird(to: &word)
        word.add(a0G, 16)
        word.add(a1G, 12)
        word.add(t0G, 8)
        word.add(wn0G, 6)
        return word.word
    }
}

/// The bits that tags authenticate, in transmission order, preceded by two zero bits for the status (OSNMA SIS ICD
/// 1.1, section 6.6).
struct AuthenticatedBits: Hashable, Sendable {
    /// ADKD 0 and 12: 549 bits of words 1 to 5.
    let ephemeris: [UInt8]
    /// ADKD 4: 141 bits of words 6 and 10.
    let timing: [UInt8]

    /// The data of a dummy tag.
    static let none = AuthenticatedBits(
        ephemeris: [UInt8](repeating: 0, count: 69), timing: [UInt8](repeating: 0, count: 18))

    init(_ content: INAVContent, satellite: Int) {
        // The times in words 5 and 6 are not authenticated.
        let time = PageTime(0)
        var writer = BitWriter(reserving: 69)
        writer.append(0, 2)
        writer.append(content.ephemerisWord(1), 6..<126)
        writer.append(content.ephemerisWord(2), 6..<126)
        writer.append(content.ephemerisWord(3), 6..<128)
        writer.append(content.clockWord(satellite: satellite), 6..<126)
        writer.append(content.healthWord(at: time), 6..<73)
        ephemeris = writer.bytes
        writer = BitWriter(reserving: 18)
        writer.append(0, 2)
        writer.append(content.utcWord(at: time), 6..<105)
        writer.append(content.gpsTimeWord(INAVAlmanac.none), 86..<128)
        timing = writer.bytes
    }

    private init(ephemeris: [UInt8], timing: [UInt8]) { (self.ephemeris, self.timing) = (ephemeris, timing) }
}
