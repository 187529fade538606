// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The elements of a two-line element set (Spacetrack Report No. 3; the columns count from 1 there).
struct TwoLineElements: Hashable, Sendable {
    /// Days since 1949-12-31T00:00:00 UTC.
    var epoch: Double
    /// B*, in inverse Earth radii.
    var drag: Double
    /// Angles in radians.
    var inclination: Double, node: Double, perigee: Double, meanAnomaly: Double
    var eccentricity: Double
    /// Radians per minute.
    var meanMotion: Double

    /// False for elements that do not describe a navigation satellite.
    var isPlausible: Bool {
        let angles = [inclination, node, perigee, meanAnomaly]
        return (0..<0.3).contains(eccentricity) && (0.003...0.012).contains(meanMotion)
            && angles.allSatisfy { (0...7).contains($0) } && inclination <= .pi && abs(drag) < 1
            && (2_000...60_000).contains(epoch)
    }

    /// Reads the two lines.
    ///
    /// - Returns: Nil if a line is too short, its checksum is wrong, or a field is not a number.
    init?(_ first: Substring, _ second: Substring) {
        let (one, two) = (Array(first.utf8), Array(second.utf8))
        guard Self.isSound(one, "1"), Self.isSound(two, "2"), one[2..<7] == two[2..<7],
            let year = Self.number(one[18..<20]), let day = Self.number(one[20..<32]),
            let drag = Self.exponential(one[53..<61]), let inclination = Self.number(two[8..<16]),
            let node = Self.number(two[17..<25]), let eccentricity = Self.number(two[26..<33]),
            let perigee = Self.number(two[34..<42]), let anomaly = Self.number(two[43..<51]),
            let revolutions = Self.number(two[52..<63]), (1..<367).contains(day), (0...99).contains(year),
            let newYear = CivilDate(year: Int(year) + (year < 57 ? 2000 : 1900), month: 1, day: 1)
        else { return nil }
        epoch = 7306 + Double(newYear.daysSince1970) + day - 1
        self.drag = drag
        self.inclination = inclination * .pi / 180
        self.node = node * .pi / 180
        self.eccentricity = eccentricity * 1e-7
        self.perigee = perigee * .pi / 180
        meanAnomaly = anomaly * .pi / 180
        meanMotion = revolutions * 2 * .pi / 1440
    }

    /// The instant of ``epoch``; nil before GPS time.
    var time: GPSTime? {
        let nanoseconds = (epoch - 7306) * 86_400e9
        guard nanoseconds > 0, nanoseconds < 9e18 else { return nil }
        let utc = UTCTime(nanosecondsSince1970: Int64(nanoseconds))
        return GPSTime(utc, leapSeconds: LeapSeconds.announced.at(utc))
    }

    /// Checks a line's number, length and checksum. The checksum is the sum of all digits, with 1 for each minus sign.
    private static func isSound(_ line: [UInt8], _ number: Unicode.Scalar) -> Bool {
        guard line.count >= 69, line[0] == UInt8(ascii: number), line[1] == UInt8(ascii: " ") else { return false }
        let sum = line[..<68].reduce(0) { sum, byte in
            switch byte {
            case 0x30...0x39: sum + Int(byte - 0x30)
            case UInt8(ascii: "-"): sum + 1
            default: sum
            }
        }
        return line[68] == UInt8(0x30 + sum % 10)
    }

    /// A plain decimal number that may be surrounded by spaces.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        let text = bytes.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
        let rest = bytes.drop { $0 == 0x20 }.dropFirst(text.count)
        guard !text.isEmpty, rest.allSatisfy({ $0 == 0x20 }), text.allSatisfy({ "+-.0123456789".utf8.contains($0) })
        else { return nil }
        return Double(String(decoding: text, as: UTF8.self))
    }

    /// A number such as ` 12345-4`, which means 0.12345e-4.
    private static func exponential(_ bytes: ArraySlice<UInt8>) -> Double? {
        var text = bytes.drop { $0 == 0x20 }
        let isNegative = text.first == UInt8(ascii: "-")
        if isNegative || text.first == UInt8(ascii: "+") { text = text.dropFirst() }
        guard text.count >= 3, text.allSatisfy({ "+-0123456789".utf8.contains($0) }),
            let mantissa = Double("0." + String(decoding: text.dropLast(2), as: UTF8.self)),
            let exponent = Int(String(decoding: text.suffix(2), as: UTF8.self))
        else { return nil }
        var value = isNegative ? -mantissa : mantissa
        for _ in 0..<exponent.magnitude { value *= exponent < 0 ? 0.1 : 10 }
        return value
    }
}
