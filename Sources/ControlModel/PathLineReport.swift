// SPDX-License-Identifier: Apache-2.0

/// The coordinates of a path's points in columns, for drawing: `GET /v1/paths/ID/line`.
public struct PathLineReport: Codable, Hashable, Sendable {
    /// The path's number.
    public var id: Int64
    /// The index of the first point, from 0.
    public var from: Int
    /// The distance between the indices of two points in the columns, 1 or more.
    public var step: Int
    /// Latitudes in degrees, north positive (WGS 84).
    public var latitude: [Double] = []
    /// Longitudes in degrees, east positive, −180...180.
    public var longitude: [Double] = []
    /// The indices in the columns of points that no line joins to the previous point of the columns.
    public var gaps: [Int] = []
    /// The index of the first point after these columns; at the end of the path, its number of points or more.
    public var next: Int
    /// The path's number of points.
    public var points: Int

    /// Creates a line without points.
    public init(id: Int64, from: Int, step: Int, points: Int) {
        (self.id, self.from, self.step, self.points, next) = (id, from, step, points, from)
    }

    enum CodingKeys: String, CodingKey {
        case id, from, step, gaps, next, points
        case latitude = "latitude_deg"
        case longitude = "longitude_deg"
    }
}
