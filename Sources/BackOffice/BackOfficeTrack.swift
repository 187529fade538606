// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A recorded path as it is uploaded.
public struct BackOfficeTrack: Sendable {
    public struct Point: Hashable, Sendable {
        /// In degrees, north and east positive.
        public var latitude: Double
        public var longitude: Double
        /// The height above the WGS-84 ellipsoid, and the horizontal accuracy, in metres.
        public var altitude: Double?
        public var accuracy: Double?
        public var created: UTCTime

        public init(latitude: Double, longitude: Double, altitude: Double?, accuracy: Double?, created: UTCTime) {
            (self.latitude, self.longitude) = (latitude, longitude)
            (self.altitude, self.accuracy, self.created) = (altitude, accuracy, created)
        }
    }

    public var name: String
    public var start: UTCTime
    public var end: UTCTime
    /// In square metres; nil for fewer than three points.
    public var area: Double?
    /// At least one.
    public var points: [Point]
    public var maker: String?
    public var model: String?
    public var platform: String?
    public var version: String?

    public init(name: String, start: UTCTime, end: UTCTime, area: Double?, points: [Point]) {
        (self.name, self.start, self.end, self.area, self.points) = (name, start, end, area, points)
    }

    /// The fields of the form.
    var fields: [(String, String?)] {
        let points = points.map { point in
            var members: [String: UploadValue] = [
                "created": .text(point.created.iso8601), "lat": .number(point.latitude), "lng": .number(point.longitude),
            ]
            members["altitude"] = point.altitude.flatMap { $0.isFinite ? .number($0) : nil }
            members["accuracy"] = point.accuracy.flatMap { $0.isFinite ? .number($0) : nil }
            return members
        }
        return [
            ("name", name), ("start", start.iso8601), ("end", end.iso8601),
            ("area", "\(area.flatMap { $0.isFinite ? $0 : nil } ?? 0)"),
            ("deviceManufacture", maker), ("deviceModel", model), ("devicePlatform", platform),
            ("deviceVersion", version), ("points", UploadValue.json(points)),
        ]
    }
}

/// A path that the back office has.
public struct BackOfficeTrackEntry: Hashable, Sendable {
    public var id: String
    public var name: String
    public var start: UTCTime?
    public var end: UTCTime?
    /// The number of its points.
    public var points: Int

    public init(id: String, name: String, start: UTCTime?, end: UTCTime?, points: Int) {
        (self.id, self.name, self.start, self.end, self.points) = (id, name, start, end, points)
    }
}
