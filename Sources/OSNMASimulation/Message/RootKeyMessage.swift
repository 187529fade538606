// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// DSM-KROOT without its signature (OSNMA SIS ICD 1.1, section 3.2.2).
struct RootKeyMessage: Sendable {
    private let header: UInt8
    private let keyByteCount: Int
    /// From CIDKR to the root key.
    private let fields: [UInt8]

    /// - Parameters:
    ///   - chain: whose root it is.
    ///   - hour: since the epoch of Galileo time; the root is the key one subframe before it.
    ///   - header: the header in force, which is signed too.
    init(_ chain: TESLAChain, hour: Int, header: UInt8) {
        self.header = header
        keyByteCount = chain.settings.keyBytes
        let settings = chain.settings
        var writer = BitWriter(reserving: 13 + keyByteCount)
        writer.append(UInt64(chain.id), 2)
        // Reserved. Galileo sends 01 there, and OSNMAlib accepts nothing else.
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

    /// How many blocks of thirteen bytes it takes.
    static func blockCount(keyBytes: Int, signer: SigningCurve) -> Int {
        1 + (keyBytes + signer.signatureByteCount + 12) / 13
    }

    /// The whole message, signed and filled up to whole blocks.
    ///
    /// - Parameters:
    ///   - signer: the key.
    ///   - id: its PKID.
    func bytes(signer: SigningKey, id: UInt8) -> [UInt8] {
        let signed = [header] + fields
        let signature = signer.sign(signed)
        let count = Self.blockCount(keyBytes: keyByteCount, signer: signer.curve)
        let message = [UInt8(count - 6) << 4 | id] + fields + signature
        return message + Array(SHA256.hash(data: signed + signature)).prefix(13 * count - message.count)
    }
}
