// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// The state as bytes, for those who keep it: a version, then chains, messages and fingerprints, each list preceded by
/// its count and each run of bytes by its length. All numbers are big-endian.
extension HotStartState {
    private static let version: UInt8 = 1

    /// The state as bytes, at most 10 KiB.
    public var bytes: [UInt8] {
        var writer = Writer()
        writer.append(UInt64(Self.version), 1)
        writer.append(UInt64(chains.prefix(255).count), 1)
        for chain in chains.prefix(255) {
            writer.append(UInt64(chain.header), 1)
            writer.append(UInt64((chain.isInForce ? 1 : 0) | (chain.revokedFrom == nil ? 0 : 2)), 1)
            writer.append(UInt64(chain.keyTime.secondsSinceEpoch), 8)
            writer.append(UInt64(chain.revokedFrom?.secondsSinceEpoch ?? 0), 8)
            writer.append(chain.key)
            writer.append(chain.rootKeyMessage)
        }
        writer.append(UInt64(publicKeyMessages.prefix(255).count), 1)
        for message in publicKeyMessages.prefix(255) { writer.append(message) }
        writer.append(UInt64(withdrawn.prefix(255).count), 1)
        for fingerprint in withdrawn.prefix(255) { writer.append(fingerprint.bytes) }
        return writer.bytes
    }

    /// The state of some bytes, or nil where they are none of this version.
    public init?(bytes: [UInt8]) {
        var reader = Reader(bytes: bytes[...])
        guard reader.number(1) == UInt64(Self.version), let chainCount = reader.number(1) else { return nil }
        for _ in 0..<chainCount {
            guard let chain = reader.chain() else { return nil }
            chains.append(chain)
        }
        guard let messageCount = reader.number(1) else { return nil }
        for _ in 0..<messageCount {
            guard let message = reader.run() else { return nil }
            publicKeyMessages.append(message)
        }
        guard let count = reader.number(1) else { return nil }
        for _ in 0..<count {
            guard let run = reader.run(), let fingerprint = TrustFingerprint(run) else { return nil }
            withdrawn.append(fingerprint)
        }
        guard reader.bytes.isEmpty else { return nil }
    }

    private struct Writer {
        private(set) var bytes: [UInt8] = []

        mutating func append(_ value: UInt64, _ count: Int) {
            for shift in stride(from: 8 * (count - 1), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
            }
        }

        mutating func append(_ run: [UInt8]) {
            append(UInt64(run.prefix(0xFFFF).count), 2)
            bytes += run.prefix(0xFFFF)
        }
    }

    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func number(_ count: Int) -> UInt64? {
            guard bytes.count >= count else { return nil }
            defer { bytes = bytes.dropFirst(count) }
            return bytes.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
        }

        mutating func run() -> [UInt8]? {
            guard let length = number(2), bytes.count >= Int(length) else { return nil }
            defer { bytes = bytes.dropFirst(Int(length)) }
            return Array(bytes.prefix(Int(length)))
        }

        mutating func time() -> GST? { number(8).flatMap(Int.init(exactly:)).flatMap(GST.init(secondsSinceEpoch:)) }

        mutating func chain() -> Chain? {
            guard let header = number(1), let flags = number(1), flags < 4, let keyTime = time(),
                let revoked = time(), let key = run(), let message = run()
            else { return nil }
            return Chain(
                header: UInt8(truncatingIfNeeded: header), rootKeyMessage: message, keyTime: keyTime, key: key,
                isInForce: flags & 1 == 1, revokedFrom: flags & 2 == 2 ? revoked : nil)
        }
    }
}
