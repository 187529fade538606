// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// A DSM-KROOT without its signature (OSNMA SIS ICD 1.1, section 3.2.2).
struct RootKeyMessage: Sendable {
    private let header: UInt8
    private let keyByteCount: Int
    /// The fields from CIDKR to the root key.
    private let fields: [UInt8]

    /// - Parameters:
    ///   - chain: The chain of the root key.
    ///   - hour: The hour since the epoch of Galileo time from which the root key applies; the key itself belongs to
    ///     the preceding subframe.
    ///   - header: The header in force, which is signed as well.
    init(_ chain: TESLAChain, hour: Int, header: UInt8) {
        self.header = header
        keyByteCount = chain.settings.keyBytes
        let settings = chain.settings
        var writer = BitWriter(reserving: 13 + keyByteCount)
        writer.append(UInt64(chain.id), 2)
        // Reserved. Galileo transmits 01 here, and OSNMAlib accepts nothing else.
        writer.append(0b01, 2)
        writer.append(UInt64(settings.hash.rawValue), 2)
        writer.append(UInt64(settings.mac.rawValue), 2)
        writer.append(UInt64(settings.keySizeCode ?? 0), 4)
        writer.append(UInt64(settings.tagSizeCode ?? 0), 4)
        writer.append(UInt64(settings.table), 8)
        writer.append(0, 4)
        writer.append(UInt64(hour / 168), 12)
        writer.append(UInt64(hour % 168), 8)
        writer.append(chain.alpha, 48)
        writer.append(chain.key(hour * 120 - 1) ?? [])
        fields = writer.bytes
    }

    /// The number of 13-byte blocks in the message.
    static func blockCount(keyBytes: Int, signer: SigningCurve) -> Int {
        1 + (keyBytes + signer.signatureByteCount + 12) / 13
    }

    /// The complete message, signed and padded to whole blocks.
    ///
    /// - Parameters:
    ///   - signer: The signing key.
    ///   - id: The signing key's PKID.
    func bytes(signer: SigningKey, id: UInt8) -> [UInt8] {
        let signed = [header] + fields
        let signature = signer.sign(signed)
        let count = Self.blockCount(keyBytes: keyByteCount, signer: signer.curve)
        let message = [UInt8(count - 6) << 4 | id] + fields + signature
        return message + Array(SHA256.hash(data: signed + signature)).prefix(13 * count - message.count)
    }
}
