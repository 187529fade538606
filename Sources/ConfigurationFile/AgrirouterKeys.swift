// SPDX-License-Identifier: Apache-2.0

internal import ControlModel

extension GatewayKeys {
    /// `agrirouter`.
    static let agrirouter: ValueSchema = {
        var agrirouter = section(
            "The exchange of positions over agrirouter, once somebody has onboarded the gateway (gnss-gateway agrirouter "
                + "onboard).",
            identity + sending + network)
        agrirouter.defaultValue = .section([])
        return agrirouter
    }()

    private static let identity: [(String, ValueSchema)] = [
        (
            "environment",
            ValueSchema(
                types: [.string],
                text:
                    "Which of agrirouter's two worlds: qa for trying out, production for work. What a person sets over "
                    + "the control interface wins, as with both intervals.",
                defaultValue: .text("qa"), listed: AgrirouterPreferences.allowedEnvironments.map { .text($0) })
        ),
        ("qa", application("QA")), ("production", application("Production")),
    ]

    /// Ids of one world are unknown in the other.
    private static func application(_ name: String) -> ValueSchema {
        var application = section(
            "What agrirouter issued to whoever registered the application, for \(name).",
            [
                ("application_id", uuid("The id of the application.")),
                ("version_id", uuid("The id of its registered version.")),
                (
                    "onboarding_url",
                    ValueSchema(
                        types: [.string],
                        text:
                            "Where onboarding requests go; \"\": to agrirouter. For a simulator, or if agrirouter moves.",
                        defaultValue: .text(""), form: { $0.isEmpty ? nil : onboardingProblem($0) },
                        formText: "https://HOST or https://HOST:PORT")
                ),
            ])
        application.defaultValue = .section([])
        return application
    }

    private static func uuid(_ text: String) -> ValueSchema {
        ValueSchema(
            types: [.string], text: text, defaultValue: .text(""), form: { $0.isEmpty ? nil : uuidProblem($0) },
            formText: "a UUID such as 11111111-2222-4333-8444-555555555555")
    }

    private static let sending: [(String, ValueSchema)] = [
        (
            "collect_interval_s",
            ValueSchema(
                types: [.integer], text: "How often a position is collected.", unit: "s", defaultValue: .integer(5),
                listed: AgrirouterPreferences.allowedCollectIntervals.map { .integer(Int64($0)) })
        ),
        (
            "send_interval_s",
            ValueSchema(
                types: [.integer],
                text: "How often what was collected is sent. QA asks for 10 s: 5 is raised to that there.", unit: "s",
                defaultValue: .integer(10),
                listed: AgrirouterPreferences.allowedSendIntervals.map { .integer(Int64($0)) })
        ),
        (
            "osnma",
            ValueSchema(
                types: [.string],
                text:
                    "Which positions are sent that are not authenticated: any, none (verified), or as osnma.require has "
                    + "it (policy).",
                defaultValue: .text(AgrirouterSettings.Authentication.policy.rawValue),
                listed: AgrirouterSettings.Authentication.allCases.map { .text($0.rawValue) })
        ),
        (
            "grey_after_s",
            ValueSchema(
                types: [.number], text: "A member that was silent for so long is shown grey.", unit: "s",
                defaultValue: .integer(300), minimum: 10, maximum: 899)
        ),
        (
            "queue_entries",
            most("Positions that may wait for agrirouter; beyond them the oldest are dropped.", 2_000_000)
        ),
        ("queue_mib", most("How much they may take.", 256, unit: "MiB", of: 65_536)),
        (
            "queue_days",
            most("How long one may wait; agrirouter itself keeps nothing longer than 28 days.", 28, unit: "d")
        ),
    ]

    private static func most(
        _ text: String, _ usual: Int64, unit: String? = nil, of greatest: Double? = nil
    ) -> ValueSchema {
        ValueSchema(
            types: [.integer], text: text, unit: unit, defaultValue: .integer(usual), minimum: 1,
            maximum: greatest ?? (unit == nil ? 100_000_000 : 365))
    }

    private static let network: [(String, ValueSchema)] = [
        (
            "proxy",
            ValueSchema(
                types: [.string],
                text:
                    "The proxy to the internet; \"\": what https_proxy of the environment names, which may state user "
                    + "and password too.",
                defaultValue: .text(""), form: { $0.isEmpty ? nil : proxyProblem($0) },
                formText: "http://HOST:PORT or https://HOST:PORT")
        ),
        (
            "ca_file",
            ValueSchema(
                types: [.string],
                text:
                    "A file of certificates (PEM) that servers are checked against besides those of the system: that of "
                    + "a simulator; \"\": none.",
                defaultValue: .text(""), form: { $0.isEmpty || $0.hasPrefix("/") ? nil : "is not an absolute path" },
                formText: "an absolute path")
        ),
        (
            "connect_timeout_s",
            ValueSchema(
                types: [.number], text: "How long it may take until there is an encrypted connection.", unit: "s",
                defaultValue: .integer(20), minimum: 1, maximum: 300)
        ),
        (
            "timeout_s",
            ValueSchema(
                types: [.number], text: "How long a request may take.", unit: "s", defaultValue: .integer(120),
                minimum: 1, maximum: 600)
        ),
    ]

    @Sendable private static func onboardingProblem(_ text: String) -> String? {
        guard text.lowercased().hasPrefix("https://") else { return "is no https address" }
        return addressProblem(text.dropFirst("https://".count))
    }

    @Sendable private static func proxyProblem(_ text: String) -> String? {
        let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
        guard let scheme else { return "is no http address" }
        return addressProblem(text.dropFirst(scheme.count))
    }

    private static func addressProblem(_ rest: Substring) -> String? {
        if rest.contains("@") { return "holds a user or a password" }
        let isSound = rest.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#\\\"<>".utf8.contains($0) }
        return isSound && !rest.isEmpty && !rest.hasPrefix("/") ? nil : "is no address of a server"
    }

    @Sendable private static func uuidProblem(_ text: String) -> String? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isSound = parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
        return isSound ? nil : "is no UUID"
    }
}
