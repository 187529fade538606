// SPDX-License-Identifier: Apache-2.0

public import ControlModel

/// How positions are exchanged with agrirouter.
public struct AgrirouterSettings: Hashable, Sendable {
    /// Who we are to one of agrirouter's two worlds.
    public struct Application: Hashable, Sendable {
        /// The id of the application, a UUID; nil: it cannot be used.
        public var applicationID: String?
        /// The id of the application's registered version, a UUID.
        public var versionID: String?
        /// Where onboarding requests go; nil: to agrirouter.
        public var onboardingURL: String?

        /// Nobody.
        public init() {}
    }

    /// Which positions are sent that are not authenticated.
    public enum Authentication: String, Hashable, Sendable, CaseIterable {
        /// None where `osnma.require` asks for authenticated positions, else all.
        case policy
        /// None.
        case verified
        /// All.
        case any
    }

    /// What a person may change.
    public var preferences = AgrirouterPreferences()
    /// In the world for trying out.
    public var qa = Application()
    /// In the world for work.
    public var production = Application()
    /// A file of certificates of authorities that are trusted besides those of the system; nil: none.
    public var authorities: String?
    /// The proxy; nil: what the environment names.
    public var proxy: String?
    /// So long it may take until there is a connection.
    public var connectLimit = Duration.seconds(20)
    /// So long a request may take.
    public var limit = Duration.seconds(120)
    /// Positions that may wait.
    public var queueEntries = 2_000_000
    /// MiB of them.
    public var queueMiB = 256
    /// Days that one may wait.
    public var queueDays = 28
    /// A member that was silent for so long is grey.
    public var greyAfter = Duration.seconds(300)
    /// Which positions are sent that are not authenticated.
    public var osnma = Authentication.policy

    /// What is usual.
    public init() {}

    /// Who we are in an environment.
    package func application(_ environment: String) -> Application { environment == "production" ? production : qa }
}

extension AgrirouterSettings {
    /// `agrirouter` as it was read and checked.
    package init(_ value: ConfigurationValue?) {
        self.init()
        guard let value else { return }
        func number(_ key: String, _ usual: Int) -> Int { value[key]?.integer.flatMap { Int(exactly: $0) } ?? usual }
        preferences.environment = value["environment"]?.text ?? preferences.environment
        preferences.collectInterval = number("collect_interval_s", preferences.collectInterval)
        preferences.sendInterval = number("send_interval_s", preferences.sendInterval)
        (qa, production) = (Application(value["qa"]), Application(value["production"]))
        authorities = value["ca_file"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        proxy = value["proxy"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        connectLimit = value["connect_timeout_s"]?.duration ?? connectLimit
        limit = value["timeout_s"]?.duration ?? limit
        queueEntries = number("queue_entries", queueEntries)
        queueMiB = number("queue_mib", queueMiB)
        queueDays = number("queue_days", queueDays)
        greyAfter = value["grey_after_s"]?.duration ?? greyAfter
        osnma = value["osnma"]?.text.flatMap { Authentication(rawValue: $0) } ?? osnma
    }

    /// `agrirouter` as a value of the file.
    package var value: ConfigurationValue {
        typealias Member = ConfigurationValue.Member
        return .section([
            Member(key: "environment", value: .text(preferences.environment)),
            Member(key: "qa", value: qa.value), Member(key: "production", value: production.value),
            Member(key: "collect_interval_s", value: .integer(Int64(preferences.collectInterval))),
            Member(key: "send_interval_s", value: .integer(Int64(preferences.sendInterval))),
            Member(key: "osnma", value: .text(osnma.rawValue)),
            Member(key: "grey_after_s", value: .seconds(greyAfter)),
            Member(key: "queue_entries", value: .integer(Int64(queueEntries))),
            Member(key: "queue_mib", value: .integer(Int64(queueMiB))),
            Member(key: "queue_days", value: .integer(Int64(queueDays))),
            Member(key: "proxy", value: .text(proxy ?? "")),
            Member(key: "ca_file", value: .text(authorities ?? "")),
            Member(key: "connect_timeout_s", value: .seconds(connectLimit)),
            Member(key: "timeout_s", value: .seconds(limit)),
        ])
    }
}

extension AgrirouterSettings.Application {
    fileprivate init(_ value: ConfigurationValue?) {
        self.init()
        func text(_ key: String) -> String? { value?[key]?.text.flatMap { $0.isEmpty ? nil : $0 } }
        (applicationID, versionID) = (text("application_id"), text("version_id"))
        onboardingURL = text("onboarding_url")
    }

    fileprivate var value: ConfigurationValue {
        typealias Member = ConfigurationValue.Member
        return .section([
            Member(key: "application_id", value: .text(applicationID ?? "")),
            Member(key: "version_id", value: .text(versionID ?? "")),
            Member(key: "onboarding_url", value: .text(onboardingURL ?? "")),
        ])
    }
}
