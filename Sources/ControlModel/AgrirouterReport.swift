// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The state of the uplink to agrirouter: `GET /v1/agrirouter`. It consists of the stage's report and of facts that the
/// stage does not know. It never contains a secret.
public struct AgrirouterReport: Codable, Hashable, Sendable {
    /// The stage's report, with the number of days until its certificate expires.
    public let uplink: UplinkReport
    /// The portal in which people create registration codes and manage endpoints and routes.
    public let portal: String?
    /// The reason why the environment cannot be changed now, for people; nil if it can be changed.
    public let locked: String?
    /// The reason as a code with parameters.
    public let lockedMessage: CodedText?

    /// Creates a report from a stage's report.
    ///
    /// - Parameters:
    ///   - report: The stage's report.
    ///   - portal: The portal in which people manage endpoints.
    ///   - lock: The reason why the environment cannot be changed now; nil if it can.
    ///   - now: The daemon's clock.
    public init(_ report: UplinkReport, portal: String? = nil, lock: ControlError? = nil, now: UTCTime) {
        var uplink = report
        uplink.isNews = false
        if let end = uplink.certificate?.end {
            let left = Double(end.milliseconds - Timestamp(now).milliseconds)
            uplink.certificate?.days = (left / 8.64e6).rounded() / 10
        }
        (self.uplink, self.portal) = (uplink, portal)
        (locked, lockedMessage) = (lock?.description, lock?.message)
    }

    private enum CodingKeys: String, CodingKey {
        case portal, locked
        case lockedMessage = "locked_message"
        case isActive = "active"
    }

    /// Reads the stage's report and the added values from one object.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        uplink = try UplinkReport(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        portal = try container.decodeIfPresent(String.self, forKey: .portal)
        locked = try container.decodeIfPresent(String.self, forKey: .locked)
        lockedMessage = try container.decodeIfPresent(CodedText.self, forKey: .lockedMessage)
    }

    /// Writes one object: the stage's report, the portal, whether positions leave the machine, and the reason why the
    /// environment is locked.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        try uplink.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(portal, forKey: .portal)
        try container.encodeIfPresent(locked, forKey: .locked)
        try container.encodeIfPresent(lockedMessage, forKey: .lockedMessage)
        try container.encode(uplink.isActive, forKey: .isActive)
    }
}
