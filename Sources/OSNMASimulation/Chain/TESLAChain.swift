// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras

/// A TESLA chain with all its keys (OSNMA SIS ICD 1.1, section 6.4).
struct TESLAChain: Sendable {
    /// CID, 0...3.
    let id: UInt8
    let settings: ChainSettings
    /// The chain's random pattern, 48 bits.
    let alpha: UInt64
    /// The hour, counted from the epoch of Galileo time, at which the chain starts.
    let hour: Int
    private let keys: [[UInt8]]
    /// The subframe of the first key in `keys`.
    private let first: Int

    /// - Parameters:
    ///   - id: CID, 0...3.
    ///   - settings: The chain's settings.
    ///   - hour: The hour at which the chain starts, counted from the epoch of Galileo time.
    ///   - end: The subframe after the chain's last subframe.
    ///   - seed: The seed of the last key and of alpha.
    init(id: UInt8, settings: ChainSettings, hour: Int, end: Int, seed: Seed) {
        (self.id, self.settings, self.hour) = (id, settings, hour)
        let alpha = seed.bytes("alpha", count: 6)
        self.alpha = alpha.reduce(0) { $0 << 8 | UInt64($1) }
        first = hour * 120 - 1
        let last = seed.bytes("key", count: settings.keyBytes)
        let steps = stride(from: max(end, hour * 120 + 1) - 2, through: first, by: -1)
        keys = Self.keys(last, over: steps, settings, alpha).reversed()
    }

    /// Computes the keys before a chain's root key by hashing down, as anyone who has the root key can. No chain that
    /// was ever in force contains these keys.
    private init(downFrom other: TESLAChain, to subframe: Int) {
        (id, settings, alpha, hour) = (other.id, other.settings, other.alpha, other.hour)
        first = min(subframe, other.first)
        let bytes = (0..<6).reversed().map { UInt8(truncatingIfNeeded: other.alpha >> UInt64(8 * $0)) }
        let steps = stride(from: other.first - 1, through: first, by: -1)
        keys = Self.keys(other.keys.first ?? [], over: steps, settings, bytes).reversed()
    }

    /// A chain that contains the root key and keys before it, but no keys after it.
    func hashedDown(to subframe: Int) -> TESLAChain { TESLAChain(downFrom: self, to: subframe) }

    /// A key and the keys of earlier subframes that follow from it, the latest first.
    private static func keys(
        _ last: [UInt8], over subframes: StrideThrough<Int>, _ settings: ChainSettings, _ alpha: [UInt8]
    ) -> [[UInt8]] {
        var keys = [last]
        var key = last
        for subframe in subframes {
            let input = key + SystemTime.bytes(subframe: subframe) + alpha
            switch settings.hash {
            case .sha256: key = Array(SHA256.hash(data: input).prefix(settings.keyBytes))
            case .sha3: key = Array(SHA3_256.hash(data: input).prefix(settings.keyBytes))
            }
            keys.append(key)
        }
        return keys
    }

    /// The key of a subframe; nil if the chain has no key for it. The root key belongs to the subframe before the
    /// chain's first subframe.
    func key(_ subframe: Int) -> [UInt8]? {
        let index = subframe - first
        return keys.indices.contains(index) ? keys[index] : nil
    }

    /// The MAC of a message, whose leading bits form a tag.
    static func code(_ message: [UInt8], key: [UInt8], _ function: ChainSettings.MACFunction) -> [UInt8] {
        let symmetric = SymmetricKey(data: key)
        guard function == .cmac, var cmac = try? AES.CMAC(key: symmetric) else {
            return Array(HMAC<SHA256>.authenticationCode(for: message, using: symmetric))
        }
        message.withUnsafeBytes { cmac.update(bufferPointer: $0) }
        return cmac.finalize().withUnsafeBytes { Array($0) }
    }
}

/// Galileo System Time in the form used by OSNMA's cryptography.
enum SystemTime {
    /// The week in 12 bits and the time of week in 20 bits.
    static func number(subframe: Int) -> UInt32 {
        let seconds = subframe * 30
        return UInt32(seconds / 604_800 & 0xFFF) << 20 | UInt32(seconds % 604_800)
    }

    static func bytes(subframe: Int) -> [UInt8] {
        let number = number(subframe: subframe)
        return (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }
}
