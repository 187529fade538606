// SPDX-License-Identifier: Apache-2.0

internal import Crypto
public import GNSSTypes

/// The root key of a TESLA chain with the parameters of the chain.
public struct RootKey<Level: Trust>: Hashable, Sendable {
    public let parameters: ChainParameters
    /// The first subframe that the chain is used in begins here; the root itself belongs to the one before.
    public let applicability: GST
    /// The NMA header that was signed with it.
    public let header: NMAHeader
    /// PKID of the key that signs it.
    public let publicKeyID: UInt8
    /// The public key that its signature was verified with.
    public let signer: TrustFingerprint
    let value: KeyBytes
    /// The DSM-KROOT that it was cut from.
    let message: [UInt8]

    /// The number of the subframe that the key belongs to.
    var subframe: Int { applicability.secondsSinceEpoch / 30 - 1 }

    public var bytes: [UInt8] { value.array }
}

extension RootKey where Level == Verified {
    /// The root as a key of its chain, number 0.
    var key: TESLAKey<Verified> { TESLAKey<Unverified>(subframe: subframe, value: value).signed() }
}

/// A whole DSM-KROOT, not yet verified (OSNMA SIS ICD 1.1, 3.2.3).
public struct RootKeyMessage: Sendable {
    /// PKID: the key that is said to sign it.
    public let publicKeyID: UInt8
    private let header: NMAHeader
    private let bytes: [UInt8]

    /// Why a message is no root key.
    public enum Failure: Error, Hashable, Sendable {
        /// Its length is reserved or does not fit its content.
        case malformed
        /// The signature is not that of the key.
        case signature
        /// The signature is right, the padding is not.
        case padding
        /// It is signed, and names a size, function or table that the interface document does not define.
        case notSupported
    }

    /// - Parameters:
    ///   - header: the NMA header that was sent with the blocks.
    ///   - bytes: the blocks joined, 13 bytes each.
    public init?(header: NMAHeader, bytes: [UInt8]) {
        guard let first = bytes.first, Self.blockCount(first: first) == bytes.count / 13, bytes.count % 13 == 0 else {
            return nil
        }
        publicKeyID = first & 0x0F
        self.header = header
        self.bytes = bytes
    }

    /// NB_DK as a number of blocks, 7...14; nil where it is reserved.
    static func blockCount(first: UInt8) -> Int? {
        let field = Int(first >> 4)
        return (1...8).contains(field) ? field + 6 : nil
    }

    /// The root key, if the signature is that of `publicKey`, the padding is right and all fields are defined.
    ///
    /// - Parameters:
    ///   - publicKey: the key that must have signed it.
    ///   - time: about when it was received. The message bears only 12 bits of its week: of the weeks that they may
    ///     mean it is the one nearest to this.
    public func verified(
        by publicKey: PublicKey<Verified>, near time: GST
    ) throws(Failure) -> RootKey<Verified> {
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
    ) throws(Failure) -> RootKey<Verified> {
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

    /// The beginning of an hour in the week nearest to a time whose lowest 12 bits are those given.
    private static func time(_ bits: Int, hour: Int, near reference: GST) -> GST? {
        let turn = 4096
        var week = reference.week / turn * turn + bits
        if week > reference.week + turn / 2 { week -= turn }
        if week < reference.week - turn / 2 { week += turn }
        return GST(week: week < 0 ? bits : week, tow: hour * 3600)
    }
}
