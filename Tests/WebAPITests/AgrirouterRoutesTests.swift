// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import GatewayClient
import MessageTexts
import Settings
import Synchronization
import Testing

@testable import WebAPI

/// An uplink that notes what it is asked to do.
final class FalseAgrirouter: AgrirouterControl {
    let asked = Mutex<[String]>([])

    static let noon = UTCTime(nanosecondsSince1970: 1_777_897_805_250_000_000)

    static var uplink: UplinkReport {
        var report = UplinkReport(.offline, since: noon, environment: "qa", text: "no network to agrirouter")
        (report.endpoint, report.externalID) = ("e", "urn:uuid:x")
        report.certificate = UplinkReport.Certificate(
            end: Timestamp(milliseconds: Timestamp(noon).milliseconds + 864_000_000))
        report.positions = ReportCode(.noFix)
        (report.collectInterval, report.sendInterval) = (5, 10)
        (report.queue.entries, report.queue.bytes, report.queue.oldest) = (3, 180, Timestamp(noon))
        report.dropped = ["age": 2]
        report.error = UplinkReport.UplinkError("VAL_000004", "nobody", cure: "create a route", at: noon)
        (report.clockAhead, report.members, report.sent, report.unconfirmed) = (-125, 1, 17, 4)
        (report.lastSuccess, report.nextAttempt) = (Timestamp(noon), Timestamp(noon))
        return report
    }

    static var report: AgrirouterReport {
        AgrirouterReport(uplink, portal: "https://portal", lock: lock, now: noon)
    }

    static let lock = ControlError(.conflict, code: .onboarded, .locked, ["environment": "qa"])

    static var member: MemberReport? {
        let place = GeodeticPosition(latitude: Angle(degrees: 52.5), longitude: Angle(degrees: -13.25))
        guard let place else { return nil }
        var member = MemberReport(
            id: "bbbbbbbb-0000", name: nil, position: place, status: 4, time: noon, age: 301, isOutdated: true)
        (member.ellipsoidalHeight, member.absence) = (Length(metres: 85.5), 15)
        return member
    }

    private func note(_ words: String) { asked.withLock { $0.append(words) } }

    func agrirouter() async -> AgrirouterReport { Self.report }

    func onboard(_ order: OnboardingOrder) async throws(ControlError) -> AgrirouterReport {
        guard order.code != "0000000000" else {
            throw ControlError(
                .conflict, "the registration code is wrong", code: "0401",
                message: CodedText(
                    OnboardingText.refused,
                    [
                        "problem": .sentence(CodedText(OnboardingText.codeWrong)),
                        "cure": .sentence(CodedText(OnboardingText.enterNewCode)), "code": "0401",
                    ]))
        }
        note("onboard \(order.code) \(order.environment ?? "-")")
        return Self.report
    }

    func reonboard(_ order: OnboardingOrder) async throws(ControlError) -> AgrirouterReport {
        note("reonboard \(order.code)")
        return Self.report
    }

    func disconnectAgrirouter() async throws(ControlError) -> DisconnectReport {
        note("disconnect")
        return DisconnectReport(
            endpoint: "e", externalID: "urn:uuid:x", portal: "https://portal", discarded: 3,
            CodedText(OnboardingText.disconnectedUnreadable, ["portal": "https://portal"]))
    }

    func pauseAgrirouter() async throws(ControlError) -> AgrirouterReport {
        note("pause")
        return Self.report
    }

    func resumeAgrirouter() async throws(ControlError) -> AgrirouterReport {
        note("resume")
        return Self.report
    }

    func members() async -> MembersReport {
        MembersReport(Self.member.map { [$0] } ?? [], at: Timestamp(Self.noon), outdatedAfter: 90)
    }

    private var settings: AgrirouterSettingsReport {
        AgrirouterSettingsReport(
            settings: AgrirouterPreferences(), defaults: AgrirouterPreferences(), changed: ["environment"],
            isEnvironmentLocked: true)
    }

    func agrirouterSettings() async -> AgrirouterSettingsReport { settings }

    func changeAgrirouterSettings(_ change: AgrirouterChange) async throws(ControlError) -> AgrirouterSettingsReport {
        note(change.names.joined(separator: " "))
        return settings
    }

    func resetAgrirouterSettings(_ name: String?) async throws(ControlError) -> AgrirouterSettingsReport {
        note("reset \(name ?? "-")")
        return settings
    }
}

/// The routes of the uplink over a real UNIX socket.
struct AgrirouterRoutesTests {
    @Test func `what is asked of the uplink comes out the same at the other side`() async throws {
        let uplink = FalseAgrirouter()
        try await withDaemon(agrirouter: uplink) { daemon in
            let client = daemon.client
            #expect(try await client.agrirouter() == FalseAgrirouter.report)
            #expect(try await client.members() == uplink.members())
            #expect(
                try await client.onboard(OnboardingOrder(code: "AB12345678", environment: "qa"))
                    == FalseAgrirouter.report)
            _ = try await client.reonboard(OnboardingOrder(code: "AB12345679"))
            await #expect(throws: ControlClientError.refused(status: 409, text: "the registration code is wrong")) {
                try await client.onboard(OnboardingOrder(code: "0000000000"))
            }
            #expect(try await client.disconnectAgrirouter().discarded == 3)
            _ = try await client.pauseAgrirouter()
            _ = try await client.resumeAgrirouter()
            var change = AgrirouterChange()
            (change[\.collectInterval], change[\.environment]) = (20, "production")
            #expect(try await client.changeAgrirouterSettings(change).isEnvironmentLocked)
            #expect(try await client.agrirouterSettings().changed == ["environment"])
            _ = try await client.resetAgrirouterSettings(nil)
            _ = try await client.resetAgrirouterSettings("send_interval_s")
            #expect(
                uplink.asked.withLock { $0 } == [
                    "onboard AB12345678 qa", "reonboard AB12345679", "disconnect", "pause", "resume",
                    "environment collect_interval_s", "reset -", "reset send_interval_s",
                ])
        }
    }

    @Test func `JSON of the uplink has the names that are documented, and a misspelt key is refused`() async throws {
        let uplink = FalseAgrirouter()
        try await withDaemon(agrirouter: uplink) { daemon in
            let path = daemon.socketPath
            let state = try await RawClient.request("GET", "/v1/agrirouter", body: "", from: path)
            for part in [
                #""active":true"#, #""state":"offline""#, #""certificate":{"days_left":10,"not_after":"2026-05-14"#,
                #""queue":{"bytes":180,"entries":3,"oldest":"2026-05-04T12:30:05.250Z"}"#, #""dropped":{"age":2}"#,
                #""error":{"code":"VAL_000004","cure":"create a route","text":"nobody","time":"#,
                #""clock_ahead_s":-125"#, #""positions":"no_fix""#, #""external_id":"urn:uuid:x""#,
            ] {
                #expect(state.contains(part), "\(part) in \(state)")
            }
            for part in [
                #""locked":"the environment cannot be changed while there is an endpoint in qa"#,
                #""locked_message":{"code":"onboarding.locked","parameters":{"environment":"qa"}}"#,
            ] {
                #expect(state.contains(part), "\(part) in \(state)")
            }
            let members = try await RawClient.request("GET", "/v1/members", body: "", from: path)
            for part in [
                #""absence":"no_receiver""#, #""age_s":301"#, #""outdated":true"#, #""name":"bbbbbbbb""#,
                #""named":false"#, #""ellipsoidal_height_m":85.5"#, #""latitude_deg":52.5"#, #""outdated_after_s":90"#,
            ] {
                #expect(members.contains(part), "\(part) in \(members)")
            }
            for (method, route, body) in [
                ("POST", "/v1/agrirouter/onboarding", #"{"tan":"AB12345678"}"#),
                ("POST", "/v1/agrirouter/onboarding", #"{"code":"AB12345678","enviroment":"qa"}"#),
                ("POST", "/v1/agrirouter/onboarding", ""),
                ("PUT", "/v1/agrirouter/settings", #"{"collect_interval":5}"#),
                ("PUT", "/v1/agrirouter/settings", #"{"send_interval_s":"often"}"#),
            ] {
                let answer = try await RawClient.request(method, route, body: body, from: path)
                #expect(answer.contains("400") && answer.contains("does not have the form"), "\(answer)")
                #expect(!answer.contains("AB12345678"))
            }
            #expect(uplink.asked.withLock { $0.isEmpty })
        }
    }

    @Test func `a refusal with a sentence of its own has that as its message, and another one the standard one`()
        async throws
    {
        try await withDaemon(agrirouter: FalseAgrirouter()) { daemon in
            let path = daemon.socketPath
            let own = try await RawClient.request(
                "POST", "/v1/agrirouter/onboarding", body: #"{"code":"0000000000"}"#, from: path)
            #expect(
                own.contains(
                    #""message":{"code":"onboarding.refused","parameters":{"code":"0401","#
                        + #""cure":{"code":"onboarding.cure.enter_new_code"},"problem":{"code":"onboarding.0401"}}}"#),
                "\(own)")
            let gone = try await RawClient.request(
                "DELETE", "/v1/agrirouter/onboarding", body: "", from: path)
            #expect(
                gone.contains(
                    #""message":{"code":"onboarding.disconnected_unreadable","parameters":{"portal":"https://portal"}}"#
                ),
                "\(gone)")
            let standard = try await RawClient.request("POST", "/v1/agrirouter/onboarding", body: "", from: path)
            #expect(standard.contains(#""message":{"code":"problem.status.400""#), "\(standard)")
        }
        let problem = Problem(ControlError(.conflict, code: .onboarded, .locked, ["environment": "qa"]))
        #expect(try JSONDecoder().decode(Problem.self, from: JSONEncoder().encode(problem)) == problem)
        let plain = Problem(ControlError(.conflict, "busy", code: .busy))
        #expect(plain.message == CodedText(ProblemText.busy))
        #expect(try JSONDecoder().decode(Problem.self, from: JSONEncoder().encode(plain)) == plain)
    }

    @Test func `a registration code is in no description of what carries it`() {
        let order = OnboardingOrder(code: "AB12345678", environment: "qa")
        var dumped = ""
        dump(order, to: &dumped)
        #expect(!"\(order) \(String(reflecting: order)) \(dumped)".contains("AB12345678"))
    }
}
