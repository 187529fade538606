// SPDX-License-Identifier: Apache-2.0

public import Agrirouter

/// How positions are collected and sent.
public struct UplinkSettings: Hashable, Sendable {
    /// What becomes of positions that are not authenticated.
    public enum Unauthenticated: String, Hashable, Sendable, CaseIterable {
        /// They are sent; the queue holds the verdict beside them.
        case send
        /// They are not collected, and counted.
        case withhold
    }

    /// Seconds between entries that may be chosen.
    public static let collectChoices = [1, 5, 10, 20]
    /// Seconds between messages that may be chosen.
    public static let sendChoices = [5, 10, 20]

    /// The id of the application, a UUID.
    public var applicationID: String
    /// The id of the application's registered version, a UUID.
    public var versionID: String
    /// Seconds between entries: 1, 5, 10 or 20.
    public var collect = 5
    /// Seconds between messages: 5, 10 or 20; never less than the service asks for.
    public var send = 10
    /// Entries that may wait; beyond them the oldest are dropped.
    public var queueEntries = 2_000_000
    /// Bytes of content that may wait.
    public var queueBytes = 256 << 20
    /// Entries that are older are dropped; agrirouter itself keeps nothing longer.
    public var queueAge = Duration.seconds(28 * 86_400)
    /// After so long without a position a member is outdated.
    public var outdatedAfter = Duration.seconds(5 * 60)
    /// What becomes of positions that are not authenticated.
    public var unauthenticated = Unauthenticated.send
    /// What the service's least time between requests is multiplied by; 1 but for tests.
    public var spacingFactor = 1.0

    /// Settings of an application.
    public init(applicationID: String, versionID: String) {
        (self.applicationID, self.versionID) = (applicationID, versionID)
    }

    /// The least time between two POSTs, and two GETs, a little more than the service asks for: what is exactly so far
    /// apart here may arrive closer.
    func spacing(_ environment: ServiceEnvironment) -> Duration {
        (environment.spacing + .milliseconds(100)) * max(0.001, spacingFactor)
    }

    /// The time between messages in an environment.
    func interval(_ environment: ServiceEnvironment) -> Duration {
        let asked = (.seconds(send) + .milliseconds(100)) * max(0.001, spacingFactor)
        return max(asked, spacing(environment))
    }

    /// Whether messages go less often than was asked for, because the service wants it so.
    public func isRaised(in environment: ServiceEnvironment) -> Bool {
        .seconds(send) < environment.spacing
    }

    /// What the session says of us.
    var session: SessionSettings {
        SessionSettings(
            capabilities: Capabilities(
                [Capabilities.Item(.gpsInfo, .sendReceive)], applicationID: applicationID, versionID: versionID))
    }
}
