// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import FoundationEssentials
internal import NIOHTTP1

extension ControlClient {
    /// Returns the changeable settings with their values and the values' origins.
    ///
    /// - Throws: `ControlClientError`.
    public func settings() async throws -> SettingsReport { try await get(ControlRoute.settings) }

    /// Changes settings: applies either the whole patch or no part of it.
    ///
    /// - Throws: `ControlClientError`.
    public func changeSettings(_ patch: SettingsPatch) async throws -> SettingsReport {
        try decoded(await send(.PATCH, ControlRoute.settings, body: [UInt8](try JSONEncoder().encode(patch))))
    }
}
