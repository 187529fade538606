// SPDX-License-Identifier: Apache-2.0

/// A configuration key of generation 9 and later, as used in CFG-VALSET, CFG-VALGET and CFG-VALDEL.
public struct ConfigurationKey: RawRepresentable, Hashable, Sendable {
    /// The key's number: the size of its value in bits 28...30, its group in bits 16...23, its item in bits 0...15.
    public let rawValue: UInt32

    /// Creates the key with a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Creates the key with a manufacturer's name: `CFG-RATE-MEAS`, `CFG-MSGOUT-UBX_NAV_PVT_USB`; nil if the name is
    /// unknown.
    public init?(name: String) {
        guard let key = ConfigurationKeyTable.byName[name] else { return nil }
        rawValue = key
    }

    /// The encoding of a value.
    public enum ValueType: Hashable, Sendable {
        /// One bit in a byte.
        case flag
        /// Unsigned; also used for enumerations and bit sets.
        case unsigned
        /// Two's complement.
        case signed
        /// IEEE 754.
        case real
    }

    /// The manufacturer's name; nil if unknown.
    public var name: String? { ConfigurationKeyTable.byKey[rawValue]?.name }

    /// The encoding of its value; `flag` or `unsigned` for an unknown key.
    public var type: ValueType {
        ConfigurationKeyTable.byKey[rawValue]?.type ?? (rawValue >> 28 & 7 == 1 ? .flag : .unsigned)
    }

    /// The size of its value in bytes: 1, 2, 4 or 8; nil if the number is not a valid key.
    public var size: Int? {
        switch rawValue >> 28 & 7 {
        case 1, 2: 1
        case 3: 2
        case 4: 4
        case 5: 8
        default: nil
        }
    }
}

extension ConfigurationKey {
    /// The name with underscores, as used in the fields of a message; `CFG_0x10210005` for an unknown key.
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
