// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The samples of a sampling session in columns, the oldest first: `GET /v1/centroid/ID/samples`.
public struct CentroidSamplesReport: Codable, Hashable, Sendable {
    /// The session's number.
    public var session: UInt64
    /// Latitudes in degrees, north positive (WGS 84).
    public var latitude: [Double]
    /// Longitudes in degrees, east positive, −180...180.
    public var longitude: [Double]

    /// Creates the report of a session's accepted samples.
    public init(session: UInt64, positions: [GeodeticPosition]) {
        self.session = session
        (latitude, longitude) = (positions.map(\.latitude.degrees), positions.map(\.longitude.degrees))
    }

    enum CodingKeys: String, CodingKey {
        case session
        case latitude = "latitude_deg"
        case longitude = "longitude_deg"
    }
}
