// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// GSV: satellites in view, up to four per sentence, in groups per system and (since NMEA 4.10) per signal.
public struct GSVSentence: TypedSentence {
    /// A satellite in the sentence.
    public struct Entry: Hashable, Sendable {
        /// The number as sent; nil if empty (a GLONASS satellite of unknown slot).
        public var number: Int?
        /// Elevation in degrees, −90...90.
        public var elevation: Double?
        /// Azimuth in degrees, 0..<360.
        public var azimuth: Double?
        /// Carrier-to-noise density in dB-Hz; nil if the satellite is not tracked.
        public var cn0: Double?

        public init(number: Int?, elevation: Double? = nil, azimuth: Double? = nil, cn0: Double? = nil) {
            self.number = number
            self.elevation = elevation
            self.azimuth = azimuth
            self.cn0 = cn0
        }
    }

    /// Number of sentences in the group, 1...9 or more.
    public var total = 1
    /// Number of this sentence within the group, from 1.
    public var number = 1
    /// Number of satellites in view for this talker (and signal).
    public var inView: Int?
    /// The satellites in this sentence.
    public var entries: [Entry] = []
    /// The signal ID (since NMEA 4.10); 0 is unknown or all.
    public var signalID: UInt8?
    /// The system ID of Quectel's `$PQGSV`.
    public var systemID: Int?

    public init() {}

    /// Reads the fields of a sentence; nil if it is of a different kind or its counts are impossible.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .gsv else { return nil }
        guard let total = sentence.integer(1), let number = sentence.integer(2) else { return nil }
        guard (1...Self.mostSentences).contains(total), (1...total).contains(number) else { return nil }
        self.total = total
        self.number = number
        inView = sentence.integer(3)
        let fields = sentence.fieldCount - 1
        guard fields >= 3 else { return nil }
        // 3 + 4k fields before 4.10, one more with the signal ID, two more in PQGSV.
        let quads = (fields - 3) / 4
        entries.reserveCapacity(quads)
        for quad in 0..<quads { append(sentence, at: 4 + 4 * quad) }
        let rest = (fields - 3) % 4
        if rest >= 1 { signalID = sentence.hexadecimalDigit(4 + 4 * quads) }
        if rest == 2 { systemID = sentence.integer(5 + 4 * quads) }
    }

    private static let mostSentences = 20

    private mutating func append(_ sentence: NMEASentence, at field: Int) {
        var entry = Entry(number: sentence.integer(field))
        let elevation = sentence.decimal(field + 1)
        let azimuth = sentence.bearing(field + 2)?.degrees
        // Some receivers (Ericsson) send only one of the two angles, which is useless on its own.
        if let elevation, let azimuth, (-90...90).contains(elevation) {
            entry.elevation = elevation
            entry.azimuth = azimuth
        }
        if let cn0 = sentence.decimal(field + 3), cn0 > 0, cn0 < 100 { entry.cn0 = cn0 }
        guard entry.number != nil || entry.elevation != nil || entry.cn0 != nil else { return }
        entries.append(entry)
    }

    /// Returns the satellite of an entry; an entry without a number yields one only if the talker is GLONASS (slot
    /// unknown).
    public func satellite(_ entry: Entry, talker: Talker) -> SatelliteID? {
        guard let number = entry.number else {
            return talker == .glonass ? SatelliteID(.glonass, 255) : nil
        }
        return SatelliteNumbering.satellite(number, talker: talker, system: systemID)
    }

    /// Encodes the satellites of a group with as many sentences as necessary, four satellites in each; one sentence
    /// if there are none.
    ///
    /// - Parameters:
    ///   - satellites: The satellites of one system (GPS and SBAS together) and one signal.
    ///   - talker: The talker ID of the address.
    ///   - signalID: The signal ID, written from version 4.10 on.
    ///   - version: Determines the numbering and whether the signal ID is written.
    public static func encoded(
        _ satellites: [Satellite], talker: Talker, signalID: UInt8 = 0, version: NMEAVersion = .v411
    ) -> [[UInt8]] {
        let entries = satellites.compactMap { satellite -> Entry? in
            guard let number = SatelliteNumbering.number(of: satellite.id, version: version) else { return nil }
            return Entry(
                number: number, elevation: satellite.elevation?.degrees, azimuth: satellite.azimuth?.degrees,
                cn0: satellite.cn0)
        }
        let total = max(1, (entries.count + 3) / 4)
        return (0..<total).map { page in
            var sentence = GSVSentence()
            sentence.total = total
            sentence.number = page + 1
            sentence.inView = entries.count
            sentence.entries = Array(entries.dropFirst(4 * page).prefix(4))
            sentence.signalID = signalID
            return sentence.encoded(talker: talker, version: version)
        }
    }

    /// Encodes the sentence, without entries after the fourth.
    ///
    /// - Parameters:
    ///   - talker: The talker ID of the address.
    ///   - version: Determines whether the signal ID is written.
    public func encoded(talker: Talker, version: NMEAVersion = .v411) -> [UInt8] {
        var writer = SentenceWriter(talker, "GSV")
        writer.integer(total)
        writer.integer(number)
        writer.integer(inView ?? 0, digits: 2)
        for entry in entries.prefix(4) {
            writer.integer(entry.number, digits: 2)
            writer.decimal(entry.elevation, decimals: 0, digits: 2)
            writer.decimal(entry.azimuth.map { $0 >= 359.5 ? 0 : $0 }, decimals: 0, digits: 3)
            writer.decimal(entry.cn0, decimals: 0, digits: 2)
        }
        guard version >= .v410 else { return writer.finish() }
        writer.text(String(signalID ?? 0, radix: 16, uppercase: true))
        return writer.finish()
    }
}
