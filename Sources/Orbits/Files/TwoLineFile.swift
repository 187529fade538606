// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Files of two-line elements, in which a line with a name comes before each set.
enum TwoLineFile {
    /// Reads the sets; nil for each that is damaged or belongs to no known satellite.
    static func orbits(_ lines: [Substring]) -> [Orbit?] {
        lines.indices.compactMap { index in
            guard lines[index].hasPrefix("1 "), index + 1 < lines.count, lines[index + 1].hasPrefix("2 ") else {
                return nil
            }
            let name = index > 0 && !lines[index - 1].hasPrefix("2 ") ? lines[index - 1] : ""
            return .some(orbit(name, lines[index], lines[index + 1]))
        }
    }

    private static func orbit(_ name: Substring, _ first: Substring, _ second: Substring) -> Orbit? {
        guard let satellite = satellite(named: name), let elements = TwoLineElements(first, second),
            let model = DeepSpaceModel(elements), let time = elements.time
        else { return nil }
        return Orbit(satellite: satellite, source: .tle, reference: time, motion: .twoLine(model))
    }

    /// The satellite with a name such as `GPS BIIF-3  (PRN 24)`, `BEIDOU-3 M1 (C19)`, `GSAT0210 (GALILEO 13)`,
    /// `QZS-2 (QZSS/PRN 194)` or `R07`. The names of GLONASS satellites (`COSMOS 2433 (720)`) do not contain the slot,
    /// which changes; a file must name it.
    static func satellite(named name: Substring) -> SatelliteID? {
        let words = name.utf8.prefix(100).split { !isLetterOrDigit($0) }.map { String(decoding: $0, as: UTF8.self) }
        for (index, word) in words.enumerated() {
            if let satellite = SatelliteID(rinex: word) { return satellite }
            if let number = galileo[word] { return SatelliteID(.galileo, number) }
            guard word == "PRN", index + 1 < words.count, let number = Int(words[index + 1]) else { continue }
            switch words.first {
            case "GPS", "NAVSTAR": return SatelliteID(.gps, number)
            case "QZS": return SatelliteID(.qzss, number - 192)
            default: continue
            }
        }
        return nil
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// SVIDs of Galileo's satellites by their names (European GNSS Service Centre, constellation information).
    private static let galileo: [String: Int] = [
        "GSAT0101": 11, "GSAT0102": 12, "GSAT0103": 19, "GSAT0104": 20, "GSAT0201": 18, "GSAT0202": 14,
        "GSAT0203": 26, "GSAT0204": 22, "GSAT0205": 24, "GSAT0206": 30, "GSAT0207": 7, "GSAT0208": 8, "GSAT0209": 9,
        "GSAT0210": 1, "GSAT0211": 2, "GSAT0212": 3, "GSAT0213": 4, "GSAT0214": 5, "GSAT0215": 21, "GSAT0216": 25,
        "GSAT0217": 27, "GSAT0218": 31, "GSAT0219": 36, "GSAT0220": 13, "GSAT0221": 15, "GSAT0222": 33,
        "GSAT0223": 34, "GSAT0224": 10, "GSAT0225": 29, "GSAT0226": 23, "GSAT0227": 6, "GSAT0232": 16,
    ]
}

extension SatelliteID {
    /// Creates a satellite from its number in RINEX: a letter and two digits, `E24`.
    fileprivate init?(rinex text: String) {
        let systems: [Constellation] = [.gps, .galileo, .beidou, .glonass, .qzss, .navic]
        guard text.utf8.count == 3, let letter = text.first, let number = Int(text.dropFirst()),
            let system = systems.first(where: { $0.letter == letter })
        else { return nil }
        self.init(system, number)
    }
}
