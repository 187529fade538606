// SPDX-License-Identifier: Apache-2.0

public import ControlModel

extension ControlClient {
    /// Returns the gateways at the same MQTT broker: `GET /v1/fleet`.
    ///
    /// - Throws: `ControlClientError`.
    public func fleet() async throws -> FleetReport { try await get(ControlRoute.fleet) }
}
