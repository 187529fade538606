// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import GNSSTypes
public import Settings

/// Settings for the exchange of positions over agrirouter.
public struct AgrirouterSettings: Hashable, Sendable {
    /// The application's registration in one of agrirouter's two environments.
    public struct Application: Hashable, Sendable {
        /// The application's ID, a UUID; nil if the environment cannot be used.
        public var applicationID: String?
        /// The ID of the application's registered version, a UUID.
        public var versionID: String?
        /// The base address for onboarding requests; nil for agrirouter's own.
        public var onboardingURL: String?

        public init() {}
    }

    /// The settings that a person may change at run time.
    public var preferences = AgrirouterPreferences()
    /// The registration in the environment for tests.
    public var qa = Application()
    /// The registration in the environment for real work.
    public var production = Application()
    /// The path of a file with certificate authorities that are trusted in addition to the system's; nil for none.
    public var authorities: String?
    /// The proxy; nil to use the environment's.
    public var proxy: String?
    /// The time limit for a connection.
    public var connectLimit = SettingDefaults.Agrirouter.connectLimit
    /// The time limit for a request.
    public var limit = SettingDefaults.Agrirouter.requestLimit
    /// The largest number of waiting positions.
    public var queueEntries = SettingDefaults.Agrirouter.queueEntries
    /// The largest total size of the waiting positions in MiB.
    public var queueMiB = SettingDefaults.Agrirouter.queueMiB
    /// The number of days after which a waiting position is dropped.
    public var queueDays = SettingDefaults.Agrirouter.queueDays
    /// The time without a message after which a member is shown in grey.
    public var greyAfter = SettingDefaults.Agrirouter.outdatedAfter
    /// The treatment of positions that are not authenticated.
    public var osnma = AuthenticationDemand.policy

    public init() {}

    /// The registration in an environment.
    package func application(_ environment: String) -> Application { environment == "production" ? production : qa }
}

extension AgrirouterSettings: DescribedSettings {
    /// The keys of `agrirouter`. Those of ``AgrirouterPreferences`` are described there.
    public static let settings = SettingsDescription(
        "The exchange of positions over agrirouter, once an operator has onboarded the gateway (gnss-gateway "
            + "agrirouter onboard).",
        prototype: AgrirouterSettings(),
        [
            AgrirouterPreferences.environment.within(\.preferences), Setting("qa", \.qa),
            Setting("production", \.production),
        ]
            + AgrirouterPreferences.intervals.map { $0.within(\.preferences) } + sending + network)

    private static let sending: [Setting<AgrirouterSettings>] = [
        Setting(
            "osnma", \.osnma,
            "Positions that are sent: all (any); only authenticated ones (verified); or those that osnma.require "
                + "allows (policy)."),
        Setting(
            "grey_after_s", \.greyAfter, "Time without a position after which a member is shown as inactive.",
            in: 10...899, unit: "s"),
        Setting(
            "queue_entries", \.queueEntries,
            "Maximum number of positions that wait for agrirouter; when it is exceeded, the oldest are dropped.",
            in: 1...100_000_000),
        Setting("queue_mib", \.queueMiB, "Maximum size of the waiting positions.", in: 1...65_536, unit: "MiB"),
        Setting(
            "queue_days", \.queueDays,
            "Maximum time that a position waits. agrirouter itself keeps messages for at most 28 days.", in: 1...365,
            unit: "d"),
    ]

    private static let network: [Setting<AgrirouterSettings>] = [
        Setting(
            "proxy", orEmpty: \.proxy,
            "HTTP proxy; \"\" to use the environment variable https_proxy, which may contain a user name and "
                + "password.",
            form: proxyProblem, formText: "http://HOST:PORT or https://HOST:PORT"),
        Setting(
            "ca_file", orEmpty: \.authorities,
            "File of additional CA certificates (PEM) to trust besides the system's, for example a simulator's; "
                + "\"\" for none.",
            form: absolutePathProblem, formText: "an absolute path"),
        Setting(
            "connect_timeout_s", \.connectLimit, "Timeout for establishing the encrypted connection.",
            in: 1...300, unit: "s"),
        Setting("timeout_s", \.limit, "Timeout for a request.", in: 1...600, unit: "s"),
    ]

    @Sendable private static func proxyProblem(_ text: String) -> String? {
        let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
        guard let scheme else { return "is not an http address" }
        return addressProblem(text.dropFirst(scheme.count))
    }

    fileprivate static func addressProblem(_ rest: Substring) -> String? {
        if rest.contains("@") { return "contains a user name or password" }
        let isSound = rest.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#\\\"<>".utf8.contains($0) }
        return isSound && !rest.isEmpty && !rest.hasPrefix("/") ? nil : "is not a server's address"
    }
}

/// IDs are valid in one environment only.
extension AgrirouterSettings.Application: DescribedSettings {
    /// The keys of `agrirouter.qa` and `agrirouter.production`.
    public static let settings = SettingsDescription(
        "The ids that agrirouter issued for the registered application in this environment.",
        prototype: AgrirouterSettings.Application(),
        [
            Setting(
                "application_id", orEmpty: \.applicationID, "Application id.", form: uuidProblem,
                formText: uuidText),
            Setting(
                "version_id", orEmpty: \.versionID, "Id of the registered version.", form: uuidProblem,
                formText: uuidText),
            Setting(
                "onboarding_url", orEmpty: \.onboardingURL,
                "Base URL for onboarding requests; \"\" for agrirouter's own. Set it for a simulator, or if "
                    + "agrirouter's address changes.",
                form: onboardingProblem, formText: "https://HOST or https://HOST:PORT"),
        ])

    private static let uuidText = "a UUID such as 11111111-2222-4333-8444-555555555555"

    @Sendable private static func onboardingProblem(_ text: String) -> String? {
        guard text.lowercased().hasPrefix("https://") else { return "is not an https address" }
        return AgrirouterSettings.addressProblem(text.dropFirst("https://".count))
    }

    @Sendable private static func uuidProblem(_ text: String) -> String? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isSound = parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
        return isSound ? nil : "is not a UUID"
    }
}
