// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import Testing

@testable import Corrections

/// A real client against the false caster.
struct CasterTests {
    static let python = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    private static let ways = [
        ("V2", CorrectionsConfiguration.Version.two), ("V1", .one), ("V1", .two), ("ICYBARE", .one), ("ICYBARE", .two),
        ("ICYHEAD", .one), ("PLAIN", .one), ("PLAIN", .two), ("SLOW", .two), ("NOISY", .two),
    ]

    @Test(.enabled(if: python), arguments: ways, [false, true])
    private func `whole messages come out as they were sent, whatever the caster speaks`(
        way: (String, CorrectionsConfiguration.Version), sendsPosition: Bool
    ) async throws {
        let caster = try Caster()
        let fetch = Fetch(way.0, caster.port, fix: sendsPosition ? Fetch.fix : nil) { $0.version = way.1 }
        #expect(await eventually { fetch.published.count >= 20 }, "\(fetch.status)\n\(caster.lines)")
        let published = fetch.published
        #expect(published.prefix(20).map(\.bytes) == (0..<20).map(Caster.frame))
        #expect(published.allSatisfy { $0.format == .rtcm3 && $0.station == 42 })
        #expect(published.first?.origin == "ntrip://127.0.0.1:\(caster.port)/\(way.0)")
        #expect(fetch.status.state == .streaming && fetch.status.station == 42)
        #expect(Set(fetch.status.messageNumbers.keys) == ["1005", "1077", "1087"])
        #expect(fetch.status.messages >= 20)
        #expect(fetch.states.prefix(3) == [.connecting, .connected, .streaming])
        #expect(await fetch.stop())
        #expect(fetch.status.state == .stopped)
        let lines = caster.lines
        #expect(lines.contains("REQUEST GET /\(way.0) HTTP/1.\(way.1 == .two ? 1 : 0)"))
        #expect(lines.contains("HEADER Ntrip-Version: Ntrip/2.0") == (way.1 == .two))
        #expect(lines.contains { $0.hasPrefix("HEADER User-Agent: NTRIP gnss-gateway") })
        #expect(!lines.contains { $0.hasPrefix("HEADER Transfer-Encoding") || $0.hasPrefix("HEADER Expect") })
    }

    private struct ErrorCase: CustomTestStringConvertible, Sendable {
        var mountpoint: String
        var cause: CorrectionsReport.Cause
        var words: String
        var isLasting = false
        var testDescription: String { mountpoint }
    }

    private static let errorCases = [
        ErrorCase(
            mountpoint: "PASSWORD", cause: .wrongPassword, words: "rejects the user or password", isLasting: true),
        ErrorCase(
            mountpoint: "PASSWORD1", cause: .wrongPassword, words: "'corrections.password_file'", isLasting: true),
        ErrorCase(mountpoint: "FORBIDDEN", cause: .forbidden, words: "(403)", isLasting: true),
        ErrorCase(mountpoint: "NOWHERE", cause: .mountpointGone, words: "no mount point NOWHERE", isLasting: true),
        ErrorCase(
            mountpoint: "v2", cause: .mountpointGone, words: "its list (5 in total) includes V2 (Köln): correct",
            isLasting: true),
        ErrorCase(mountpoint: "TABLE1", cause: .mountpointGone, words: "no mount point TABLE1", isLasting: true),
        ErrorCase(mountpoint: "TABLE2", cause: .mountpointGone, words: "no mount point TABLE2", isLasting: true),
        ErrorCase(mountpoint: "TABLEOPEN1", cause: .mountpointGone, words: "its list (5 in total)", isLasting: true),
        ErrorCase(mountpoint: "TABLEOPEN2", cause: .mountpointGone, words: "its list (5 in total)", isLasting: true),
        ErrorCase(mountpoint: "TABLESTUCK", cause: .mountpointGone, words: "its list (5 in total)", isLasting: true),
        ErrorCase(mountpoint: "TABLEHUGE", cause: .mountpointGone, words: "no mount point TABLEHUGE", isLasting: true),
        ErrorCase(mountpoint: "OFFLINE", cause: .noData, words: "the base is off"),
        ErrorCase(mountpoint: "BUSY", cause: .busy, words: "trying again in "),
        ErrorCase(mountpoint: "MOVED", cause: .notCaster, words: "redirects to another address", isLasting: true),
        ErrorCase(mountpoint: "HTML", cause: .html, words: "received a web page", isLasting: true),
        ErrorCase(mountpoint: "HTML2", cause: .html, words: "received a web page", isLasting: true),
        ErrorCase(mountpoint: "STALLS", cause: .stalled, words: "no message for 1 s"),
        ErrorCase(mountpoint: "MIDDLE", cause: .stalled, words: "no message for 1 s"),
        ErrorCase(mountpoint: "SILENT", cause: .stalled, words: "the base may be off"),
        ErrorCase(mountpoint: "MUTE", cause: .unreachable, words: "no answer in time"),
        ErrorCase(mountpoint: "GARBAGE", cause: .notRTCM, words: "not RTCM 3", isLasting: true),
        ErrorCase(mountpoint: "TEXT", cause: .notRTCM, words: "choose a mount point with RTCM 3", isLasting: true),
        ErrorCase(mountpoint: "DROPS", cause: .closed, words: "connection was lost"),
        ErrorCase(mountpoint: "DROPSPLAIN", cause: .closed, words: "ended the connection"),
        ErrorCase(mountpoint: "CLOSES", cause: .closed, words: "connection was lost"),
    ]

    @Test(.enabled(if: python), arguments: errorCases, [false, true])
    private func `every error is told in words, and has its own pause`(
        error: ErrorCase, sendsPosition: Bool
    ) async throws {
        let caster = try Caster()
        let fetch = Fetch(error.mountpoint, caster.port, fix: sendsPosition ? Fetch.fix : nil, policy: .init()) {
            let silent = ["STALLS", "MIDDLE", "SILENT", "MUTE", "TABLESTUCK"]
            if silent.contains(error.mountpoint) { $0.silence = .seconds(1) }
        }
        #expect(await eventually { fetch.failure != nil }, "\(fetch.status)")
        let status = try #require(fetch.failure)
        #expect(status.problem?.value == error.cause, "\(status.reason)")
        #expect(status.reason.contains(error.words), "\(status.reason)")
        #expect(status.failures == [error.cause.code: 1])
        let next = try #require(status.nextTry)
        let pause = Double(next.milliseconds - status.since.milliseconds) / 1e3
        // What the caster wishes comes first; and some time passes between the two clocks that are read.
        let least = error.mountpoint == "BUSY" ? 7.0 : error.isLasting ? 600 : 5
        #expect((least - 1...least * 1.25 + 1).contains(pause), "a pause of \(pause) s")
        if error.mountpoint.hasPrefix("TABLE") {
            #expect(caster.lines.count { $0.hasPrefix("REQUEST ") } == 1, "the table is not requested again")
        }
        // A message that was cut off is none.
        let whole = ["STALLS": 3, "MIDDLE": 3, "DROPS": 2, "DROPSPLAIN": 2][error.mountpoint] ?? 0
        #expect(fetch.published.map(\.bytes) == (0..<whole).map(Caster.frame))
        #expect((status.lastMessageAge != nil) == (whole > 0), "\(status)")
        #expect(await fetch.stop())
    }

    @Test(.enabled(if: python)) func `what may pass is tried again, and goes on where it can`() async throws {
        let caster = try Caster()
        let fetch = Fetch("DROPS", caster.port)
        #expect(await eventually { fetch.status.connections >= 3 })
        #expect(await eventually { (fetch.status.failures["closed"] ?? 0) >= 3 })
        #expect(fetch.published.count >= 4)
        #expect(await fetch.stop())
    }

    @Test(.enabled(if: python)) func `contents of a connection say nothing about the next one`() async throws {
        let caster = try Caster()
        let fetch = Fetch("CHANGES", caster.port)
        #expect(await eventually { fetch.status.connections >= 2 && fetch.status.state == .streaming })
        let first = try #require(fetch.failure)
        #expect(first.station == 42 && first.stationPosition != nil, "\(first)")
        #expect(Set(first.messageNumbers.keys) == ["1005", "1077"])
        let status = fetch.status
        #expect(status.station == nil && status.stationPosition == nil, "\(status)")
        #expect(Set(status.messageNumbers.keys) == ["1019"] && status.messages > 2)
        #expect(CorrectionsChain.complete(status, receivers: []).chain?[2].state.code == "waiting")
        #expect(await fetch.stop())
    }

    @Test(.enabled(if: python), arguments: ["PASSWORD", "PASSWORD1"])
    func `the right password opens, and stands in no words`(mountpoint: String) async throws {
        let caster = try Caster()
        let right = CasterLogin(user: "user", password: "secret-word")
        let fetch = Fetch(mountpoint, caster.port, login: right)
        #expect(await eventually { fetch.published.count >= 3 }, "\(fetch.status)")
        #expect(!"\(right) \(String(reflecting: right)) \(fetch.status)".contains("secret-word"))
        #expect(await fetch.stop())
        let wrong = Fetch(mountpoint, caster.port, login: CasterLogin(user: "user", password: "other-secret"))
        #expect(await eventually { wrong.failure != nil })
        #expect(wrong.failure?.problem?.value == .wrongPassword)
        #expect(!"\(wrong.status)".contains("other-secret"))
        // Neither of them is asked again with a password that is wrong.
        #expect(wrong.status.connections == 1)
        #expect(await wrong.stop())
    }

    @Test(.enabled(if: python)) func `a caster that repeats the login makes nothing show the password`() async throws {
        let caster = try Caster()
        let fetch = Fetch("LOGIN1", caster.port, login: CasterLogin(user: "user", password: "other-secret"))
        #expect(await eventually { fetch.failure != nil })
        let status = try #require(fetch.failure)
        #expect(status.problem?.value == .wrongPassword && status.reason.contains("Bad login: user:<redacted>"))
        #expect(!"\(status)".contains("other-secret") && !"\(status)".contains("dXNlcjpvdGhlci1zZWNyZXQ"), "\(status)")
        #expect(await fetch.stop())
    }

    @Test(.enabled(if: python)) func `the position is sent at once, with the request and after the answer, then again`()
        async throws
    {
        let caster = try Caster()
        let fetch = Fetch("VRS", caster.port, fix: Fetch.fix)
        #expect(await eventually { fetch.published.count >= 3 }, "\(fetch.status)\n\(caster.lines)")
        #expect(await eventually { caster.lines.count { $0.hasPrefix("SENTENCE $GPGGA,") } >= 4 })
        let expected = "$GPGGA,,4927.00000,N,01104.80000,E,1,17,1.00,309.0,M,46.7,M,,*"
        let sentences = caster.lines.filter { $0.hasPrefix("SENTENCE ") }
        #expect(sentences.allSatisfy { $0.hasPrefix("SENTENCE " + expected) }, "\(sentences)")
        #expect(caster.lines.contains { $0.hasPrefix("HEADER Ntrip-GGA: " + expected) })
        #expect(fetch.status.positions >= 4)
        #expect(await fetch.stop())
    }

    @Test(.enabled(if: python), arguments: ["BASE", "SILENT", "MUTE"])
    func `a connection on which positions are sent keeps no processor busy`(mountpoint: String) async throws {
        let caster = try Caster()
        let fetch = Fetch(mountpoint, caster.port, fix: Fetch.fix, policy: .patient) { $0.silence = .seconds(2) }
        // Twenty messages take a second.
        #expect(await eventually { fetch.published.count >= 20 || fetch.failure != nil })
        // Each message, and each position, is worth a few turns of the loop; without pause there are thousands a second.
        let readings = fetch.clockReadings
        #expect(readings < 1000 + 50 * fetch.published.count, "\(readings)")
        #expect(await fetch.stop())
    }

    @Test(.enabled(if: python)) func `TLS works with the authority named, and not without it`() async throws {
        let authority = try TestAuthority()
        let caster = try Caster(authority)
        let good = Fetch("V2", caster.port, isSecure: true, fix: Fetch.fix) { $0.authorities = authority.authority }
        #expect(await eventually { good.published.count >= 20 }, "\(good.status)")
        #expect(good.published.prefix(20).map(\.bytes) == (0..<20).map(Caster.frame))
        #expect(await eventually { caster.lines.contains { $0.hasPrefix("SENTENCE $GPGGA") } })
        let unknown = Fetch("V2", caster.port, isSecure: true)
        #expect(await eventually { unknown.failure != nil })
        #expect(unknown.failure?.problem?.value == .tls)
        #expect(unknown.failure?.reason.contains("'corrections.ca_file'") == true, "\(unknown.status.reason)")
        // The certificate is for another name.
        let other = Fetch("V2", caster.port, isSecure: true, host: "localhost") { $0.authorities = authority.authority }
        #expect(await eventually { other.failure != nil })
        #expect(other.failure?.problem?.value == .tls, "\(other.status.reason)")
        let missing = Fetch("V2", caster.port, isSecure: true) { $0.authorities = "/nonexistent/ca.pem" }
        #expect(await eventually { missing.failure != nil })
        #expect(missing.failure?.problem?.value == .tls, "\(missing.status.reason)")
        // One that speaks no TLS.
        let plain = try Caster()
        let mistaken = Fetch("V2", plain.port, isSecure: true)
        #expect(await eventually { mistaken.failure != nil })
        #expect(mistaken.failure?.problem?.value == .tls, "\(mistaken.status.reason)")
        for fetch in [good, unknown, other, missing, mistaken] { #expect(await fetch.stop()) }
    }

    @Test(.enabled(if: python)) func `a certificate that is not valid yet names the clock`() async throws {
        let authority = try TestAuthority(isEarly: true)
        let caster = try Caster(authority)
        let fetch = Fetch("V2", caster.port, isSecure: true, policy: .init()) { $0.authorities = authority.authority }
        #expect(await eventually { fetch.failure != nil })
        let status = try #require(fetch.failure)
        #expect(status.problem?.value == .clockBehind && status.reason.contains("set the clock"), "\(status.reason)")
        let next = try #require(status.nextTry)
        #expect(next.milliseconds - status.since.milliseconds < 60_000, "\(status.reason)")
        #expect(await fetch.stop())
    }

    @Test(.enabled(if: python), arguments: ["close", "reset"])
    func `a connection that ends within the TLS handshake is closed, which may pass`(cut: String) async throws {
        let caster = try Caster(cut: cut)
        let fetch = Fetch("V2", caster.port, isSecure: true, policy: .patient)
        #expect(await eventually { fetch.failure != nil })
        let status = try #require(fetch.failure)
        #expect(status.problem?.value == .closed && status.reason.contains("connection was lost"), "\(status.reason)")
        #expect(await fetch.stop())
    }

    @Test func `a name that is not known and a port where nobody listens are told apart`() async throws {
        let unknown = Fetch("V2", 2101, host: "caster.invalid", policy: .patient)
        #expect(await eventually { unknown.failure != nil })
        #expect(unknown.failure?.problem?.value == .hostUnknown, "\(unknown.status.reason)")
        let refused = Fetch("V2", 1, policy: .patient)
        #expect(await eventually { refused.failure != nil })
        #expect(refused.failure?.problem?.value == .refused, "\(refused.status.reason)")
        for fetch in [unknown, refused] { #expect(await fetch.stop()) }
    }

    @Test func `a password that cannot be read is told, and nobody is asked`() async throws {
        let configuration = CorrectionsConfiguration(
            caster: CasterAddress(host: "127.0.0.1", port: 1, isSecure: false), mountpoint: "X")
        let context = CorrectionsContext(
            now: { HostTime(monotonicNanoseconds: 1, wallNanoseconds: 1) }, fix: { Fetch.fix },
            login: { () throws(CasterError) in throw CasterError(.login, "the file is not there") },
            publish: { _, _ in }, onChange: { _ in })
        let client = CorrectionsClient(configuration, context)
        client.start()
        #expect(await eventually { client.status.problem?.value == .login })
        #expect(client.status.reason.hasPrefix("the file is not there; trying again in 1"))
        client.stop()
        #expect(await eventually { client.isOver })
    }
}
