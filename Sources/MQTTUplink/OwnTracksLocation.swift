// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A position as the OwnTracks apps publish it (OwnTracks Booklet, "JSON", `_type=location`). A value that the receiver did
/// not state is omitted.
struct OwnTracksLocation: JSONPayload {
    var type = "location"
    /// Latitude in degrees, −90...90.
    var latitude: Double
    /// Longitude in degrees, −180...180.
    var longitude: Double
    /// The time of the position in seconds since 1970-01-01 UTC.
    var time: Int64
    /// The time of its arrival at the gateway in seconds since 1970-01-01 UTC.
    var created: Int64
    /// The horizontal and the vertical accuracy in metres, rounded up.
    var accuracy, verticalAccuracy: Int?
    /// The height above mean sea level in metres.
    var altitude: Int?
    /// The speed over ground in km/h.
    var speed: Int?
    /// The course over ground in degrees from true north, 0...359.
    var course: Int?
    /// Two characters that a map shows.
    var tracker: String

    enum CodingKeys: String, CodingKey {
        case type = "_type"
        case latitude = "lat"
        case longitude = "lon"
        case time = "tst"
        case created = "created_at"
        case accuracy = "acc"
        case verticalAccuracy = "vac"
        case altitude = "alt"
        case speed = "vel"
        case course = "cog"
        case tracker = "tid"
    }

    /// - Returns: Nil without a position.
    init?(_ fix: Fix, received: Timestamp, _ settings: MQTTUplinkSettings) {
        guard let position = fix.position else { return nil }
        (latitude, longitude) = (position.latitude.degrees, position.longitude.degrees)
        created = Int64((Double(received.milliseconds) / 1000).rounded(.down))
        time =
            fix.time.map { Int64((Double($0.nanosecondsSince1970) / 1e9).rounded(.down)) } ?? created
        accuracy = Self.size(fix.horizontalAccuracy?.value.metres, .up)
        verticalAccuracy = Self.size(fix.verticalAccuracy?.value.metres, .up)
        altitude = Self.whole(fix.height.orthometric?.metres, .toNearestOrAwayFromZero)
        speed = Self.size((fix.speed?.metresPerSecond).map { $0 * 3.6 }, .toNearestOrAwayFromZero)
        course = Self.whole(fix.course?.degrees, .toNearestOrAwayFromZero).map { ($0 % 360 + 360) % 360 }
        tracker = Self.tracker(settings.gateway)
    }

    /// `owntracks/USER/DEVICE`: the user of the broker or else the prefix, and the gateway's name.
    static func topic(_ settings: MQTTUplinkSettings) -> String {
        "owntracks/\(GatewayTopics.level(settings.user ?? settings.prefix))/\(settings.gateway)"
    }

    /// A value as a whole number; nil if it is none that a reader can use.
    private static func whole(_ value: Double?, _ rule: FloatingPointRoundingRule) -> Int? {
        // The limit is above every height, speed and accuracy that a receiver states.
        guard let value, value.isFinite, value.magnitude < 1e9 else { return nil }
        return Int(value.rounded(rule))
    }

    /// The same for a value that is never negative.
    private static func size(_ value: Double?, _ rule: FloatingPointRoundingRule) -> Int? {
        whole(value, rule).flatMap { $0 < 0 ? nil : $0 }
    }

    /// The last two letters or digits of a name.
    private static func tracker(_ name: String) -> String {
        let text = String(name.filter { $0.isLetter || $0.isNumber }.suffix(2))
        return text.count == 2 ? text : String(("gw" + text).suffix(2))
    }
}
