// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// GSA: dimension of the fix, the satellites that it uses and dilutions of precision. One or more a system.
public struct GSASentence: TypedSentence {
    /// Whether the receiver chooses 2D or 3D by itself (`A`).
    public var isAutomatic = true
    /// How many dimensions; nil where the field is empty or a maker's own.
    public var fixKind: FixKind?
    /// Whether the receiver says dead reckoning (Antaris: `E`).
    public var isDeadReckoning = false
    /// The numbers of the satellites used, as sent.
    public var numbers: [Int] = []
    public var dop = DilutionOfPrecision()
    /// The system id, since 4.10: 1 GPS (with SBAS), 2 GLONASS, 3 Galileo, 4 BeiDou, 5 QZSS, 6 NavIC.
    public var systemID: Int?

    public init() {}

    /// The fields of a sentence, or nil if it is another one or cut short.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .gsa else { return nil }
        isAutomatic = sentence.letter(1) != UInt8(ascii: "M")
        fixKind = sentence.integer(2).flatMap { UInt8(exactly: $0) }.flatMap { FixKind(rawValue: $0) }
        isDeadReckoning = sentence.letter(2) == UInt8(ascii: "E")
        // CH-4701 has 24 slots instead of 12.
        let slots = sentence.fieldCount - 1 >= 29 ? 24 : 12
        let last = min(3 + slots, sentence.fieldCount)
        numbers.reserveCapacity(slots)
        for field in 3..<max(3, last) {
            if let number = sentence.integer(field), number > 0 { numbers.append(number) }
        }
        dop.pdop = sentence.dilution(3 + slots)
        dop.hdop = sentence.dilution(4 + slots)
        dop.vdop = sentence.dilution(5 + slots)
        // A decimal number in that place is something else (SiRF TriG); Trimble's 0 is QZSS.
        systemID = sentence.hexadecimalDigit(6 + slots).map { Int($0) }
    }

    /// The satellites that `numbers` mean; numbers of no known satellite are left out.
    ///
    /// - Parameter talker: of the sentence, which decides where `systemID` says nothing.
    public func satellites(talker: Talker) -> [SatelliteID] {
        // Trimble's system id 0 says nothing by itself: number ranges do.
        let system = systemID == 0 ? nil : systemID
        return numbers.compactMap { SatelliteNumbering.satellite($0, talker: talker, system: system) }
    }

    /// The sentences for a set of satellites of one system: as many as it takes, twelve in each; one when empty.
    ///
    /// - Parameters:
    ///   - satellites: of one system (GPS and SBAS together).
    ///   - fixKind: of the whole solution.
    ///   - dop: of the whole solution.
    ///   - talker: who speaks.
    ///   - systemID: written from version 4.10 on.
    ///   - version: decides numbering and system id.
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

    /// The sentence; numbers beyond twelve are left out.
    ///
    /// - Parameters:
    ///   - talker: who speaks.
    ///   - version: decides whether the system id is there.
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
