// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras

/// A TESLA chain with all its keys (OSNMA SIS ICD 1.1, section 6.4).
struct TESLAChain: Sendable {
    /// CID, 0...3.
    let id: UInt8
    let settings: ChainSettings
    /// 48 bits.
    let alpha: UInt64
    /// The hour, counted since the epoch of Galileo time, at which the chain begins.
    let hour: Int
    private let keys: [[UInt8]]

    /// - Parameters:
    ///   - id: CID, 0...3.
    ///   - settings: what it is made with.
    ///   - hour: at which it begins, since the epoch of Galileo time.
    ///   - end: the subframe after its last.
    ///   - seed: of the last key, and of alpha.
    init(id: UInt8, settings: ChainSettings, hour: Int, end: Int, seed: Seed) {
        (self.id, self.settings, self.hour) = (id, settings, hour)
        let alpha = seed.bytes("alpha", count: 6)
        self.alpha = alpha.reduce(0) { $0 << 8 | UInt64($1) }
        var key = seed.bytes("key", count: settings.keyBytes)
        var keys = [key]
        for subframe in stride(from: max(end, hour * 120 + 1) - 2, through: hour * 120 - 1, by: -1) {
            let input = key + SystemTime.bytes(subframe: subframe) + alpha
            switch settings.hash {
            case .sha256: key = Array(SHA256.hash(data: input).prefix(settings.keyBytes))
            case .sha3: key = Array(SHA3_256.hash(data: input).prefix(settings.keyBytes))
            }
            keys.append(key)
        }
        self.keys = keys.reversed()
    }

    /// The subframe of the first key that is sent.
    var firstSubframe: Int { hour * 120 }

    /// The key of a subframe, that of the root being one before the first; nil where there is none.
    func key(_ subframe: Int) -> [UInt8]? {
        let index = subframe - firstSubframe + 1
        return keys.indices.contains(index) ? keys[index] : nil
    }

    /// The code of a message under a key, of which tags are the front.
    static func code(_ message: [UInt8], key: [UInt8], _ function: ChainSettings.MACFunction) -> [UInt8] {
        let symmetric = SymmetricKey(data: key)
        guard function == .cmac, var cmac = try? AES.CMAC(key: symmetric) else {
            return Array(HMAC<SHA256>.authenticationCode(for: message, using: symmetric))
        }
        message.withUnsafeBytes { cmac.update(bufferPointer: $0) }
        return cmac.finalize().withUnsafeBytes { Array($0) }
    }
}

/// Galileo System Time as the cryptography counts it.
enum SystemTime {
    /// Week of 12 bits and second of the week of 20 bits.
    static func number(subframe: Int) -> UInt32 {
        let seconds = subframe * 30
        return UInt32(seconds / 604_800 & 0xFFF) << 20 | UInt32(seconds % 604_800)
    }

    static func bytes(subframe: Int) -> [UInt8] {
        let number = number(subframe: subframe)
        return (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }
}
