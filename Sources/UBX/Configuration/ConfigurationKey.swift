// SPDX-License-Identifier: Apache-2.0

/// A key of the configuration of generation 9 and later: what CFG-VALSET, CFG-VALGET and CFG-VALDEL speak of.
public struct ConfigurationKey: RawRepresentable, Hashable, Sendable {
    /// The number of the key: in bits 28...30 the size of its value, in 16...23 its group, in 0...15 its item.
    public let rawValue: UInt32

    /// The key of that number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The key of a manufacturer's name: `CFG-RATE-MEAS`, `CFG-MSGOUT-UBX_NAV_PVT_USB`; nil for one that is not known.
    public init?(name: String) {
        guard let key = ConfigurationKeyTable.byName[name] else { return nil }
        rawValue = key
    }

    /// How a value is coded.
    public enum ValueType: Hashable, Sendable {
        /// One bit in a byte.
        case flag
        /// Unsigned; numbers of a list and sets of bits are too.
        case unsigned
        /// Two's complement.
        case signed
        /// IEEE 754.
        case real
    }

    /// The manufacturer's name; nil where it is not known.
    public var name: String? { ConfigurationKeyTable.byKey[rawValue]?.name }

    /// How its value is coded; `flag` or `unsigned` where it is not known.
    public var type: ValueType {
        ConfigurationKeyTable.byKey[rawValue]?.type ?? (rawValue >> 28 & 7 == 1 ? .flag : .unsigned)
    }

    /// The size of its value in bytes: 1, 2, 4 or 8; nil for a number that can be no key.
    public var size: Int? {
        switch rawValue >> 28 & 7 {
        case 1, 2: 1
        case 3: 2
        case 4: 4
        case 5: 8
        default: nil
        }
    }

    /// All keys of its group, as CFG-VALGET takes them.
    public var wholeGroup: ConfigurationKey { ConfigurationKey(rawValue: rawValue | 0xFFFF) }

    /// All keys there are, as CFG-VALGET takes them.
    public static let all = ConfigurationKey(rawValue: 0x0FFF_FFFF)
}

extension ConfigurationKey {
    /// The name with underscores, as it stands among the fields of a message; `CFG_0x10210005` where it is not known.
    var fieldName: String {
        if let name { return String(name.map { $0 == "-" ? "_" : $0 }) }
        let digits = String(rawValue, radix: 16)
        return "CFG_0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    init?(fieldName: String) {
        guard fieldName.hasPrefix("CFG_") else { return nil }
        if fieldName.hasPrefix("CFG_0x") {
            guard let key = UInt32(fieldName.dropFirst(6), radix: 16) else { return nil }
            rawValue = key
        } else {
            guard let key = ConfigurationKeyTable.byFieldName[fieldName] else { return nil }
            rawValue = key
        }
    }
}
