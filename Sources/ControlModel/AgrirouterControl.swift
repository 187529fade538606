// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import MessageTexts
public import Settings

/// The requests about the uplink to agrirouter.
public protocol AgrirouterControl: Sendable {
    /// The uplink's state.
    func agrirouter() async -> AgrirouterReport

    /// Onboards an endpoint with a registration code (TAN).
    ///
    /// - Throws: `ControlError` if the registration code is malformed or refused (the error's `code` is then
    ///   agrirouter's, such as `0401`), if an endpoint exists already (`onboarded`), if IDs are not configured
    ///   (`not_configured`), or if agrirouter is unreachable (`offline`). Nothing is changed in these cases. If the new
    ///   endpoint cannot be stored, the error's code is `unsaved`, and the endpoint is used until the daemon ends.
    func onboard(_ order: OnboardingOrder) async throws(ControlError) -> AgrirouterReport

    /// Gives the endpoint a new certificate with a new registration code. The endpoint and the queued positions are
    /// kept.
    ///
    /// - Throws: The errors of `onboard`, and `not_onboarded` if no endpoint exists. The old certificate is kept in
    ///   these cases.
    func reonboard(_ order: OnboardingOrder) async throws(ControlError) -> AgrirouterReport

    /// Deletes the endpoint with its secrets, the queued positions, and the members. The gateway's own ID is kept.
    ///
    /// - Throws: `ControlError` if no endpoint is onboarded (`not_onboarded`), or the endpoint cannot be removed from
    ///   the disk (`store`). If only the queued positions cannot be removed yet, the endpoint is deleted, and the code
    ///   is `unsaved`.
    func disconnectAgrirouter() async throws(ControlError) -> DisconnectReport

    /// Pauses collecting and sending, even across restarts.
    ///
    /// - Throws: `ControlError` if no endpoint exists (`not_onboarded`), or if the pause cannot be stored (`unsaved`),
    ///   in which case it applies until the daemon ends.
    func pauseAgrirouter() async throws(ControlError) -> AgrirouterReport

    /// Resumes collecting and sending.
    ///
    /// - Throws: The errors of `pauseAgrirouter`.
    func resumeAgrirouter() async throws(ControlError) -> AgrirouterReport

    /// The other members that share their positions.
    func members() async -> MembersReport

    /// The effective settings, and the names of those that users have changed.
    func agrirouterSettings() async -> AgrirouterSettingsReport

    /// Changes settings on behalf of a user. The change takes effect at once and survives restarts.
    ///
    /// - Throws: `ControlError` if a value is not allowed, if the environment is to be changed while an endpoint
    ///   exists (`onboarded`), or if the change cannot be stored.
    func changeAgrirouterSettings(_ change: AgrirouterChange) async throws(ControlError) -> AgrirouterSettingsReport

    /// Reverts users' changes.
    ///
    /// - Parameter name: One of `AgrirouterChange.allNames`; nil for all settings.
    /// - Throws: The errors of `changeAgrirouterSettings`, and a `ControlError` if the name is unknown.
    func resetAgrirouterSettings(_ name: String?) async throws(ControlError) -> AgrirouterSettingsReport
}

/// The data for onboarding: the body of `POST` and `PUT /v1/agrirouter/onboarding`.
///
/// The registration code grants access, so no description of this value contains it.
public struct OnboardingOrder: Codable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The registration code (TAN) from the portal: ten letters and digits; surrounding white space is ignored.
    public var code: String
    /// `qa` or `production`; nil to use the environment in the settings.
    public var environment: String?

    public init(code: String, environment: String? = nil) { (self.code, self.environment) = (code, environment) }

    /// Reads an object without other keys.
    ///
    /// - Throws: `DecodingError` for any other key or content.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: ["code", "environment"])
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(String.self, forKey: .code)
        environment = try container.decodeIfPresent(String.self, forKey: .environment)
    }

    /// Hides the registration code, so that no log can contain it.
    public var description: String { "onboarding in \(environment ?? "the configured environment")" }
    /// Exposes no fields, so that no dump of the value can contain the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The remaining steps after the gateway has deleted its endpoint: the answer to `DELETE /v1/agrirouter/onboarding`.
public struct DisconnectReport: Codable, Hashable, Sendable {
    /// The deleted endpoint's ID; the endpoint still exists in the portal.
    public var endpoint: String
    /// The ID that the gateway will use again for itself.
    public var externalID: String
    /// The portal in which people delete endpoints.
    public var portal: String
    /// The number of queued positions that were deleted.
    public var discarded: UInt64
    /// The instruction to delete the endpoint in the portal too, for people.
    public var text: String
    /// The text as a code with parameters; nil in answers of older versions.
    public var message: CodedText?

    public init(endpoint: String, externalID: String, portal: String, discarded: UInt64, _ message: CodedText) {
        (self.endpoint, self.externalID, self.portal) = (endpoint, externalID, portal)
        (self.discarded, text, self.message) = (discarded, message.text, message)
    }

    enum CodingKeys: String, CodingKey {
        case endpoint, portal, discarded, text, message
        case externalID = "external_id"
    }
}
