// SPDX-License-Identifier: Apache-2.0

public import Agrirouter
internal import GNSSTypes

/// Settings for collecting and sending positions.
public struct UplinkSettings: Hashable, Sendable {
    /// The treatment of positions that are not authenticated.
    public enum Unauthenticated: String, Hashable, Sendable, CaseIterable {
        /// Send them; the queue stores the verdict beside them.
        case send
        /// Do not collect them, but count them.
        case withhold
    }

    /// The application's ID, a UUID.
    public var applicationID: String
    /// The ID of the application's registered version, a UUID.
    public var versionID: String
    /// The time between entries in seconds: 1, 5, 10 or 20.
    public var collect = SettingDefaults.Agrirouter.collectSeconds
    /// The time between messages in seconds: 5, 10 or 20; never less than the service requires.
    public var send = SettingDefaults.Agrirouter.sendSeconds
    /// The largest number of waiting entries; if it is exceeded, the oldest are dropped.
    public var queueEntries = SettingDefaults.Agrirouter.queueEntries
    /// The largest total content of waiting entries in bytes.
    public var queueBytes = SettingDefaults.Agrirouter.queueMiB << 20
    /// The age after which entries are dropped; agrirouter itself keeps messages no longer.
    public var queueAge = Duration.seconds(SettingDefaults.Agrirouter.queueDays * 86_400)
    /// The age after which a member's position is outdated.
    public var outdatedAfter = SettingDefaults.Agrirouter.outdatedAfter
    /// The treatment of positions that are not authenticated.
    public var unauthenticated = Unauthenticated.send
    /// The factor for the minimum time between requests; 1 except in tests.
    public var spacingFactor = 1.0

    public init(applicationID: String, versionID: String) {
        (self.applicationID, self.versionID) = (applicationID, versionID)
    }

    /// The minimum time between two POSTs, and between two GETs. It is slightly longer than the service requires,
    /// because requests sent exactly that far apart may arrive closer together.
    func spacing(_ environment: ServiceEnvironment) -> Duration {
        (environment.spacing + .milliseconds(100)) * max(0.001, spacingFactor)
    }

    /// The time between messages in an environment.
    func interval(_ environment: ServiceEnvironment) -> Duration {
        let asked = (.seconds(send) + .milliseconds(100)) * max(0.001, spacingFactor)
        return max(asked, spacing(environment))
    }

    /// True if messages are sent less often than configured, because the service requires it.
    public func isRaised(in environment: ServiceEnvironment) -> Bool {
        .seconds(send) < environment.spacing
    }

    /// The settings of the session.
    var session: SessionSettings {
        SessionSettings(
            capabilities: Capabilities(
                [Capabilities.Item(.gpsInfo, .sendReceive)], applicationID: applicationID, versionID: versionID))
    }
}
