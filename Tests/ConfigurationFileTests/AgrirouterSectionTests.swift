// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Testing

@testable import ConfigurationFile

struct AgrirouterSectionTests {
    private static let (first, second) = (
        "11111111-2222-4333-8444-555555555555", "66666666-7777-4888-8999-AAAAAAAAAAAA"
    )

    @Test func `without the section positions are of QA, every five seconds, sent every ten`() throws {
        let settings = try ConfigurationDocument(yaml: "", name: "x").configuration().agrirouter
        #expect(settings == AgrirouterSettings())
        #expect(settings.preferences.environment == "qa" && settings.preferences.collectInterval == 5)
        #expect(settings.preferences.sendInterval == 10 && settings.qa.applicationID == nil)
        #expect(settings.osnma == .policy && settings.greyAfter == .seconds(300) && settings.proxy == nil)
    }

    @Test func `every key of the section is read, and shown the same again`() throws {
        let yaml = """
            agrirouter:
              environment: production
              qa: { application_id: \(Self.first), version_id: \(Self.second) }
              production: { application_id: \(Self.second), version_id: \(Self.first), onboarding_url: "https://a:1" }
              collect_interval_s: 1
              send_interval_s: 20
              osnma: verified
              grey_after_s: 120
              queue_entries: 1000
              queue_mib: 2
              queue_days: 3
              proxy: "http://proxy:3128"
              ca_file: /etc/ca.pem
              connect_timeout_s: 5
              timeout_s: 60
            """
        let configuration = try ConfigurationDocument(yaml: yaml, name: "x").configuration()
        let settings = configuration.agrirouter
        #expect(settings.application("production").onboardingURL == "https://a:1")
        #expect(settings.application("qa").versionID == Self.second)
        #expect(settings.preferences.sendInterval == 20 && settings.queueDays == 3 && settings.queueMiB == 2)
        #expect(settings.authorities == "/etc/ca.pem" && settings.connectLimit == .seconds(5))
        #expect(settings.limit == .seconds(60) && settings.proxy == "http://proxy:3128" && settings.osnma == .verified)
        let again = try ConfigurationDocument(yaml: try configuration.yaml(), name: "x").configuration()
        #expect(again.agrirouter == settings)
    }

    static let mistakes = [
        Mistake(
            "agrirouter: { collect_interval_s: 2 }", .notListed,
            "1:35: agrirouter.collect_interval_s: 2 is not one of the allowed values (allowed: 1 | 5 | 10 | 20)"),
        Mistake(
            "agrirouter: { environment: test }", .notListed,
            "1:28: agrirouter.environment: \"test\" is not one of the allowed values (allowed: qa | production)"),
        Mistake(
            "agrirouter: { qa: { application_id: \(first) } }", .conflict,
            "1:37: agrirouter.qa.application_id: 'agrirouter.qa.version_id' is missing: onboarding "
                + "needs both"
        ),
        Mistake(
            "agrirouter: { qa: { version_id: 12-34 } }", .badForm,
            "1:33: agrirouter.qa.version_id: \"12-34\" is not a UUID (allowed: a UUID such as \(first))"),
        Mistake(
            "agrirouter: { production: { onboarding_url: 'http://a' } }", .badForm,
            "1:45: agrirouter.production.onboarding_url: \"http://a\" is not an https address (allowed: "
                + "https://HOST or "
                + "https://HOST:PORT)"),
        Mistake(
            "agrirouter: { proxy: 'http://me:secret@a:1' }", .badForm,
            "1:22: agrirouter.proxy: \"…@a:1\" contains a user name or password (allowed: "
                + "http://HOST:PORT or "
                + "https://HOST:PORT)"),
    ]

    @Test("What is wrong is told with line, column, key and what is allowed", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws {
        let first = try #require(try errors(mistake.yaml).first)
        #expect(first.description == "gateway.yaml:" + mistake.line && first.cause == mistake.cause)
    }
}
