// SPDX-License-Identifier: Apache-2.0

/// One of agrirouter's two environments. IDs, accounts and certificates are valid in one environment only.
public enum ServiceEnvironment: String, Hashable, Sendable, CaseIterable {
    /// The environment for tests.
    case qa
    /// The environment for real work.
    case production

    /// The default base address for onboarding requests. It can be configured, because agrirouter has moved these
    /// addresses before.
    public var onboardingBase: String {
        switch self {
        case .qa: "https://endpoint-service.qa.agrirouter.farm"
        case .production: "https://onboard.agrirouter.com"
        }
    }

    /// The website where people manage endpoints and routes.
    public var portal: String {
        switch self {
        case .qa: "https://app.qa.agrirouter.farm"
        case .production: "https://app.agrirouter.com"
        }
    }

    /// The minimum time between two POST requests, and between two GET requests of the outbox.
    public var spacing: Duration {
        switch self {
        case .qa: .seconds(10)
        case .production: .seconds(5)
        }
    }
}
