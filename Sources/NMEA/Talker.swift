// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The talker ID: the two characters of an address that identify the sender. An open set.
public struct Talker: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The two characters, the first in the upper byte; 0 if there are none.
    public let rawValue: UInt16

    /// Creates the talker with a raw value.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Creates the talker with two ASCII characters.
    public init(_ first: UInt8, _ second: UInt8) { rawValue = UInt16(first) << 8 | UInt16(second) }

    /// No talker, as in a proprietary sentence.
    public static let none = Talker(rawValue: 0)
    /// GPS; also the only talker of older receivers.
    public static let gps = Talker(rawValue: 0x4750)
    public static let glonass = Talker(rawValue: 0x474C)
    public static let galileo = Talker(rawValue: 0x4741)
    /// BeiDou, in the standard since 4.11.
    public static let beidou = Talker(rawValue: 0x4742)
    /// BeiDou by Chinese convention.
    public static let beidouNational = Talker(rawValue: 0x4244)
    /// QZSS, in the standard since 4.11.
    public static let qzss = Talker(rawValue: 0x4751)
    /// QZSS by convention of Japanese manufacturers.
    public static let qzssNational = Talker(rawValue: 0x515A)
    public static let navic = Talker(rawValue: 0x4749)
    /// `GN`: a solution from several systems.
    public static let combined = Talker(rawValue: 0x474E)
    public static let imes = Talker(rawValue: 0x494D)
    /// Quectel's `$PQGSV` and `$PQGSA`.
    public static let quectel = Talker(rawValue: 0x5051)

    /// The system that the talker stands for; nil if there is no single one.
    public var constellation: Constellation? {
        switch self {
        case .gps: .gps
        case .glonass: .glonass
        case .galileo: .galileo
        case .beidou, .beidouNational, .quectel: .beidou
        case .qzss, .qzssNational: .qzss
        case .navic: .navic
        case .imes: .imes
        default: nil
        }
    }

    public var description: String {
        self == .none ? "" : String(decoding: [UInt8(rawValue >> 8), UInt8(rawValue & 0xFF)], as: UTF8.self)
    }
}
