// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import FoundationEssentials
internal import NIOHTTP1
public import Settings
internal import SystemSupport

extension ControlClient {
    /// Returns the state of the agrirouter uplink.
    ///
    /// - Throws: `ControlClientError`, like all methods of this extension.
    public func agrirouter() async throws -> AgrirouterReport { try await get(ControlRoute.agrirouter) }

    /// Creates an endpoint from a registration code.
    public func onboard(_ order: OnboardingOrder) async throws -> AgrirouterReport {
        try decoded(await send(.POST, ControlRoute.onboarding, body: [UInt8](try JSONEncoder().encode(order))))
    }

    /// Renews the endpoint's certificate with a new registration code.
    public func reonboard(_ order: OnboardingOrder) async throws -> AgrirouterReport {
        try decoded(await send(.PUT, ControlRoute.onboarding, body: [UInt8](try JSONEncoder().encode(order))))
    }

    /// Deletes this gateway's endpoint, its secrets and all unsent positions.
    public func disconnectAgrirouter() async throws -> DisconnectReport {
        try decoded(await send(.DELETE, ControlRoute.onboarding))
    }

    /// Pauses collecting and sending until `resumeAgrirouter()` is called, even across restarts.
    public func pauseAgrirouter() async throws -> AgrirouterReport {
        try decoded(await send(.POST, ControlRoute.agrirouter + "/pause"))
    }

    /// Resumes collecting and sending.
    public func resumeAgrirouter() async throws -> AgrirouterReport {
        try decoded(await send(.POST, ControlRoute.agrirouter + "/resume"))
    }

    /// Returns the other members that send their positions.
    public func members() async throws -> MembersReport { try await get(ControlRoute.members) }

    /// Returns the current uplink settings.
    public func agrirouterSettings() async throws -> AgrirouterSettingsReport {
        try await get(ControlRoute.agrirouterSettings)
    }

    /// Changes uplink settings.
    public func changeAgrirouterSettings(_ change: AgrirouterChange) async throws -> AgrirouterSettingsReport {
        try decoded(await send(.PUT, ControlRoute.agrirouterSettings, body: [UInt8](try JSONEncoder().encode(change))))
    }

    /// Resets the uplink setting of this name; nil resets all of them.
    public func resetAgrirouterSettings(_ name: String?) async throws -> AgrirouterSettingsReport {
        let part = name.map { "/\(PercentEncoding.encoded($0))" } ?? ""
        return try decoded(await send(.POST, "\(ControlRoute.agrirouterSettings)\(part)/reset"))
    }
}
