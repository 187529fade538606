// SPDX-License-Identifier: Apache-2.0

/// The settings of a TESLA chain (OSNMA SIS ICD 1.1, section 3.2.2).
public struct ChainSettings: Hashable, Sendable {
    /// HF: the hash function that computes the preceding key from a key.
    public enum HashFunction: UInt8, Sendable, CaseIterable {
        /// SHA-256.
        case sha256 = 0
        /// SHA3-256.
        case sha3 = 2
    }

    /// MF: the MAC function of the tags.
    public enum MACFunction: UInt8, Sendable, CaseIterable {
        /// HMAC-SHA-256.
        case hmac = 0
        /// CMAC-AES with a key of 128 bits.
        case cmac = 1
    }

    /// The key sizes in bits, indexed by KS.
    public static let keySizes = [96, 104, 112, 120, 128, 160, 192, 224, 256]
    /// The tag sizes in bits, by TS.
    public static let tagSizes: [UInt8: Int] = [5: 20, 6: 24, 7: 28, 8: 32, 9: 40]

    public var hash = HashFunction.sha256
    /// The MAC function of the tags.
    public var mac = MACFunction.hmac
    /// The size of a key in bits, one of `keySizes`.
    public var keyBits = 128
    /// The size of a tag in bits, one of `tagSizes`.
    public var tagBits = 40
    /// MACLT: the number of the MAC look-up table, one of `MACTable.numbers`.
    public var table = 34

    /// Creates the settings that Galileo has used since December 2023: SHA-256, HMAC, keys of 128 bits, tags of 40
    /// bits, table 34.
    public init() {}

    /// Creates other settings.
    ///
    /// - Parameters:
    ///   - hash: The hash function.
    ///   - mac: The MAC function of the tags.
    ///   - keyBits: The size of a key, one of `keySizes`.
    ///   - tagBits: The size of a tag, one of the values in `tagSizes`.
    ///   - table: The number of the MAC look-up table.
    public init(hash: HashFunction, mac: MACFunction, keyBits: Int, tagBits: Int, table: Int) {
        (self.hash, self.mac, self.keyBits, self.tagBits, self.table) = (hash, mac, keyBits, tagBits, table)
    }

    var keySizeCode: UInt8? { Self.keySizes.firstIndex(of: keyBits).map { UInt8($0) } }
    var tagSizeCode: UInt8? { Self.tagSizes.first { $0.value == tagBits }?.key }
    var keyBytes: Int { keyBits / 8 }

    /// The number of tags that fit into a message of 480 bits.
    var slotCount: Int { (480 - keyBits) / (tagBits + 16) }

    /// The description of an invalid setting; nil if all are valid.
    var fault: String? {
        guard keySizeCode != nil else { return "the key size \(keyBits) is not one of \(Self.keySizes)" }
        guard tagSizeCode != nil else {
            return "the tag size \(tagBits) is not one of \(Self.tagSizes.values.sorted())"
        }
        guard let slots = MACTable.slots(table, isFirst: true) else {
            return "unknown MAC look-up table \(table); the tables are \(MACTable.numbers)"
        }
        guard slots.count == slotCount else {
            return """
                MAC look-up table \(table) defines \(slots.count) tags, but a message with \(keyBits)-bit keys and \
                \(tagBits)-bit tags has room for \(slotCount)
                """
        }
        guard mac == .hmac || keyBits == 128 else { return "CMAC needs keys of 128 bits, not of \(keyBits)" }
        return nil
    }
}
