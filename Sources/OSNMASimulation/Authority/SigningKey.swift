// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// The curve of a public key and the hash function of its signatures (OSNMA SIS ICD 1.1, section 3.2.3).
public enum SigningCurve: String, Hashable, Sendable, CaseIterable {
    /// P-256 with SHA-256.
    case p256 = "P-256"
    /// P-521 with SHA-512.
    case p521 = "P-521"

    /// NPKT: the type of a new public key.
    var keyType: UInt8 { self == .p256 ? 1 : 3 }

    /// The number of bytes in r and s together.
    var signatureByteCount: Int { 2 * scalarByteCount }

    /// The number of bytes in a private key.
    var scalarByteCount: Int { self == .p256 ? 32 : 66 }

    /// The order of the base point, big-endian (SEC 2, sections 2.4.2 and 2.6.1).
    var order: [UInt8] {
        switch self {
        case .p256:
            [UInt8](repeating: 0xFF, count: 4) + [0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8) + [
                0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
            ]
        case .p521:
            [0x01] + [UInt8](repeating: 0xFF, count: 32) + [
                0xFA, 0x51, 0x86, 0x87, 0x83, 0xBF, 0x2F, 0x96, 0x6B, 0x7F, 0xCC, 0x01, 0x48, 0xF7, 0x09, 0xA5, 0xD0,
                0x3B, 0xB5, 0xC9, 0xB8, 0x89, 0x9C, 0x47, 0xAE, 0xBB, 0x6F, 0xB7, 0x1E, 0x91, 0x38, 0x64, 0x09,
            ]
        }
    }
}

/// A key pair with deterministic signatures (RFC 6979), so that a scenario always yields the same bytes. Its
/// arithmetic leaks the key to anyone who can time it; it must be used for simulation only.
struct SigningKey: Sendable {
    let curve: SigningCurve
    private let scalar: [UInt8]
    /// The compressed point.
    let point: [UInt8]

    /// Creates the key with a scalar; nil if the scalar is not valid for the curve.
    init?(_ curve: SigningCurve, scalar: [UInt8]) {
        guard let points = Self.points(curve, scalar) else { return nil }
        (self.curve, self.scalar, point) = (curve, scalar, points.compressed)
    }

    /// Derives a key from a seed.
    init(_ curve: SigningCurve, seed: Seed) {
        var attempt: UInt8 = 0
        while true {
            var scalar = seed.bytes("scalar \(attempt)", count: curve.scalarByteCount)
            if curve == .p521 { scalar[0] &= 0x01 }
            if let key = SigningKey(curve, scalar: scalar) {
                self = key
                return
            }
            attempt &+= 1
        }
    }

    /// Signs a message; returns r and s.
    func sign(_ message: [UInt8]) -> [UInt8] {
        let digest = curve == .p256 ? Array(SHA256.hash(data: message)) : Array(SHA512.hash(data: message))
        let count = curve.scalarByteCount
        let residues = ResidueClass(modulus: curve.order)
        // Both hashes have at most as many bits as the order, so nothing has to be truncated.
        let z = residues.reduced(ResidueClass.limbs(digest))
        let d = residues.reduced(ResidueClass.limbs(scalar))
        let reducedDigest = ResidueClass.bytes(z, count: count)
        var nonces = Nonces(curve, scalar: scalar, digest: reducedDigest)
        while true {
            let nonce = nonces.next()
            guard residues.isProper(ResidueClass.limbs(nonce)), let abscissa = Self.points(curve, nonce)?.abscissa
            else { continue }
            let r = residues.reduced(ResidueClass.limbs(abscissa))
            let k = residues.reduced(ResidueClass.limbs(nonce))
            let s = residues.product(residues.inverse(k), residues.sum(z, residues.product(r, d)))
            guard residues.isProper(r), residues.isProper(s) else { continue }
            return ResidueClass.bytes(r, count: count) + ResidueClass.bytes(s, count: count)
        }
    }

    /// The multiple of the base point, in compressed form, and its x coordinate.
    private static func points(_ curve: SigningCurve, _ scalar: [UInt8]) -> (compressed: [UInt8], abscissa: [UInt8])? {
        switch curve {
        case .p256:
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: scalar).publicKey else { return nil }
            return (Array(key.compressedRepresentation), Array(key.rawRepresentation.prefix(32)))
        case .p521:
            guard let key = try? P521.Signing.PrivateKey(rawRepresentation: scalar).publicKey else { return nil }
            return (Array(key.compressedRepresentation), Array(key.rawRepresentation.prefix(66)))
        }
    }
}

/// The candidate nonces, generated one after the other (RFC 6979, section 3.2).
private struct Nonces {
    private let curve: SigningCurve
    private var key: [UInt8]
    private var value: [UInt8]
    private var isFirst = true

    init(_ curve: SigningCurve, scalar: [UInt8], digest: [UInt8]) {
        self.curve = curve
        let size = curve == .p256 ? 32 : 64
        key = [UInt8](repeating: 0, count: size)
        value = [UInt8](repeating: 1, count: size)
        for separator: UInt8 in [0, 1] {
            key = code(value + [separator] + scalar + digest)
            value = code(value)
        }
    }

    mutating func next() -> [UInt8] {
        if !isFirst {
            key = code(value + [0])
            value = code(value)
        }
        isFirst = false
        var bytes: [UInt8] = []
        while bytes.count < curve.scalarByteCount {
            value = code(value)
            bytes += value
        }
        guard curve == .p521 else { return bytes }
        // The leftmost 521 bits.
        return ResidueClass.bytes(shifted(ResidueClass.limbs(Array(bytes.prefix(66))), by: 7), count: 66)
    }

    private func shifted(_ limbs: ResidueClass.Limbs, by width: UInt64) -> ResidueClass.Limbs {
        limbs.indices.map { limbs[$0] >> width | ($0 + 1 < limbs.count ? limbs[$0 + 1] << (64 - width) : 0) }
    }

    private func code(_ message: [UInt8]) -> [UInt8] {
        let key = SymmetricKey(data: key)
        return curve == .p256
            ? Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
            : Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
    }
}

/// A seed from which keys are derived.
struct Seed: Sendable {
    private let bytes: [UInt8]

    init(_ number: UInt64) { bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) } }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Derives the seed of a part.
    func part(_ name: String) -> Seed { Seed(bytes: bytes(name, count: 32)) }

    /// Derives a number of bytes from the seed and a name.
    func bytes(_ name: String, count: Int) -> [UInt8] {
        var result: [UInt8] = []
        var block: UInt8 = 0
        while result.count < count {
            result += SHA256.hash(data: bytes + Array(name.utf8) + [0, block])
            block &+= 1
        }
        return Array(result.prefix(count))
    }
}
