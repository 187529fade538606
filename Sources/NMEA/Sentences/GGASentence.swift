// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// GGA: the position with height, quality and corrections.
public struct GGASentence: TypedSentence {
    /// UTC of the fix.
    public var time: TimeOfDay?
    public var position: GeodeticPosition?
    /// The quality digit: 0 none, 1 satellites, 2 differential, 3 PPS, 4 RTK fixed, 5 RTK float, 6 dead reckoning, 7
    /// manual, 8 simulator; manufacturers add further ones.
    public var quality: Int?
    /// Number of satellites used, often capped at 12.
    public var satellitesUsed: Int?
    /// Horizontal dilution of precision.
    public var hdop: Double?
    /// Height above mean sea level.
    public var orthometricHeight: Length?
    /// Height of the geoid above the ellipsoid.
    public var geoidSeparation: Length?
    /// Age of the corrections in seconds.
    public var correctionAge: Double?
    /// The reference station of the corrections, as sent; RTCM numbers stations 0...4095.
    public var station: UInt16?

    public init() {}

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .gga else { return nil }
        time = sentence.timeOfDay(1)
        position = sentence.position(2)
        quality = sentence.integer(6)
        satellitesUsed = sentence.integer(7)
        hdop = sentence.dilution(8)
        orthometricHeight = sentence.length(9)
        geoidSeparation = sentence.length(11)
        correctionAge = sentence.magnitude(13)
        station = sentence.integer(14).flatMap(UInt16.init(exactly:))
    }

    /// The quality that the digit stands for; a digit outside the standard is a solution of unspecified quality.
    public var fixQuality: FixQuality {
        switch quality {
        case nil, 0: .invalid
        case 2: .differential
        case 3: .precise
        case 4: .rtkFixed
        case 5: .rtkFloat
        case 6: .deadReckoning
        case 7: .manual
        case 8: .simulated
        default: .autonomous
        }
    }

    /// Returns the digit for a quality.
    public static func quality(_ quality: FixQuality) -> Int {
        quality == .combinedDeadReckoning ? 6 : Int(quality.rawValue)
    }

    /// Encodes the sentence.
    ///
    /// - Parameters:
    ///   - talker: The talker ID of the address.
    ///   - version: Has no effect, because GGA is the same in all versions; it exists for uniformity with the other
    ///     sentences.
    ///   - decimals: Decimals of the minutes of the position; heights have 1 decimal if this is below 6, otherwise 4.
    public func encoded(talker: Talker, version: NMEAVersion = .v411, decimals: Int = 5) -> [UInt8] {
        var writer = SentenceWriter(talker, "GGA")
        writer.time(time)
        writer.position(position, decimals: decimals)
        writer.integer(quality ?? 0)
        writer.integer(satellitesUsed, digits: 2)
        writer.decimal(hdop, decimals: 2)
        writer.decimal(orthometricHeight?.metres, decimals: decimals < 6 ? 1 : 4, unit: UInt8(ascii: "M"))
        writer.decimal(geoidSeparation?.metres, decimals: decimals < 6 ? 1 : 4, unit: UInt8(ascii: "M"))
        writer.decimal(correctionAge, decimals: 1)
        writer.integer(station.map(Int.init), digits: 4)
        return writer.finish()
    }
}
