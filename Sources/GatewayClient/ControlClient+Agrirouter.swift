// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import FoundationEssentials
internal import NIOHTTP1
public import Settings

extension ControlClient {
    /// The route of the uplink.
    public static let agrirouterPath = ControlRoute.agrirouter

    /// The route of the members.
    public static let membersPath = ControlRoute.members

    /// How the uplink to agrirouter stands.
    ///
    /// - Throws: `ControlClientError`; so do all of these.
    public func agrirouter() async throws -> AgrirouterReport { try await get(ControlRoute.agrirouter) }

    /// Makes an endpoint of a registration code.
    public func onboard(_ order: OnboardingOrder) async throws -> AgrirouterReport {
        try decoded(await send(.POST, ControlRoute.onboarding, body: [UInt8](try JSONEncoder().encode(order))))
    }

    /// Gives the endpoint a new certificate, by a new registration code.
    public func reonboard(_ order: OnboardingOrder) async throws -> AgrirouterReport {
        try decoded(await send(.PUT, ControlRoute.onboarding, body: [UInt8](try JSONEncoder().encode(order))))
    }

    /// Deletes this gateway's endpoint, its secrets and all unsent positions.
    public func disconnectAgrirouter() async throws -> DisconnectReport {
        try decoded(await send(.DELETE, ControlRoute.onboarding))
    }

    /// Stops collecting and sending until `resumeAgrirouter()`, also across restarts.
    public func pauseAgrirouter() async throws -> AgrirouterReport {
        try decoded(await send(.POST, ControlRoute.agrirouter + "/pause"))
    }

    /// Goes on with it.
    public func resumeAgrirouter() async throws -> AgrirouterReport {
        try decoded(await send(.POST, ControlRoute.agrirouter + "/resume"))
    }

    /// The others that send their positions.
    public func members() async throws -> MembersReport { try await get(ControlRoute.members) }

    /// What holds of the uplink.
    public func agrirouterSettings() async throws -> AgrirouterSettingsReport {
        try await get(ControlRoute.agrirouterSettings)
    }

    /// Changes what holds of the uplink.
    public func changeAgrirouterSettings(_ change: AgrirouterChange) async throws -> AgrirouterSettingsReport {
        try decoded(await send(.PUT, ControlRoute.agrirouterSettings, body: [UInt8](try JSONEncoder().encode(change))))
    }

    /// Takes back what was changed; nil: all of it.
    public func resetAgrirouterSettings(_ name: String?) async throws -> AgrirouterSettingsReport {
        let part = name.map { "/\(PercentEncoding.encoded($0))" } ?? ""
        return try decoded(await send(.POST, "\(ControlRoute.agrirouterSettings)\(part)/reset"))
    }
}
