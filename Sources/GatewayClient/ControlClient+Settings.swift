// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import FoundationEssentials
internal import NIOHTTP1

extension ControlClient {
    /// The route of the settings.
    public static let settingsPath = ControlRoute.settings

    /// What holds of the settings that people may change, and why.
    ///
    /// - Throws: `ControlClientError`.
    public func settings() async throws -> SettingsReport { try await get(ControlRoute.settings) }

    /// Changes settings: all of the patch or nothing.
    ///
    /// - Throws: `ControlClientError`.
    public func changeSettings(_ patch: SettingsPatch) async throws -> SettingsReport {
        try decoded(await send(.PATCH, ControlRoute.settings, body: [UInt8](try JSONEncoder().encode(patch))))
    }
}
