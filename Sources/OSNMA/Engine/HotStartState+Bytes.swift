// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// The serialised form of the state: a version, then chains, messages, anchors and revoked chains, each list preceded
/// by its count and each byte string by its length. All numbers are big-endian. Version 1, written by earlier
/// programs, ends with the bare fingerprints of withdrawn anchors.
extension HotStartState {
    private static let version: UInt8 = 2

    /// The serialised state, at most 100 KiB.
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
        writer.append(UInt64(withdrawals.anchors.count), 1)
        for anchor in withdrawals.anchors { writer.append(anchor) }
        writer.append(UInt64(withdrawals.chains.count), 1)
        for chain in withdrawals.chains { writer.append(chain) }
        return writer.bytes
    }

    /// Parses a serialised state; nil if the bytes are malformed or of an unknown version.
    public init?(bytes: [UInt8]) {
        var reader = Reader(bytes: bytes[...])
        guard let version = reader.number(1), (1...UInt64(Self.version)).contains(version),
            let chainCount = reader.number(1)
        else { return nil }
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
            guard let anchor = version == 1 ? reader.formerAnchor() : reader.anchor() else { return nil }
            withdrawals.insert(anchor)
        }
        guard let revoked = version == 1 ? 0 : reader.number(1) else { return nil }
        for _ in 0..<revoked {
            guard let chain = reader.revokedChain() else { return nil }
            withdrawals.insert(chain)
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

        mutating func append(_ time: GST) { append(UInt64(time.secondsSinceEpoch), 8) }

        mutating func append(_ anchor: Withdrawals.Anchor) {
            append(anchor.fingerprint.bytes)
            append(UInt64(anchor.cause.rawValue), 1)
            append(anchor.domain.bytes)
            append(anchor.time)
            append(anchor.message)
        }

        mutating func append(_ chain: Withdrawals.Chain) {
            append(UInt64(chain.chainID), 1)
            append(chain.domain.bytes)
            append(chain.before)
            append(chain.time)
            append(UInt64(chain.header), 1)
            append(chain.message)
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

        mutating func fingerprint() -> TrustFingerprint? { run().flatMap(TrustFingerprint.init) }

        /// Reads an anchor of version 1, which did not keep the proving message.
        mutating func formerAnchor() -> Withdrawals.Anchor? {
            guard let fingerprint = fingerprint(), let time = GST(secondsSinceEpoch: 0) else { return nil }
            return Withdrawals.Anchor(
                fingerprint: fingerprint, cause: .renewed, domain: fingerprint, time: time, message: [])
        }

        mutating func anchor() -> Withdrawals.Anchor? {
            guard let fingerprint = fingerprint(), let number = number(1),
                let cause = Withdrawals.Cause(rawValue: UInt8(truncatingIfNeeded: number)),
                let domain = self.fingerprint(), let time = time(), let message = run()
            else { return nil }
            return Withdrawals.Anchor(
                fingerprint: fingerprint, cause: cause, domain: domain, time: time, message: message)
        }

        mutating func revokedChain() -> Withdrawals.Chain? {
            guard let id = number(1), let domain = fingerprint(), let before = time(), let time = time(),
                let header = number(1), let message = run()
            else { return nil }
            return Withdrawals.Chain(
                chainID: UInt8(truncatingIfNeeded: id), domain: domain, before: before, time: time,
                header: UInt8(truncatingIfNeeded: header), message: message)
        }

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
