// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras

/// Computes MACs with one verified key; values that depend on the key alone are computed only once.
struct TagAuthenticator: Sendable {
    private enum Function: Sendable {
        case hmac(inner: SHA256, outer: SHA256)
        case cmac(AES.CMAC)
    }

    let key: TESLAKey<Verified>
    private let function: Function

    init?(key: TESLAKey<Verified>, function: TagFunction) {
        self.key = key
        switch function {
        case .hmac:
            // With HMAC, the hash states of the two padded keys are the same for all tags of a subframe.
            self.function = .hmac(inner: Self.state(key.value, 0x36), outer: Self.state(key.value, 0x5C))
        case .cmac:
            guard let cmac = try? AES.CMAC(key: SymmetricKey(data: key.bytes)) else { return nil }
            self.function = .cmac(cmac)
        }
    }

    private static func state(_ key: KeyBytes, _ pad: UInt8) -> SHA256 {
        var block: InlineArray<64, UInt8> = .init(repeating: pad)
        for index in 0..<key.count { block[index] = key[index] ^ pad }
        var hasher = SHA256()
        block.span.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        return hasher
    }

    /// The first 64 bits of the MAC over `prefix` followed by `rest`.
    func code(_ prefix: Span<UInt8>, _ rest: Span<UInt8>) -> UInt64 {
        switch function {
        case .hmac(var inner, var outer):
            prefix.withUnsafeBytes { inner.update(bufferPointer: $0) }
            if !rest.isEmpty { rest.withUnsafeBytes { inner.update(bufferPointer: $0) } }
            inner.finalize().withUnsafeBytes { outer.update(bufferPointer: $0) }
            return outer.finalize().withUnsafeBytes(Self.leading)
        case .cmac(var cmac):
            prefix.withUnsafeBytes { cmac.update(bufferPointer: $0) }
            if !rest.isEmpty { rest.withUnsafeBytes { cmac.update(bufferPointer: $0) } }
            return cmac.finalize().withUnsafeBytes(Self.leading)
        }
    }

    /// The first eight bytes as a big-endian number; digests and MACs have at least 16.
    private static func leading(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<8 { value = value << 8 | UInt64(bytes[index]) }
        return value
    }
}

/// The bytes that precede the data in a tag's input (OSNMA SIS ICD 1.1, 6.7).
struct TagPrefix {
    private var bytes: InlineArray<48, UInt8> = .init(repeating: 0)
    private var count = 0

    mutating func append(_ byte: UInt8) {
        guard count < 48 else { return }
        bytes[count] = byte
        count &+= 1
    }

    mutating func append(_ value: UInt16) {
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    mutating func append(subframe: Int) {
        let time = GSTField(subframe: subframe).value
        append(UInt16(truncatingIfNeeded: time >> 16))
        append(UInt16(truncatingIfNeeded: time))
    }

    /// The MAC over these bytes followed by `rest`.
    func code(_ authenticator: TagAuthenticator, _ rest: Span<UInt8>) -> UInt64 {
        authenticator.code(bytes.span.extracting(0..<count), rest)
    }
}
