// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The requests about satellites whose positions are computed from their orbits.
public protocol SkyControl: Sendable {
    /// Returns the directions of the satellites that are expected above the horizon.
    ///
    /// - Parameters:
    ///   - receiver: The receiver at whose position the directions apply; nil for the active receiver.
    ///   - time: The instant; nil for the receiver's current time, or the gateway's if the receiver has not stated a
    ///     time.
    /// - Throws: `ControlError` if the receiver is unknown, the instant is too far from the present, or the position or
    ///   the orbits are unknown.
    func expectedSky(of receiver: String?, at time: UTCTime?) async throws(ControlError) -> ExpectedSkyReport
}

/// The satellites that are expected above the horizon: `GET /v1/sky/expected`.
public struct ExpectedSkyReport: Codable, Hashable, Sendable {
    /// The largest distance of the requested instant from the present, in days.
    public static let days = 30

    /// The receiver's ID; nil if the gateway has no receiver.
    public var receiver: String?
    /// The instant.
    public var time: Timestamp
    /// The origin of the position: `receiver`, or `configuration` (`sky.position`).
    public var position: String
    /// Seconds since the receiver's position arrived, 0 or more; nil for the configured position.
    public var positionAge: Double?
    /// The origin of most of the satellites' orbits: `broadcast`, `almanac` or `tle`; nil if no satellite is expected.
    public var source: String?
    /// The greatest age of a satellite's orbit in seconds; nil if no satellite is expected.
    public var age: Double?
    /// Seconds after ``time`` to which the directions ahead apply.
    public var lookAhead: Int
    /// The satellites, sorted by system and number.
    public var satellites: [ExpectedSatelliteReport]
    /// The ids of all satellites with a usable orbit, above the horizon or not, sorted. The directions of other
    /// satellites are unknown.
    public var known: [String]

    public init(receiver: String?, time: Timestamp, position: String, lookAhead: Int) {
        (self.receiver, self.time, self.position, self.lookAhead) = (receiver, time, position, lookAhead)
        (satellites, known) = ([], [])
    }

    enum CodingKeys: String, CodingKey {
        case receiver, time, position, source, satellites, known
        case positionAge = "position_age_s"
        case age = "age_s"
        case lookAhead = "ahead_s"
    }
}

/// A satellite that is expected above the horizon. Angles have two decimals.
public struct ExpectedSatelliteReport: Codable, Hashable, Sendable {
    /// The letter of the system and the number: `E24`.
    public var id: String
    /// The origin of the orbit: `broadcast`, `almanac` or `tle`.
    public var source: String
    /// Seconds between the orbit's reference and the instant, 0 or more.
    public var age: Double
    /// Elevation above the horizon in degrees, 0...90.
    public var elevation: Double
    /// Azimuth from true north in degrees, 0..<360.
    public var azimuth: Double
    /// The elevation in degrees, `lookAhead` seconds later; it may be negative. Together with the azimuth, it shows the
    /// satellite's motion.
    public var elevationAhead: Double
    /// The azimuth in degrees, `lookAhead` seconds later.
    public var azimuthAhead: Double
    /// True if the elevation increases.
    public var isRising: Bool

    public init(
        id: String, source: String, age: Double, elevation: Double, azimuth: Double, elevationAhead: Double,
        azimuthAhead: Double, isRising: Bool
    ) {
        (self.id, self.source, self.age, self.isRising) = (id, source, age.rounded(), isRising)
        (self.elevation, self.azimuth) = (Self.rounded(elevation), Self.turned(azimuth))
        (self.elevationAhead, self.azimuthAhead) = (Self.rounded(elevationAhead), Self.turned(azimuthAhead))
    }

    private static func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 + 0 }

    private static func turned(_ degrees: Double) -> Double {
        let rounded = rounded(degrees)
        return rounded >= 360 ? rounded - 360 : rounded
    }

    enum CodingKeys: String, CodingKey {
        case id, source
        case age = "age_s"
        case elevation = "elevation_deg"
        case azimuth = "azimuth_deg"
        case elevationAhead = "elevation_ahead_deg"
        case azimuthAhead = "azimuth_ahead_deg"
        case isRising = "rising"
    }
}
