// SPDX-License-Identifier: Apache-2.0

internal import Crypto
public import GNSSTypes

/// A key of a TESLA chain, 12...32 bytes.
public struct TESLAKey<Level: Trust>: Hashable, Sendable {
    /// The number of the subframe in which it is transmitted, counted from the epoch of Galileo time.
    let subframe: Int
    let value: KeyBytes

    fileprivate init(unchecked subframe: Int, _ value: KeyBytes) {
        self.subframe = subframe
        self.value = value
    }

    /// The start of the subframe in which it is transmitted.
    public var time: GST? { GST(secondsSinceEpoch: subframe * 30) }

    public var bytes: [UInt8] { value.array }
}

extension TESLAKey where Level == Unverified {
    init(subframe: Int, value: KeyBytes) { self.init(unchecked: subframe, value) }

    /// Creates a key as received or stored; nil if it does not have 12...32 bytes.
    ///
    /// - Parameters:
    ///   - time: The start of its subframe, or an instant within it.
    ///   - bytes: The key.
    public init?(time: GST, bytes: [UInt8]) {
        guard (12...32).contains(bytes.count) else { return nil }
        self.init(unchecked: time.secondsSinceEpoch / 30, KeyBytes(bytes))
    }

    /// Returns the key as trusted because a trusted signature covers it, which the caller has checked.
    func signed() -> TESLAKey<Verified> { TESLAKey<Verified>(unchecked: subframe, value) }

    /// Returns the key as trusted if hashing it leads to a trusted one (OSNMA SIS ICD 1.1, 6.4).
    ///
    /// - Parameters:
    ///   - trusted: An earlier key of the chain.
    ///   - parameters: The chain's parameters.
    /// - Returns: The trusted keys after `trusted` up to this one, in chronological order; nil if it does not lead
    ///   there.
    func verified(from trusted: TESLAKey<Verified>, _ parameters: ChainParameters) -> [TESLAKey<Verified>]? {
        guard subframe > trusted.subframe, value.count == trusted.value.count else { return nil }
        var keys: [TESLAKey<Verified>] = []
        keys.reserveCapacity(subframe - trusted.subframe)
        var current = value
        for number in stride(from: subframe, to: trusted.subframe, by: -1) {
            keys.append(TESLAKey<Verified>(unchecked: number, current))
            current = parameters.step(current, to: number - 1)
        }
        guard current == trusted.value else { return nil }
        keys.reverse()
        return keys
    }
}

extension TESLAKey where Level == Verified {
    /// The key of the chain one subframe before this one.
    func previous(_ parameters: ChainParameters) -> TESLAKey {
        TESLAKey(unchecked: subframe - 1, parameters.step(value, to: subframe - 1))
    }

    /// Returns true if a received key equals this one.
    func confirms(_ key: TESLAKey<Unverified>) -> Bool { key.subframe == subframe && key.value == value }
}

extension ChainParameters {
    /// One step down the chain: computes the key of a subframe from that of the next.
    fileprivate func step(_ key: KeyBytes, to subframe: Int) -> KeyBytes {
        var input: InlineArray<48, UInt8> = .init(repeating: 0)
        for index in 0..<key.count { input[index] = key[index] }
        let time = GSTField(subframe: subframe).value
        for index in 0..<4 { input[key.count &+ index] = UInt8(truncatingIfNeeded: time >> UInt32(24 &- 8 &* index)) }
        for index in 0..<6 {
            input[key.count &+ 4 &+ index] = UInt8(truncatingIfNeeded: alpha >> UInt64(40 &- 8 &* index))
        }
        return input.span.extracting(0..<key.count &+ 10).withUnsafeBytes { bytes in
            switch hash {
            case .sha256:
                var hasher = SHA256()
                hasher.update(bufferPointer: bytes)
                return hasher.finalize().withUnsafeBytes { KeyBytes($0, count: keyByteCount) }
            case .sha3:
                var hasher = SHA3_256()
                hasher.update(bufferPointer: bytes)
                return hasher.finalize().withUnsafeBytes { KeyBytes($0, count: keyByteCount) }
            }
        }
    }
}

/// Galileo time in the form used by OSNMA's cryptography: 12 bits of week, 20 bits of seconds.
struct GSTField {
    let value: UInt32

    init(subframe: Int) {
        let seconds = subframe &* 30
        let week = seconds / GST.secondsInWeek
        value = UInt32(truncatingIfNeeded: week & 0xFFF) << 20 | UInt32(truncatingIfNeeded: seconds % GST.secondsInWeek)
    }
}

/// Stores up to 32 bytes without an allocation.
struct KeyBytes: Hashable, Sendable {
    private var a: UInt64 = 0
    private var b: UInt64 = 0
    private var c: UInt64 = 0
    private var d: UInt64 = 0
    private(set) var count = 0

    init() {}

    init(_ bytes: [UInt8]) {
        for byte in bytes.prefix(32) { append(byte) }
    }

    init(_ bytes: UnsafeRawBufferPointer, count: Int) {
        for byte in bytes.prefix(count) { append(byte) }
    }

    subscript(index: Int) -> UInt8 {
        let part =
            switch index >> 3 {
            case 0: a
            case 1: b
            case 2: c
            default: d
            }
        return UInt8(truncatingIfNeeded: part >> UInt64(56 &- 8 &* (index & 7)))
    }

    /// Appends a byte; ignored after 32 bytes.
    mutating func append(_ byte: UInt8) {
        let value = UInt64(byte) << UInt64(56 &- 8 &* (count & 7))
        switch count >> 3 {
        case 0: a |= value
        case 1: b |= value
        case 2: c |= value
        case 3: d |= value
        default: return
        }
        count &+= 1
    }

    var array: [UInt8] { (0..<count).map { self[$0] } }
}
