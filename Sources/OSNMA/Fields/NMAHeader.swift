// SPDX-License-Identifier: Apache-2.0

/// The status that navigation message authentication has (OSNMA SIS ICD 1.1, table 1).
public enum NMAStatus: UInt8, Sendable, CaseIterable {
    /// Not defined: nothing is authenticated with it.
    case reserved = 0
    /// Processed like `operational`, and the result is marked.
    case test = 1
    /// In service.
    case operational = 2
    /// Nothing may be authenticated.
    case dontUse = 3
}

/// What goes on with chain and public key (OSNMA SIS ICD 1.1, table 3).
public enum ChainAndKeyStatus: UInt8, Sendable, CaseIterable {
    /// Not defined.
    case reserved = 0
    /// Nothing special.
    case nominal = 1
    /// The chain comes to its end, the next one is announced.
    case endOfChain = 2
    /// The chain is revoked.
    case chainRevoked = 3
    /// A new public key is coming.
    case newPublicKey = 4
    /// The public key is revoked.
    case publicKeyRevoked = 5
    /// A new Merkle tree is coming.
    case newMerkleTree = 6
    /// Everything is off: new material must be had from elsewhere.
    case alertMessage = 7
}

/// The NMA header, the first byte of an HKROOT message (OSNMA SIS ICD 1.1, figure 4).
public struct NMAHeader: Hashable, Sendable {
    /// The byte as sent.
    public let byte: UInt8

    /// The header with that byte.
    public init(byte: UInt8) { self.byte = byte }

    public var status: NMAStatus { NMAStatus(rawValue: byte >> 6) ?? .reserved }

    /// CID: the chain in force, 0...3.
    public var chainID: UInt8 { byte >> 4 & 0x3 }

    /// Chain and public key status (field CPKS).
    public var chainAndKeyStatus: ChainAndKeyStatus { ChainAndKeyStatus(rawValue: byte >> 1 & 0x7) ?? .reserved }
}

/// The DSM header, the second byte of an HKROOT message (OSNMA SIS ICD 1.1, figure 5).
public struct DSMHeader: Hashable, Sendable {
    /// The byte as sent.
    public let byte: UInt8

    /// The header with that byte.
    public init(byte: UInt8) { self.byte = byte }

    /// The number of the message: 0...11 a DSM-KROOT, 12...15 a DSM-PKR.
    public var id: UInt8 { byte >> 4 }

    /// Which block of 13 bytes of the message this is, 0...15.
    public var blockID: UInt8 { byte & 0x0F }

    /// The message is a DSM-PKR.
    public var isPublicKey: Bool { id >= 12 }
}
