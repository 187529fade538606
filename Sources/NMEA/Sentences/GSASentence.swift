// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// GSA: dimension of the fix, satellites used and dilutions of precision; one or more sentences for each system.
public struct GSASentence: TypedSentence {
    /// True if the receiver chooses 2D or 3D automatically (`A`).
    public var isAutomatic = true
    /// The dimension of the fix; nil if the field is empty or manufacturer-specific.
    public var fixKind: FixKind?
    /// True if the receiver reports dead reckoning (Antaris: `E`).
    public var isDeadReckoning = false
    /// The numbers of the satellites used, as sent.
    public var numbers: [Int] = []
    public var dop = DilutionOfPrecision()
    /// The system ID (since NMEA 4.10): 1 GPS (with SBAS), 2 GLONASS, 3 Galileo, 4 BeiDou, 5 QZSS, 6 NavIC.
    public var systemID: Int?

    public init() {}

    /// Reads the fields of a sentence; nil if it is of a different kind or truncated.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .gsa else { return nil }
        isAutomatic = sentence.letter(1) != UInt8(ascii: "M")
        fixKind = sentence.integer(2).flatMap { UInt8(exactly: $0) }.flatMap { FixKind(rawValue: $0) }
        isDeadReckoning = sentence.letter(2) == UInt8(ascii: "E")
        // The CH-4701 has 24 slots instead of 12.
        let slots = sentence.fieldCount - 1 >= 29 ? 24 : 12
        let last = min(3 + slots, sentence.fieldCount)
        numbers.reserveCapacity(slots)
        for field in 3..<max(3, last) {
            if let number = sentence.integer(field), number > 0 { numbers.append(number) }
        }
        dop.pdop = sentence.dilution(3 + slots)
        dop.hdop = sentence.dilution(4 + slots)
        dop.vdop = sentence.dilution(5 + slots)
        // A decimal number in this field has a different meaning (SiRF TriG); Trimble's 0 is QZSS.
        systemID = sentence.hexadecimalDigit(6 + slots).map { Int($0) }
    }

    /// Returns the satellites for `numbers`, without numbers of unknown satellites.
    ///
    /// - Parameter talker: The talker of the sentence, which determines the system if `systemID` does not.
    public func satellites(talker: Talker) -> [SatelliteID] {
        // Trimble's system ID 0 does not identify the system; the number ranges do.
        let system = systemID == 0 ? nil : systemID
        return numbers.compactMap { SatelliteNumbering.satellite($0, talker: talker, system: system) }
    }

    /// Encodes the satellites of one system with as many sentences as necessary, twelve satellites in each; one
    /// sentence if there are none.
    ///
    /// - Parameters:
    ///   - satellites: The satellites of one system (GPS and SBAS together).
    ///   - fixKind: The dimension of the whole solution.
    ///   - dop: The dilutions of precision of the whole solution.
    ///   - talker: The talker ID of the address.
    ///   - systemID: The system ID, written from version 4.10 on.
    ///   - version: Determines the numbering and whether the system ID is written.
    public static func encoded(
        _ satellites: [SatelliteID], fixKind: FixKind, dop: DilutionOfPrecision, talker: Talker, systemID: Int?,
        version: NMEAVersion = .v411
    ) -> [[UInt8]] {
        let numbers = satellites.compactMap { SatelliteNumbering.number(of: $0, version: version) }
        return stride(from: 0, to: max(1, numbers.count), by: 12).map { start in
            var sentence = GSASentence()
            sentence.fixKind = fixKind
            sentence.numbers = Array(numbers.dropFirst(start).prefix(12))
            sentence.dop = dop
            sentence.systemID = systemID
            return sentence.encoded(talker: talker, version: version)
        }
    }

    /// Encodes the sentence, without numbers after the twelfth.
    ///
    /// - Parameters:
    ///   - talker: The talker ID of the address.
    ///   - version: Determines whether the system ID is written.
    public func encoded(talker: Talker, version: NMEAVersion = .v411) -> [UInt8] {
        var writer = SentenceWriter(talker, "GSA")
        writer.letter(isAutomatic ? UInt8(ascii: "A") : UInt8(ascii: "M"))
        writer.integer(Int((fixKind ?? .none).rawValue))
        for slot in 0..<12 { writer.integer(slot < numbers.count ? numbers[slot] : nil, digits: 2) }
        writer.decimal(dop.pdop, decimals: 2)
        writer.decimal(dop.hdop, decimals: 2)
        writer.decimal(dop.vdop, decimals: 2)
        if version >= .v410 { writer.integer(systemID) }
        return writer.finish()
    }
}
