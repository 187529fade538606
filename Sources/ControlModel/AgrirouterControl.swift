// SPDX-License-Identifier: Apache-2.0

public import Settings

/// What may be asked of the uplink to agrirouter.
public protocol AgrirouterControl: Sendable {
    /// How it stands.
    func agrirouter() async -> AgrirouterReport

    /// Makes an endpoint of a registration code (TAN).
    ///
    /// - Throws: `ControlError` where the code is none or is refused (its `code` is agrirouter's then, such as `0401`),
    ///   where there is an endpoint already (`onboarded`), where ids are not configured (`not_configured`), where
    ///   agrirouter is not reached (`offline`), or where what came of it cannot be stored. All stays as it was then.
    func onboard(_ order: OnboardingOrder) async throws(ControlError) -> AgrirouterReport

    /// Gives the endpoint a new certificate, by a new registration code: the same endpoint, with all that waits for it.
    ///
    /// - Throws: as `onboard`; `not_onboarded` where there is no endpoint. The old one stays as it was then.
    func reonboard(_ order: OnboardingOrder) async throws(ControlError) -> AgrirouterReport

    /// Forgets the endpoint, with its secrets, what waits to be sent, and the members. Its own id for itself stays.
    ///
    /// - Throws: `ControlError` if no endpoint is onboarded (`not_onboarded`), or the endpoint cannot be removed from the disk.
    func disconnectAgrirouter() async throws(ControlError) -> DisconnectReport

    /// Stops the sending and the collecting, over restarts too.
    ///
    /// - Throws: `ControlError` where there is no endpoint (`not_onboarded`), or that cannot be stored.
    func pauseAgrirouter() async throws(ControlError) -> AgrirouterReport

    /// Goes on with it.
    ///
    /// - Throws: as `pauseAgrirouter`.
    func resumeAgrirouter() async throws(ControlError) -> AgrirouterReport

    /// The others that send their positions.
    func members() async -> MembersReport

    /// What holds, and what a person set of it.
    func agrirouterSettings() async -> AgrirouterSettingsReport

    /// A person changes that. It holds at once, and over restarts.
    ///
    /// - Throws: `ControlError` with the value that is not allowed, where the environment is to be changed while there is
    ///   an endpoint (`onboarded`), or where it cannot be stored.
    func changeAgrirouterSettings(_ change: AgrirouterChange) async throws(ControlError) -> AgrirouterSettingsReport

    /// Takes back what a person changed.
    ///
    /// - Parameter name: one of `AgrirouterChange.allNames`; nil: everything.
    /// - Throws: as `changeAgrirouterSettings`; and where there is no such name.
    func resetAgrirouterSettings(_ name: String?) async throws(ControlError) -> AgrirouterSettingsReport
}

/// What it takes to be onboarded: the body of `POST` and `PUT /v1/agrirouter/onboarding`.
///
/// The code opens a door: it is in no description of this.
public struct OnboardingOrder: Codable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The registration code (TAN) of the portal: ten letters and digits; blanks around it do not matter.
    public var code: String
    /// `qa` or `production`; nil: as in the settings.
    public var environment: String?

    public init(code: String, environment: String? = nil) { (self.code, self.environment) = (code, environment) }

    /// Reads an object that has no other keys.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: ["code", "environment"])
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(String.self, forKey: .code)
        environment = try container.decodeIfPresent(String.self, forKey: .environment)
    }

    /// Hides the registration code, so that no log can contain it.
    public var description: String { "onboarding in \(environment ?? "the environment that is set")" }
    /// Shows no fields, so that no dump of the value can contain the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What is left to do after the gateway forgot its endpoint: the answer to `DELETE /v1/agrirouter/onboarding`.
public struct DisconnectReport: Codable, Hashable, Sendable {
    /// The endpoint that was; it still stands in the portal.
    public var endpoint: String
    /// The id that it will call itself again by.
    public var externalID: String
    /// Where people delete endpoints.
    public var portal: String
    /// Positions that were waiting and are gone.
    public var discarded: UInt64
    /// That the endpoint is to be deleted in the portal too, for people.
    public var text: String

    /// What is left to do.
    public init(endpoint: String, externalID: String, portal: String, discarded: UInt64, text: String) {
        (self.endpoint, self.externalID, self.portal) = (endpoint, externalID, portal)
        (self.discarded, self.text) = (discarded, text)
    }

    enum CodingKeys: String, CodingKey {
        case endpoint, portal, discarded, text
        case externalID = "external_id"
    }
}
