// SPDX-License-Identifier: Apache-2.0

/// One of agrirouter's two worlds. Ids, accounts and certificates of one are unknown in the other.
public enum ServiceEnvironment: String, Hashable, Sendable, CaseIterable {
    /// For trying out.
    case qa
    /// For work.
    case production

    /// Where onboarding requests go, unless something else is configured: such addresses have moved before.
    public var onboardingBase: String {
        switch self {
        case .qa: "https://endpoint-service.qa.agrirouter.farm"
        case .production: "https://onboard.agrirouter.com"
        }
    }

    /// Where people manage endpoints and routes.
    public var portal: String {
        switch self {
        case .qa: "https://app.qa.agrirouter.farm"
        case .production: "https://app.agrirouter.com"
        }
    }

    /// The least time between two POSTs, and between two GETs of the outbox.
    public var spacing: Duration {
        switch self {
        case .qa: .seconds(10)
        case .production: .seconds(5)
        }
    }
}
