// SPDX-License-Identifier: Apache-2.0

internal import Crypto
public import GNSSTypes

/// The root key of a TESLA chain and the chain's parameters.
public struct RootKey<Level: Trust>: Hashable, Sendable {
    public let parameters: ChainParameters
    /// The start of the first subframe in which the chain is used; the root itself belongs to the preceding subframe.
    public let applicability: GST
    /// The NMA header signed with the root key.
    public let header: NMAHeader
    /// PKID of the signing key.
    public let publicKeyID: UInt8
    /// The public key with which its signature was verified.
    public let signer: TrustFingerprint
    let value: KeyBytes
    /// The DSM-KROOT that contained the root key.
    let message: [UInt8]

    /// The number of the subframe to which the key belongs.
    var subframe: Int { applicability.secondsSinceEpoch / 30 - 1 }

    public var bytes: [UInt8] { value.array }
}

extension RootKey where Level == Verified {
    /// The root as a key of its chain, KROOT.
    var key: TESLAKey<Verified> { TESLAKey<Unverified>(subframe: subframe, value: value).signed() }
}

/// A complete DSM-KROOT that is not verified yet (OSNMA SIS ICD 1.1, 3.2.3).
public struct RootKeyMessage: Sendable {
    /// PKID: the ID of the key that, according to the message, signed it.
    public let publicKeyID: UInt8
    private let header: NMAHeader
    private let bytes: [UInt8]

    /// The reason why a message is not a valid root key.
    public enum VerificationError: Error, Hashable, Sendable {
        /// Its length is reserved or does not fit its content.
        case malformed
        /// The signature was not made with the key.
        case signature
        /// The signature is valid, but the padding is not.
        case padding
        /// The message is signed but names a size, function or table that the interface document does not define.
        case notSupported
    }

    /// - Parameters:
    ///   - header: The NMA header transmitted with the blocks.
    ///   - bytes: The concatenated blocks of 13 bytes each.
    public init?(header: NMAHeader, bytes: [UInt8]) {
        guard let first = bytes.first, Self.blockCount(first: first) == bytes.count / 13, bytes.count % 13 == 0 else {
            return nil
        }
        publicKeyID = first & 0x0F
        self.header = header
        self.bytes = bytes
    }

    /// NB_DK as a number of blocks, 7...14; nil if it is reserved.
    static func blockCount(first: UInt8) -> Int? {
        let field = Int(first >> 4)
        return (1...8).contains(field) ? field + 6 : nil
    }

    /// Returns the root key if `publicKey` made the signature, the padding is right and all fields are defined.
    ///
    /// - Parameters:
    ///   - publicKey: The key that must have signed the message.
    ///   - time: The approximate time of reception. The message contains only 12 bits of its week, which are resolved
    ///     to the week nearest to this time.
    /// - Throws: `VerificationError` if the message is not a valid root key.
    public func verified(
        by publicKey: PublicKey<Verified>, near time: GST
    ) throws(VerificationError) -> RootKey<Verified> {
        let keySize = Int(bytes[2] >> 4)
        guard keySize < ChainParameters.keyByteCounts.count else { throw .malformed }
        let keyEnd = 13 + ChainParameters.keyByteCounts[keySize]
        let signatureEnd = keyEnd + publicKey.kind.signatureByteCount
        guard (signatureEnd + 12) / 13 * 13 == bytes.count else { throw .malformed }
        let message = [header.byte] + bytes[1..<keyEnd]
        let signature = Array(bytes[keyEnd..<signatureEnd])
        guard publicKey.signed(message, signature: signature) else { throw .signature }
        let padding = SHA256.hash(data: message + signature).prefix(bytes.count - signatureEnd)
        guard padding.elementsEqual(bytes[signatureEnd...]) else { throw .padding }
        return try root(keyEnd: keyEnd, signer: publicKey.fingerprint, near: time)
    }

    private func root(
        keyEnd: Int, signer: TrustFingerprint, near reference: GST
    ) throws(VerificationError) -> RootKey<Verified> {
        let alpha = bytes[7..<13].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let parameters = ChainParameters(
            chainID: bytes[1] >> 6, hash: bytes[1] >> 2 & 3, function: bytes[1] & 3, keySize: bytes[2] >> 4,
            tagSize: bytes[2] & 0x0F, lookupTableID: bytes[3], alpha: alpha)
        let week = Int(bytes[4] & 0x0F) << 8 | Int(bytes[5])
        guard let parameters, let time = Self.time(week, hour: Int(bytes[6]), near: reference) else {
            throw .notSupported
        }
        return RootKey(
            parameters: parameters, applicability: time, header: header, publicKeyID: publicKeyID,
            signer: signer, value: KeyBytes(Array(bytes[13..<keyEnd])), message: bytes)
    }

    /// The start of an hour in the week whose lowest 12 bits are given and that is nearest to a reference time.
    private static func time(_ bits: Int, hour: Int, near reference: GST) -> GST? {
        let turn = 4096
        var week = reference.week / turn * turn + bits
        if week > reference.week + turn / 2 { week -= turn }
        if week < reference.week - turn / 2 { week += turn }
        return GST(week: week < 0 ? bits : week, tow: hour * 3600)
    }
}
