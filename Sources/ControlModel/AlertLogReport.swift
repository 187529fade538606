// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Current and past alerts, the newest first: `GET /v1/alerts`.
public struct AlertLogReport: Codable, Hashable, Sendable {
    public var alerts: [LoggedAlert]

    public init(alerts: [LoggedAlert]) { self.alerts = alerts }

    /// The number of alerts kept.
    public static let limit = 1000
}
