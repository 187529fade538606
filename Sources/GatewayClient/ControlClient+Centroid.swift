// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import FoundationEssentials
internal import NIOHTTP1
public import Settings
internal import SystemSupport

extension ControlClient {
    /// Returns the running sampling sessions and those that ended recently.
    ///
    /// - Throws: `ControlClientError`, like all methods of this extension.
    public func centroids() async throws -> CentroidsReport { try await get(ControlRoute.centroid) }

    /// Starts a sampling session.
    public func startCentroid(_ request: CentroidRequest) async throws -> CentroidSessionReport {
        let body = [UInt8](try JSONEncoder().encode(request))
        return try decoded(await send(.POST, ControlRoute.centroid + "/start", body: body))
    }

    /// Ends a sampling session; nil for the only running one.
    public func stopCentroid(_ session: UInt64?) async throws -> CentroidSessionReport {
        try decoded(await send(.POST, ControlRoute.centroid + "/stop", body: try body(session)))
    }

    /// Restarts a sampling session; nil for the only running one.
    public func resetCentroid(_ session: UInt64?) async throws -> CentroidSessionReport {
        try decoded(await send(.POST, ControlRoute.centroid + "/reset", body: try body(session)))
    }

    /// Returns the settings of sampling sessions.
    public func centroidSettings() async throws -> CentroidSettingsReport {
        try await get(ControlRoute.centroidSettings)
    }

    /// Changes the settings of sampling sessions.
    public func changeCentroidSettings(_ change: CentroidChange) async throws -> CentroidSettingsReport {
        try decoded(await send(.PUT, ControlRoute.centroidSettings, body: [UInt8](try JSONEncoder().encode(change))))
    }

    /// Reverts the changes of a setting of sampling sessions; nil to revert all changes.
    public func resetCentroidSettings(_ name: String?) async throws -> CentroidSettingsReport {
        let part = name.map { "/\(PercentEncoding.encoded($0))" } ?? ""
        return try decoded(await send(.POST, "\(ControlRoute.centroidSettings)\(part)/reset"))
    }

    private func body(_ session: UInt64?) throws -> [UInt8] {
        [UInt8](try JSONEncoder().encode(SamplingChoice(session: session)))
    }
}
