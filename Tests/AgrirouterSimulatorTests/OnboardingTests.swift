// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import AgrirouterSimulator
@testable import StrictFormats

@Suite struct OnboardingTests {
    @Test func `an endpoint is made, with all that a client needs`() throws {
        let bench = Bench(isOnboarded: false)
        let answer = try #require(bench.onboard())
        #expect(answer["sensorAlternateId"]?.text?.isUUID == true)
        #expect(answer["sensorAlternateId"] == answer["deviceAlternateId"])
        #expect(answer["connectionCriteria"]?["measures"]?.text == "https://localhost:2/inbox/\(bench.endpoint)")
        #expect(answer["connectionCriteria"]?["port"] == .null)
        #expect(answer["authentication"]?["secret"]?.text?.count == 16)
        #expect(answer["regionHint"] != nil)
        #expect(bench.world.endpoints[bench.endpoint]?.name.hasPrefix("Gateway ") == true)
        #expect(bench.violations().isEmpty)
    }

    @Test func `a code that is unknown, used, expired or not a bearer is refused`() {
        let bench = Bench(isOnboarded: false)
        let body = Bench.onboarding()
        #expect(bench.refusal(body, code: "AAAAAAAAAA") == "401 0401")
        let code = bench.code()
        #expect(bench.refusal(body, authorization: code) == "401 0401")
        #expect(bench.refusal(body, authorization: "bearer \(code)") == "401 0401")
        #expect(bench.onboard(code: code) != nil)
        #expect(bench.refusal(body, code: code) == "401 0401")
        let late = bench.code()
        bench.world.clock.advance(by: .seconds(3600))
        #expect(bench.refusal(body, code: late) == "401 0401")
    }

    @Test func `a refused try does not use up the code, unless that is asked for`() {
        let bench = Bench(isOnboarded: false)
        let code = bench.code()
        #expect(bench.refusal(Bench.onboarding(["gatewayId": "9"]), code: code) == "400 0102")
        #expect(bench.onboard(code: code) != nil)
        bench.world.options.consumesCodeAlways = true
        let other = bench.code()
        #expect(bench.refusal(Bench.onboarding(["gatewayId": "9"]), code: other) == "400 0102")
        #expect(bench.refusal(Bench.onboarding(), code: other) == "401 0401")
    }

    @Test(arguments: ["id", "applicationId", "certificationVersionId", "gatewayId", "certificateType"])
    func `a missing field is named`(_ field: String) throws {
        let bench = Bench(isOnboarded: false)
        for value in [nil, "", 3] as [JSONValue?] {
            var changes: [String: JSONValue?] = [:]
            changes.updateValue(value, forKey: field)
            guard case .answer(let answer) = bench.tryOnboarding(Bench.onboarding(changes)) else {
                Issue.record("accepted")
                return
            }
            let error = try JSONReader.read(answer.body)["error"]
            #expect(error?["code"] == "0100")
            #expect(error?["target"]?.text == field)
            #expect(error?["details"]?.items?.first?["target"]?.text == field)
        }
    }

    @Test(
        arguments: [
            (["applicationId": "bbbbbbbb-0000-4000-8000-000000000001"], "400 0105"),
            (["certificationVersionId": "bbbbbbbb-0000-4000-8000-000000000001"], "400 0021"),
            (["certificationVersionId": "aaaaaaaa-0000-4000-8000-000000000009"], "400 0101"),
            (
                [
                    "applicationId": "aaaaaaaa-0000-4000-8000-000000000009",
                    "certificationVersionId": "aaaaaaaa-0000-4000-8000-000000000009",
                ], "400 0024"
            ),
            (["gatewayId": "4"], "400 0102"), (["certificateType": "JKS"], "400 0103"),
            (["UTCTimestamp": "2026-11-18T11:06:41Z"], "400 0110"),
            (["UTCTimestamp": "2026-11-17T11:06:39Z"], "400 0110"),
            (["UTCTimestamp": "yesterday"], "400 0110"), (["UTCTimestamp": "2026-11-18T11:06:30Z"], "accepted"),
            (["gatewayId": "2"], "accepted"), (["certificateType": "P12"], "accepted"),
        ] as [([String: JSONValue], String)])
    func `each field is checked`(_ changes: [String: JSONValue], _ expected: String) {
        let bench = Bench(isOnboarded: false)
        #expect(bench.refusal(Bench.onboarding(changes.mapValues { $0 })) == expected)
    }

    @Test func `a body that is no object is refused`() {
        let bench = Bench(isOnboarded: false)
        #expect(bench.refusal(["a"]) == "400 0100")
    }

    @Test func `withdrawn versions, blocked endpoints, accounts and quotas are refused`() {
        let bench = Bench()
        let account = World.Default.account
        bench.world.endpoints[bench.endpoint]?.status = .blocked
        #expect(bench.refusal(Bench.onboarding()) == "400 0023")
        bench.world.endpoints[bench.endpoint]?.status = .active
        bench.world.accounts[account]?.quota = 1
        #expect(bench.refusal(Bench.onboarding(["id": "urn:test:2"])) == "400 0115")
        #expect(bench.refusal(Bench.onboarding()) == "accepted")
        bench.world.accounts[account]?.status = .inactive
        #expect(bench.refusal(Bench.onboarding()) == "400 0010")
        bench.world.accounts[account]?.status = .unapproved
        #expect(bench.refusal(Bench.onboarding()) == "400 0020")
        let code = bench.code()
        bench.world.accounts[account] = nil
        #expect(bench.refusal(Bench.onboarding(), code: code) == "400 0011")
        bench.world.applications[World.Default.application]?.versions[0].status = .withdrawn
        #expect(bench.refusal(Bench.onboarding()) == "400 0022")
    }

    @Test func `onboarding again gives the same endpoint, and the old certificate is refused`() {
        let bench = Bench()
        bench.join()
        let first = bench.endpoint
        bench.onboard(certificate: [0x30, 2])
        #expect(bench.endpoint == first)
        #expect(bench.world.judge(Bench.certificate) == .refused("a replaced certificate"))
        #expect(bench.world.judge([0x30, 2]) == .valid(endpoint: first))
        #expect(bench.world.endpoints[first]?.subscriptions == ["gps:info"])
        #expect(bench.refusal(Bench.onboarding(["gatewayId": "2"])) == "400 0104")
    }

    @Test func `the old certificate can stay, and stays where the new key file is damaged`() {
        let bench = Bench()
        bench.world.options.oldCertificateStays = true
        bench.onboard(certificate: [0x30, 2])
        #expect(bench.world.judge(Bench.certificate) == .valid(endpoint: bench.endpoint))
        bench.world.options.oldCertificateStays = false
        bench.world.options.keyDamage = .wrongKey
        bench.onboard(certificate: [0x30, 3])
        #expect(bench.world.judge([0x30, 2]) == .valid(endpoint: bench.endpoint))
    }

    @Test func `another account gives another endpoint, and a deleted one comes back under its id`() {
        let bench = Bench()
        let first = bench.endpoint
        let code = bench.code(World.Default.otherAccount)
        bench.onboard(code: code, certificate: [0x30, 2])
        #expect(bench.endpoint != first)
        bench.world.endpoints[first]?.status = .deleted
        bench.onboard(certificate: [0x30, 3])
        #expect(bench.endpoint == first)
        #expect(bench.world.endpoints[first]?.status == .active)
        #expect(bench.world.endpoints[first]?.capabilities == nil)
    }

    @Test func `more than ten tries in a minute are refused`() {
        let bench = Bench(isOnboarded: false)
        for _ in 0..<10 { #expect(bench.refusal(Bench.onboarding(), code: "AAAAAAAAAA") == "401 0401") }
        #expect(bench.refusal(Bench.onboarding()) == "429 0112")
        bench.world.clock.advance(by: .seconds(61))
        #expect(bench.refusal(Bench.onboarding()) == "accepted")
    }

    @Test(arguments: ServiceOptions.ErrorForm.allCases)
    func `a refusal has the form that was asked for`(_ form: ServiceOptions.ErrorForm) throws {
        let bench = Bench(isOnboarded: false)
        bench.world.options.errorForm = form
        guard case .answer(let answer) = bench.tryOnboarding(code: "AAAAAAAAAA") else {
            Issue.record("accepted")
            return
        }
        #expect(answer.status == 401)
        let text = String(decoding: answer.body, as: UTF8.self)
        switch form {
        case .json: #expect(text.contains(#""code":"0401""#))
        case .numericCode: #expect(text.contains(#""code":401"#))
        case .text: #expect(text.contains("0401") && !text.contains("{"))
        case .html: #expect(text.hasPrefix("<html>"))
        case .empty: #expect(text.isEmpty)
        }
    }

    @Test(arguments: [("500", 500), ("503", 503), ("301", 301), ("302", 302), ("307", 307)])
    func `every onboarding can be answered by an error, or be sent to another host`(_ option: String, _ status: Int)
        throws
    {
        let bench = Bench(isOnboarded: false)
        #expect(bench.admin("PATCH", "/options", ["onboarding_answer": .string(option)]).status == 200)
        guard case .answer(let answer) = bench.tryOnboarding() else {
            Issue.record("it was accepted")
            return
        }
        #expect(answer.status == status)
        #expect(answer.headers.contains { $0.0 == "Retry-After" } == (status == 503))
        guard status < 400 else { return }
        let location = answer.headers.first { $0.0 == "Location" }?.1
        #expect(location == "https://127.0.0.1:1/elsewhere")
        // Nobody goes there, least of all with the code.
        _ = bench.world.handle(
            HTTPRequest(
                listener: .onboarding, method: "POST", path: "/elsewhere", headers: [("Authorization", "Bearer X")]))
        #expect(bench.violations("O-7").first?.contains("the registration code was sent along") == true)
    }

    @Test func `too many tries can be 0113, which names the seconds`() {
        let bench = Bench(isOnboarded: false)
        (bench.world.options.onboardingLimit, bench.world.options.limitCode) = (1, .timed)
        _ = bench.tryOnboarding(code: "WRONGWRONG")
        bench.world.clock.advance(by: .seconds(18))
        guard case .answer(let answer) = bench.tryOnboarding(code: "WRONGWRONG") else {
            Issue.record("it was accepted")
            return
        }
        let error = (try? JSONReader.read(answer.body))?["error"]
        #expect(answer.status == 429 && error?["code"]?.text == "0113")
        #expect(error?["message"]?.text == "Too many requests. Try again in 42 seconds.")
    }

    @Test func `the signed requests exist and ask for their headers`() {
        let bench = Bench()
        for path in ["verify", "request", "revoke"] {
            let step = bench.world.handle(
                HTTPRequest(listener: .onboarding, method: "POST", path: "/api/v1.0/registration/onboard/\(path)"))
            guard case .answer(let answer) = step else { continue }
            #expect(answer.status == 401)
            #expect(String(decoding: answer.body, as: UTF8.self).contains("0106"))
        }
    }

    @Test func `ids, addresses and fields for MQTT come in the shapes that were asked for`() throws {
        let bench = Bench(isOnboarded: false)
        (bench.world.options.differentIDs, bench.world.options.urlQuery) = (true, true)
        (bench.world.options.urlShape, bench.world.options.mqttFields) = (.iot, .string)
        bench.world.options.passphrase = .escapes
        let answer = try #require(bench.onboard())
        let connection = try #require(answer["connectionCriteria"])
        let ids = ["sensorAlternateId", "deviceAlternateId", "capabilityAlternateId"].compactMap { answer[$0]?.text }
        #expect(Set(ids).count == 3)
        #expect(connection["commands"]?.text?.contains("/iot/gateway/rest/commands/\(ids[1])?k=") == true)
        #expect(connection["port"] == "8883")
        #expect(answer["authentication"]?["secret"]?.text?.contains("\"\\/") == true)
    }

    @Test func `an external id that is no URN is a violation, and no secret is in the journal`() {
        let bench = Bench(isOnboarded: false)
        let code = bench.code()
        let answer = bench.onboard(Bench.onboarding(["id": "gateway 1"]), code: code)
        #expect(bench.violations("O-2").count == 1)
        let journal = bench.admin("GET", "/journal").json.description
        #expect(journal.contains("gateway 1"))
        #expect(!journal.contains(code))
        #expect(!journal.contains(answer?["authentication"]?["secret"]?.text ?? code))
    }
}
