// SPDX-License-Identifier: Apache-2.0

import Testing
import TimeStamps

/// Damaged responses.
@Suite(.serialized) struct TimeStampDamageTests {
    /// Random numbers that are the same in each run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64 = 20_260_101

        mutating func next() -> UInt64 {
            // Constants of D. Knuth's MMIX; the upper half is random enough.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 32 | state << 32
        }
    }

    private let request: TimeStampRequest
    private let response: [UInt8]
    private let stamp: TimeStamp
    private let root: String

    init() throws {
        let authority = try TestAuthority()
        request = try TimeStampRequest(of: TestAuthority.hash)
        response = try authority.answer(request)
        stamp = try TimeStamp(response, of: TestAuthority.hash, nonce: request.nonce)
        root = try authority.root()
        try stamp.verify(trusting: root)
    }

    private func read(_ bytes: [UInt8]) throws(TimeStampError) -> TimeStamp {
        try TimeStamp(bytes, of: TestAuthority.hash, nonce: request.nonce)
    }

    @Test func `a truncated response is malformed`() {
        for count in response.indices {
            #expect(throws: TimeStampError.malformed) { try read(Array(response.prefix(count))) }
        }
    }

    @Test func `bytes after the response are refused`() {
        #expect(throws: TimeStampError.malformed) { try read(response + [0]) }
        #expect(throws: TimeStampError.malformed) { try read(response + response) }
        let padding = [UInt8](repeating: 0, count: TimeStamp.limit - response.count)
        #expect(throws: TimeStampError.malformed) { try read(response + padding) }
        #expect(throws: TimeStampError.tooLarge) { try read(response + padding + [0]) }
    }

    @Test func `a damaged response never verifies with other contents`() {
        var numbers = Numbers()
        var counts = (unreadable: 0, untrusted: 0, verified: 0)
        for _ in 0..<2000 {
            var bytes = response
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                let place = Int.random(in: bytes.indices, using: &numbers)
                bytes[place] = Bool.random(using: &numbers) ? .random(in: 0...255, using: &numbers) : bytes[place] ^ 1
            }
            guard let damaged = try? read(bytes) else {
                counts.unreadable += 1
                continue
            }
            guard (try? damaged.verify(trusting: root)) != nil else {
                counts.untrusted += 1
                continue
            }
            counts.verified += 1
            #expect(damaged.time == stamp.time && damaged.accuracy == stamp.accuracy)
            #expect(damaged.serial == stamp.serial && damaged.authority == stamp.authority)
        }
        #expect(counts.unreadable > 100 && counts.untrusted > 100 && counts.verified < 200, "\(counts)")
    }

    @Test func `every byte of the response may be any of its neighbours`() {
        for place in response.indices {
            for change: UInt8 in [0x01, 0x20, 0x80, 0xFF] {
                var bytes = response
                bytes[place] ^= change
                guard let damaged = try? read(bytes), (try? damaged.verify(trusting: root)) != nil else { continue }
                #expect(damaged.time == stamp.time && damaged.serial == stamp.serial, "byte \(place)")
            }
        }
    }

    /// A signed attribute's identifier, and the type byte of its value before and after the change.
    @Test(
        arguments: [
            // messageDigest as INTEGER, contentType as OCTET STRING, signingCertificateV2 as SET
            ([0x09, 0x04, 0x31, 0x22], 0x04, 0x02), ([0x09, 0x03, 0x31, 0x0D], 0x06, 0x04),
            ([0x10, 0x02, 0x2F, 0x31], 0x30, 0x31), ([0x10, 0x02, 0x0C, 0x31], 0x30, 0x31),
        ] as [([UInt8], UInt8, UInt8)])
    func `a signed attribute of another type is refused`(_ end: [UInt8], _ old: UInt8, _ new: UInt8) throws {
        guard let start = response.indices.first(where: { response[$0...].starts(with: end) }) else {
            // This version of OpenSSL writes only one of the two attributes for the signer's certificate.
            try #require(end.first == 0x10)
            return
        }
        var bytes = response
        let place = try #require(bytes[(start + end.count)...].prefix(3).firstIndex(of: old))
        bytes[place] = new
        #expect(throws: TimeStampError.self) { try read(bytes).verify(trusting: root) }
    }
}
