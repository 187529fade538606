// SPDX-License-Identifier: Apache-2.0

import Crypto

@testable import OSNMA

/// The one who signs: a tree of sixteen public keys.
struct SkyAuthority {
    enum Signer {
        case p256(P256.Signing.PrivateKey)
        case p521(P521.Signing.PrivateKey)

        var kind: PublicKeyKind {
            switch self {
            case .p256: .p256
            case .p521: .p521
            }
        }

        var point: [UInt8] {
            switch self {
            case .p256(let key): Array(key.publicKey.compressedRepresentation)
            case .p521(let key): Array(key.publicKey.compressedRepresentation)
            }
        }

        func sign(_ message: [UInt8]) throws -> [UInt8] {
            switch self {
            case .p256(let key): Array(try key.signature(for: message).rawRepresentation)
            case .p521(let key): Array(try key.signature(for: message).rawRepresentation)
            }
        }
    }

    /// By PKID, which is also the leaf; leaf 15 is the alert message.
    var signers: [UInt8: Signer] = [:]
    /// The content of the alert leaf: 13 blocks in all.
    let alert = [UInt8(0x40)] + [UInt8](repeating: 0xA5, count: 39)

    init(p521: Set<UInt8> = []) {
        for id in UInt8(1)...4 {
            signers[id] = p521.contains(id) ? .p521(P521.Signing.PrivateKey()) : .p256(P256.Signing.PrivateKey())
        }
    }

    private func content(_ leaf: UInt8) -> [UInt8] {
        if leaf == 15 { return alert }
        guard let signer = signers[leaf] else { return [leaf] }
        return [signer.kind.rawValue << 4 | leaf] + signer.point
    }

    private func node(_ level: Int, _ index: Int) -> [UInt8] {
        guard level > 0 else { return Array(SHA256.hash(data: content(UInt8(index)))) }
        return Array(SHA256.hash(data: node(level - 1, 2 * index) + node(level - 1, 2 * index + 1)))
    }

    var root: [UInt8] { node(4, 0) }

    func publicKey(_ id: UInt8) -> PublicKey<Verified>? {
        guard let signer = signers[id] else { return nil }
        return PublicKey<Unverified>(id: id, kind: signer.kind, point: signer.point)?.provisioned()
    }

    /// A DSM-PKR: of a key, or of the alert message with leaf 15.
    func publicKeyMessage(_ leaf: UInt8) -> [UInt8] {
        let content = content(leaf)
        var siblings: [UInt8] = []
        for level in 0..<4 { siblings += node(level, Int(leaf) >> level ^ 1) }
        let count = (129 + content.count + 12) / 13
        var message = [UInt8(count - 6) << 4 | leaf] + siblings + content
        message += Array(SHA256.hash(data: root + content)).prefix(count * 13 - message.count)
        return message
    }

    /// A DSM-KROOT.
    func rootKeyMessage(_ chain: SkyChain, hour: Int, header: NMAHeader, signer id: UInt8) throws -> [UInt8] {
        guard let signer = signers[id] else { return [] }
        let signature = signer.kind.signatureByteCount
        let count = 1 + (chain.keyByteCount + signature + 12) / 13
        let hours = hour % 168
        let week = hour / 168
        var fields: [UInt8] = [
            chain.id << 6 | chain.hash << 2 | chain.function, chain.keySize << 4 | chain.tagSize, chain.table,
            UInt8(week >> 8 & 0x0F), UInt8(week & 0xFF), UInt8(hours),
        ]
        for shift in stride(from: 40, through: 0, by: -8) { fields.append(UInt8(chain.alpha >> UInt64(shift) & 0xFF)) }
        fields += chain.key(hour * 120 - 1)
        let signed = try signer.sign([header.byte] + fields)
        let message = [UInt8(count - 6) << 4 | id] + fields + signed
        let padding = SHA256.hash(data: [header.byte] + fields + signed)
        return message + Array(padding).prefix(count * 13 - message.count)
    }
}

/// A TESLA chain with all its keys.
struct SkyChain {
    let id: UInt8
    var hash: UInt8 = 0
    var function: UInt8 = 0
    var keySize: UInt8 = 4
    var tagSize: UInt8 = 9
    var table: UInt8 = 34
    let alpha: UInt64
    private var first: Int
    private var keys: [[UInt8]] = []

    var keyByteCount: Int { ChainParameters.keyByteCounts[Int(keySize)] }
    var tagBits: Int { ChainParameters.tagSizes[tagSize] ?? 40 }

    init(
        id: UInt8, hash: UInt8 = 0, function: UInt8 = 0, keySize: UInt8 = 4, tagSize: UInt8 = 9, table: UInt8 = 34,
        subframes: Range<Int>
    ) {
        (self.id, self.hash, self.function) = (id, hash, function)
        (self.keySize, self.tagSize, self.table) = (keySize, tagSize, table)
        alpha = 0x0102_0304_0500 | UInt64(id)
        first = subframes.lowerBound - 1
        var key = [UInt8](repeating: id &+ 0x31, count: ChainParameters.keyByteCounts[Int(keySize)])
        keys = [key]
        for subframe in stride(from: subframes.upperBound - 1, to: first, by: -1) {
            key = Self.step(key, to: subframe - 1, alpha, hash)
            keys.append(key)
        }
        keys.reverse()
    }

    /// What anybody can compute once the root key of a chain is on air: the keys of the subframes before it.
    ///
    /// - Parameters:
    ///   - root: the subframe that the root key belongs to.
    ///   - count: so many subframes before it. Keys of later subframes are noise.
    init(below chain: SkyChain, root: Int, count: Int) {
        self = chain
        first = root - count
        var key = chain.key(root)
        keys = [key]
        for subframe in stride(from: root, to: first, by: -1) {
            key = Self.step(key, to: subframe - 1, alpha, hash)
            keys.append(key)
        }
        keys.reverse()
        for subframe in 1...count {
            keys.append([UInt8](repeating: UInt8(truncatingIfNeeded: subframe), count: key.count))
        }
    }

    private static func step(_ key: [UInt8], to subframe: Int, _ alpha: UInt64, _ hash: UInt8) -> [UInt8] {
        var input = SkyBits(key)
        input.append(SkyBits.gst(subframe), 32)
        input.append(alpha, 48)
        let digest = hash == 0 ? Array(SHA256.hash(data: input.bytes)) : Array(SHA3_256.hash(data: input.bytes))
        return Array(digest.prefix(key.count))
    }

    /// The key of a subframe.
    func key(_ subframe: Int) -> [UInt8] { keys[subframe - first] }
}

extension SkyBits {
    static func gst(_ subframe: Int) -> UInt64 {
        let seconds = subframe * 30
        return UInt64(seconds / 604_800 & 0xFFF) << 20 | UInt64(seconds % 604_800)
    }
}
