// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Wire

/// DOP (4001): dilutions of precision; a raw value of 0 means unknown and becomes nil.
public struct DOPBlock: Hashable, Sendable {
    /// The time in GPS time.
    public let time: GPSTime?
    /// The position, time, horizontal and vertical dilutions.
    public let dop: DilutionOfPrecision

    /// Decodes a block; nil if it is another block or truncated.
    public init?(_ block: Span<UInt8>) {
        guard SBFBlock(block)?.number == 4001, block.count >= 24 else { return nil }
        time = SBFTime.of(block)
        func value(_ offset: Int) -> Double? {
            block.little(UInt16.self, at: offset).flatMap { $0 == 0 || $0 == .max ? nil : Double($0) / 100 }
        }
        dop = DilutionOfPrecision(gdop: nil, pdop: value(16), hdop: value(20), vdop: value(22), tdop: value(18))
    }
}

/// ReceiverTime (5914): the receiver's UTC time.
public struct ReceiverTimeBlock: Hashable, Sendable {
    /// GPS time minus UTC in seconds; nil if unknown.
    public let leapSeconds: Int?

    /// Decodes a block; nil if it is another block or truncated.
    public init?(_ block: Span<UInt8>) {
        guard SBFBlock(block)?.number == 5914, block.count >= 22 else { return nil }
        let seconds = Int8(bitPattern: block[20])
        leapSeconds = seconds == -128 ? nil : Int(seconds)
    }
}

/// SatVisibility (4012): the satellites above the horizon.
public struct SatVisibilityBlock: Hashable, Sendable {
    /// The time in GPS time.
    public let time: GPSTime?
    /// The positions of the satellites in the sky, in order.
    public let satellites: [Satellite]

    /// Decodes a block; nil if it is another block or truncated.
    public init?(_ block: Span<UInt8>) {
        guard SBFBlock(block)?.number == 4012, block.count >= 16, block[15] >= 8 else { return nil }
        let (count, size) = (Int(block[14]), Int(block[15]))
        guard block.count >= 16 + count * size else { return nil }
        time = SBFTime.of(block)
        var satellites: [Satellite] = []
        for index in 0..<count {
            let start = 16 + index * size
            guard let id = SatelliteID(svid: block[start]) else { continue }
            var satellite = Satellite(id)
            if let azimuth = block.little(UInt16.self, at: start + 2), azimuth < 36_000,
                let elevation = block.little(Int16.self, at: start + 4), (-9_000...9_000).contains(elevation)
            {
                satellite.azimuth = Angle(degrees: Double(azimuth) / 100)
                satellite.elevation = Angle(degrees: Double(elevation) / 100)
            }
            satellites.append(satellite)
        }
        self.satellites = satellites.sorted { $0.id < $1.id }
    }
}

/// ReceiverSetup (5902): the receiver's type and firmware.
public struct ReceiverSetupBlock: Hashable, Sendable {
    /// The identity that the receiver reports.
    public let identity: ReceiverIdentity

    /// Decodes a block; nil if it is another block or truncated.
    public init?(_ block: Span<UInt8>) {
        guard SBFBlock(block)?.number == 5902, block.count >= 216 else { return nil }
        func text(_ range: Range<Int>) -> String? {
            var text = ""
            for index in range where index < block.count && block[index] != 0 {
                text.unicodeScalars.append(block[index] < 0x80 ? Unicode.Scalar(block[index]) : "?")
            }
            return text.isEmpty ? nil : text
        }
        let model = text(328..<368) ?? text(176..<196)
        identity = ReceiverIdentity(
            vendor: "Septentrio", model: model, firmware: text(288..<328) ?? text(196..<216), serial: text(156..<176))
    }
}
