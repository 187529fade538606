// SPDX-License-Identifier: Apache-2.0

/// The hash function of a TESLA chain (HF, OSNMA SIS ICD 1.1, table 8).
public enum ChainHash: UInt8, Sendable, CaseIterable {
    /// SHA-256.
    case sha256 = 0
    /// SHA3-256.
    case sha3 = 2
}

/// The MAC function of tags (MF, OSNMA SIS ICD 1.1, table 9).
public enum TagFunction: UInt8, Sendable, CaseIterable {
    /// HMAC with SHA-256.
    case hmac = 0
    /// CMAC with AES-128.
    case cmac = 1
}

/// The signed description of a chain in a DSM-KROOT.
public struct ChainParameters: Hashable, Sendable {
    /// CIDKR: the number of the chain, 0...3.
    public let chainID: UInt8
    /// Hash function of the chain's keys (OSNMA SIS ICD, field HF).
    public let hash: ChainHash
    /// MAC function of its tags (OSNMA SIS ICD, field MF).
    public let function: TagFunction
    /// The number of bytes in a key: 12...32.
    public let keyByteCount: Int
    /// The number of bits in a tag: 20, 24, 28, 32 or 40.
    public let tagBits: Int
    /// MACLT: the number of the MAC look-up table.
    public let lookupTableID: UInt8
    /// The random pattern of the chain (α), 48 bits.
    public let alpha: UInt64

    let lookupTable: MACLookupTable

    /// The number of bits in the slots that precede the key in a MACK message.
    var slotBits: Int { slotCount * (tagBits + 16) }

    /// The number of slots in a MACK message, including the header's tag (OSNMA SIS ICD 1.1, 3.3).
    var slotCount: Int { (480 - keyByteCount * 8) / (tagBits + 16) }

    /// The pages of a subframe that carry the key.
    var keyPages: ClosedRange<Int> { slotBits / 32...(slotBits + keyByteCount * 8 - 1) / 32 }

    /// Seconds from the start of the subframe to the first bit of the key's first page.
    var keyDelay: Int { 1 + 2 * (slotBits / 32) }

    /// Creates parameters; nil if a value is reserved or unknown, or if they do not match.
    init?(
        chainID: UInt8, hash: UInt8, function: UInt8, keySize: UInt8, tagSize: UInt8, lookupTableID: UInt8,
        alpha: UInt64
    ) {
        guard let hash = ChainHash(rawValue: hash), let function = TagFunction(rawValue: function),
            Int(keySize) < Self.keyByteCounts.count, let tagBits = Self.tagSizes[tagSize],
            let table = MACLookupTable.table(lookupTableID)
        else { return nil }
        let keyByteCount = Self.keyByteCounts[Int(keySize)]
        // AES-128 requires a key of 128 bits.
        guard function == .hmac || keyByteCount == 16 else { return nil }
        self.chainID = chainID
        self.hash = hash
        self.function = function
        self.keyByteCount = keyByteCount
        self.tagBits = tagBits
        self.lookupTableID = lookupTableID
        self.alpha = alpha
        lookupTable = table
        guard slotCount == table.slotCount else { return nil }
    }

    /// KS (OSNMA SIS ICD 1.1, table 10), indexed by the field's value.
    static let keyByteCounts = [12, 13, 14, 15, 16, 20, 24, 28, 32]
    /// TS (OSNMA SIS ICD 1.1, table 11), by the field's value.
    static let tagSizes: [UInt8: Int] = [5: 20, 6: 24, 7: 28, 8: 32, 9: 40]
}
