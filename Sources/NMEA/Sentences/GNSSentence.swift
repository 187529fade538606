// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// GNS: the position computed from several systems.
public struct GNSSentence: TypedSentence {
    /// UTC of the fix.
    public var time: TimeOfDay?
    public var position: GeodeticPosition?
    /// One letter per system, in the order GPS, GLONASS, Galileo, BeiDou, QZSS, NavIC.
    public var modes: [ModeIndicator] = []
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
    /// The navigational status (since NMEA 4.10).
    public var status: NavigationalStatus?

    public init() {}

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .gns else { return nil }
        time = sentence.timeOfDay(1)
        position = sentence.position(2)
        modes = sentence.letters(6).prefix(8).map { ModeIndicator(rawValue: $0) }
        satellitesUsed = sentence.integer(7)
        hdop = sentence.dilution(8)
        orthometricHeight = sentence.length(9)
        geoidSeparation = sentence.length(10)
        correctionAge = sentence.magnitude(11)
        station = sentence.integer(12).flatMap(UInt16.init(exactly:))
        status = sentence.letter(13).map { NavigationalStatus(rawValue: $0) }
    }

    /// The best quality of all systems: the modes of a fix from GLONASS alone are `NA`.
    public var fixQuality: FixQuality {
        let order: [FixQuality] = [
            .rtkFixed, .rtkFloat, .precise, .differential, .autonomous, .simulated, .manual, .deadReckoning,
        ]
        return order.first { quality in modes.contains { $0.quality == quality } } ?? .invalid
    }

    /// Encodes the sentence.
    ///
    /// - Parameters:
    ///   - talker: The talker ID of the address.
    ///   - version: Determines whether the status is written.
    ///   - decimals: Decimals of the minutes of the position; heights have 1 decimal if this is below 6, otherwise 4.
    public func encoded(talker: Talker, version: NMEAVersion = .v411, decimals: Int = 5) -> [UInt8] {
        var writer = SentenceWriter(talker, "GNS")
        writer.time(time)
        writer.position(position, decimals: decimals)
        writer.text(String(decoding: modes.map(\.rawValue), as: UTF8.self))
        writer.integer(satellitesUsed, digits: 2)
        writer.decimal(hdop, decimals: 2)
        writer.decimal(orthometricHeight?.metres, decimals: decimals < 6 ? 1 : 4)
        writer.decimal(geoidSeparation?.metres, decimals: decimals < 6 ? 1 : 4)
        writer.decimal(correctionAge, decimals: 1)
        writer.integer(station.map(Int.init), digits: 4)
        if version >= .v410 { writer.letter((status ?? .notValid).rawValue) }
        return writer.finish()
    }
}
