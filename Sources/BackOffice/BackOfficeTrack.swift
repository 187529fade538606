// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Wire

/// A recorded path as it is sent. What is unknown is left out of the request.
public struct BackOfficeTrack: Sendable {
    /// A point of a path.
    public struct Point: Hashable, Sendable {
        /// In degrees, north positive.
        public var latitude: Double
        /// In degrees, east positive.
        public var longitude: Double
        /// The height above the WGS-84 ellipsoid in metres.
        public var altitude: Double?
        /// The horizontal accuracy in metres.
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
    /// In square metres.
    public var area: Double?
    /// At least one, which the servers require.
    public var points: [Point]
    /// The device.
    public var maker: String?
    public var model: String?
    public var platform: String?
    public var version: String?

    public init(name: String, start: UTCTime, end: UTCTime, area: Double?, points: [Point]) {
        (self.name, self.start, self.end, self.area, self.points) = (name, start, end, area, points)
    }

    /// Adds the path to a request.
    func write(to form: inout FormBody) {
        form.add("name", name)
        form.add("start", start.iso8601)
        form.add("end", end.iso8601)
        if let area, area.isFinite { form.add("area", "\(area)") }
        form.add("deviceManufacture", maker)
        form.add("deviceModel", model)
        form.add("devicePlatform", platform)
        form.add("deviceVersion", version)
        form.begin("points")
        form.append(pointsText)
    }

    private var pointsText: [UInt8] {
        var writer = FieldWriter()
        writer.beginArray()
        for point in points where point.latitude.isFinite && point.longitude.isFinite {
            writer.beginObject()
            writer.add("lat", point.latitude)
            writer.add("lng", point.longitude)
            writer.add("altitude", point.altitude)
            writer.add("accuracy", point.accuracy)
            writer.add("created", point.created.iso8601)
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes
    }
}

/// A path that a back office has.
public struct BackOfficeTrackEntry: Hashable, Sendable {
    public var id: String
    /// The name, to be compared with the one that was sent: it may contain any characters.
    public var name: String
    /// The start and the end; nil if the answer does not say them in a known form.
    public var start: UTCTime?
    public var end: UTCTime?
    /// The number of its points.
    public var points: Int

    public init(id: String, name: String, start: UTCTime?, end: UTCTime?, points: Int) {
        (self.id, self.name, self.start, self.end, self.points) = (id, name, start, end, points)
    }
}
