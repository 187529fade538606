// SPDX-License-Identifier: Apache-2.0

/// The status of navigation message authentication (NMAS, OSNMA SIS ICD 1.1, table 1).
public enum NMAStatus: UInt8, Sendable, CaseIterable {
    /// Reserved: nothing is authenticated in this status.
    case reserved = 0
    /// Processed like `operational`, but results are marked as a test.
    case test = 1
    /// Operational.
    case operational = 2
    /// OSNMA must not be used; nothing may be authenticated.
    case dontUse = 3
}

/// The chain and public key status (CPKS, OSNMA SIS ICD 1.1, table 3).
public enum ChainAndKeyStatus: UInt8, Sendable, CaseIterable {
    /// Reserved.
    case reserved = 0
    /// No change is announced or in progress.
    case nominal = 1
    /// The chain is ending; the next one is announced.
    case endOfChain = 2
    /// The chain is revoked.
    case chainRevoked = 3
    /// A new public key is being introduced.
    case newPublicKey = 4
    /// The public key is revoked.
    case publicKeyRevoked = 5
    /// A new Merkle tree is being introduced.
    case newMerkleTree = 6
    /// OSNMA is off; new material must be obtained by other means.
    case alertMessage = 7
}

/// The NMA header, the first byte of an HKROOT message (OSNMA SIS ICD 1.1, figure 4).
public struct NMAHeader: Hashable, Sendable {
    /// The byte as transmitted.
    public let byte: UInt8

    /// Creates the header from its byte.
    public init(byte: UInt8) { self.byte = byte }

    public var status: NMAStatus { NMAStatus(rawValue: byte >> 6) ?? .reserved }

    /// CID: the chain in force, 0...3.
    public var chainID: UInt8 { byte >> 4 & 0x3 }

    /// Chain and public key status (field CPKS).
    public var chainAndKeyStatus: ChainAndKeyStatus { ChainAndKeyStatus(rawValue: byte >> 1 & 0x7) ?? .reserved }
}

/// The DSM header, the second byte of an HKROOT message (OSNMA SIS ICD 1.1, figure 5).
public struct DSMHeader: Hashable, Sendable {
    /// The byte as transmitted.
    public let byte: UInt8

    /// Creates the header from its byte.
    public init(byte: UInt8) { self.byte = byte }

    /// DSM ID: 0...11 for a DSM-KROOT, 12...15 for a DSM-PKR.
    public var id: UInt8 { byte >> 4 }

    /// The index of this 13-byte block in the DSM, 0...15.
    public var blockID: UInt8 { byte & 0x0F }

    /// True if the message is a DSM-PKR.
    public var isPublicKey: Bool { id >= 12 }
}
