// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TimeStamps

/// Requests and responses of an authority made with `openssl ts`. One test at a time: each runs a dozen programs.
@Suite(.serialized) struct TimeStampTests {
    private let authority: TestAuthority
    private let request: TimeStampRequest
    private let hash = TestAuthority.hash

    init() throws {
        authority = try TestAuthority()
        request = try TimeStampRequest(of: hash)
    }

    private func stamp(_ response: [UInt8]) throws -> TimeStamp {
        try TimeStamp(response, of: hash, nonce: request.nonce)
    }

    private func untrusted(_ response: [UInt8], _ certificates: String) throws -> String {
        let stamp = try stamp(response)
        let error = #expect(throws: TimeStampError.self) { try stamp.verify(trusting: certificates) }
        guard case .untrusted(let detail) = error else {
            Issue.record("\(String(describing: error))")
            return ""
        }
        return detail
    }

    @Test func `a response is read and verified`() throws {
        let before = Int64(Date().timeIntervalSince1970)
        let stamp = try stamp(authority.answer(request))
        let after = Int64(Date().timeIntervalSince1970)
        #expect((before...after).contains(stamp.time / 1000) && stamp.time % 1000 == 0)
        #expect(stamp.accuracy == 1501)
        #expect(stamp.authority == "O=Example, CN=tsa")
        #expect(stamp.serial.count == 2 && stamp.serial > "41", "\(stamp.serial)")
        try stamp.verify(trusting: authority.root())
        try TimeStamp(authority.answer(request), of: hash, nonce: nil).verify(trusting: authority.root())
    }

    @Test func `the trusted certificate is found among others and other text`() throws {
        let other = try TestAuthority().root()
        let stamp = try stamp(authority.answer(request))
        try stamp.verify(trusting: "Roots:\n" + other + "words\n" + authority.root() + authority.text("ca.key") + other)
    }

    @Test func `openssl verifies the response, and reads the request`() throws {
        try authority.write("stored.tsr", authority.answer(request))
        try authority.openssl("ts -verify -in stored.tsr -data data -CAfile ca.pem")
        try authority.write("stored.tsq", request.bytes)
        try authority.openssl("ts -query -in stored.tsq -text -out stored.txt")
        let text = try authority.text("stored.txt")
        #expect(text.contains("Version: 1\n") && text.contains("Hash Algorithm: sha256\n"), "\(text)")
        #expect(text.contains("Certificate required: yes\n"))
        #expect(text.contains("Nonce: 0x\(String(format: "%016lX", request.nonce))\n"), "\(text)")
        #expect(text.contains("58 91 b5 b5 22 d5 df 08-6d 0f f0 b1 10 fb d9 d2"))
    }

    @Test(arguments: [1, 0x7F, 0x80, UInt64(Int64.max), UInt64(Int64.max) + 1, .max])
    func `every nonce is answered`(_ nonce: UInt64) throws {
        let response = try authority.answer(TimeStampRequest(of: hash, nonce: nonce))
        try TimeStamp(response, of: hash, nonce: nonce).verify(trusting: authority.root())
        #expect(throws: TimeStampError.otherRequest) { try TimeStamp(response, of: hash, nonce: nonce ^ 1) }
    }

    @Test func `a time stamp for other data or of another request is refused`() throws {
        let response = try authority.answer(request)
        #expect(throws: TimeStampError.otherData) {
            try TimeStamp(response, of: TestAuthority.otherHash, nonce: request.nonce)
        }
        #expect(throws: TimeStampError.otherRequest) { try TimeStamp(response, of: hash, nonce: 1) }
        try authority.openssl("ts -query -data data -sha256 -no_nonce -cert -out request.tsq")
        try authority.openssl(
            "ts -reply -config authority.cnf -section stamps -queryfile request.tsq -signer tsa.pem -inkey tsa.key "
                + "-out response.tsr")
        let unasked = try authority.bytes("response.tsr")
        #expect(throws: TimeStampError.otherRequest) { try stamp(unasked) }
        try TimeStamp(unasked, of: hash, nonce: nil).verify(trusting: authority.root())
    }

    @Test(arguments: [0, 31, 33]) func `a hash of another length is refused`(_ count: Int) throws {
        let response = try authority.answer(request)
        let short = [UInt8](repeating: 1, count: count)
        #expect(throws: TimeStampError.hashLength(count)) { try TimeStampRequest(of: short) }
        #expect(throws: TimeStampError.hashLength(count)) { try TimeStamp(response, of: short, nonce: nil) }
    }

    @Test func `the certificates of another authority do not confirm the signer`() throws {
        let detail = try untrusted(authority.answer(request), TestAuthority().root())
        #expect(detail == "unable to get local issuer certificate")
        // The signer's own certificate is no root.
        let own = try untrusted(authority.answer(request), authority.text("tsa.pem"))
        #expect(own.contains("unable to get"), "\(own)")
    }

    @Test func `a text without a certificate or with a damaged one is refused`() throws {
        let stamp = try stamp(authority.answer(request))
        let root = try authority.root()
        let damaged = root.replacingOccurrences(of: "MII", with: "MIJ")
        let texts = [
            "", "words", "\0", try authority.text("ca.key"), damaged, root + damaged, String(root.dropLast(40)),
        ]
        for text in texts + [String(repeating: "\n", count: 4 << 20) + root] {
            #expect(throws: TimeStampError.noCertificate) { try stamp.verify(trusting: text) }
        }
    }

    @Test func `a certificate that is not for time stamps does not count`() throws {
        let response = try authority.answer(request)
        try stamp(authority.sign(response, as: "tsa")).verify(trusting: authority.root())
        let detail = try untrusted(authority.sign(response, as: "server"), authority.root())
        #expect(detail == "unsuitable certificate purpose")
    }

    @Test func `a certificate counts if it was valid at the time of the time stamp`() async throws {
        let end = Date(timeIntervalSinceNow: 5)
        let format = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        let text = end.formatted(format).replacing("T", with: "")
        try authority.issue("brief", "stamping", from: "20200101000000Z", to: text)
        let response = try authority.answer(request, as: "brief")
        // The certificate has to expire.
        try await Task.sleep(for: .seconds(max(0, end.timeIntervalSinceNow + 1.5)))
        try authority.write("stored.tsr", response)
        let now = try authority.run("ts -verify -in stored.tsr -data data -CAfile ca.pem")
        #expect(now != 0, "the certificate has not expired yet")
        try stamp(response).verify(trusting: authority.root())
        let late = try authority.sign(response, as: "brief") {
            try $0.replacing(Array("202".utf8), with: Array("203".utf8))
        }
        #expect(try untrusted(late, authority.root()).contains("expired"))
        let early = try authority.sign(response, as: "brief") {
            try $0.replacing(Array("202".utf8), with: Array("201".utf8))
        }
        #expect(try untrusted(early, authority.root()).contains("not yet valid"))
    }

    @Test func `a changed time has no valid signature`() throws {
        let response = try authority.answer(request)
        let time = try response.statedTime()
        let other = "2031" + time.dropFirst(4)
        let changed = try response.replacing(Array(time.utf8), with: Array(other.utf8))
        #expect(try stamp(changed).time > stamp(response).time)
        #expect(try untrusted(changed, authority.root()).contains("digest"))
    }

    @Test(arguments: [
        "19700101000000Z", "19991231235959Z", "21000101000000Z", "99991231235959Z", "20260230000000Z",
        "20261301000000Z", "2026010100000.Z", "20260101000000 ", "202601010000+01", "00000000000000Z",
        "-0260101000000Z",
    ])
    func `an implausible time is refused`(_ time: String) throws {
        let response = try authority.answer(request)
        let changed = try response.replacing(Array(response.statedTime().utf8), with: Array(time.utf8))
        #expect(throws: TimeStampError.malformed) { try stamp(changed) }
    }

    @Test(
        arguments: [
            ("20000101000000Z", 946_684_800_000), ("20991231235959Z", 4_102_444_799_000), ("2026010112.345Z", nil),
            ("20240229120000Z", 1_709_208_000_000),
        ] as [(String, Int64?)])
    func `the ends of the range of times are read`(_ time: String, _ milliseconds: Int64?) throws {
        let response = try authority.answer(request)
        let changed = try response.replacing(Array(response.statedTime().utf8), with: Array(time.utf8))
        #expect((try? stamp(changed))?.time == milliseconds)
    }

    @Test func `fractions of seconds are read, and an accuracy or name that is not stated is absent`() throws {
        let precise = try TestAuthority("clock_precision_digits = 6")
        let response = try precise.answer(request)
        let stamp = try stamp(response)
        let digits = try response.statedTime().dropLast().split(separator: ".")
        let fraction = digits.count > 1 ? digits[1].padding(toLength: 3, withPad: "0", startingAt: 0) : "0"
        #expect(stamp.time % 1000 == Int64(fraction))
        #expect(stamp.accuracy == nil)
        #expect(stamp.authority == "O=Example, CN=tsa", "from the signer's certificate")
        try stamp.verify(trusting: precise.root())
        #expect(try untrusted(response, authority.root()) == "unable to get local issuer certificate")
        try precise.openssl("ts -query -data data -sha256 -no_nonce -out request.tsq")
        try precise.openssl(
            "ts -reply -config authority.cnf -section stamps -queryfile request.tsq -signer tsa.pem -inkey tsa.key "
                + "-out response.tsr")
        let anonymous = try TimeStamp(precise.bytes("response.tsr"), of: hash, nonce: nil)
        #expect(anonymous.authority.isEmpty)
        #expect(throws: TimeStampError.self) { try anonymous.verify(trusting: precise.root()) }
    }

    @Test func `a refusal gives the authority's reason`() throws {
        let refusing = try TestAuthority("digests = sha512")
        let response = try refusing.answer(request)
        let error = #expect(throws: TimeStampError.self) { try stamp(response) }
        guard case .rejected(let detail) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(detail.hasPrefix("it does not support the hash algorithm; "), "\(detail)")
    }
}
