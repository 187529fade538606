// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The others that send their positions: `GET /v1/members`.
public struct MembersReport: Codable, Hashable, Sendable {
    /// An endpoint of agrirouter that sends its position, as it was last.
    public struct Member: Codable, Hashable, Sendable {
        /// The id of the member's endpoint at agrirouter.
        public var id: String
        /// What people call it, or the beginning of its id until that is known.
        public var name: String
        /// Whether that is a name.
        public var isNamed: Bool
        /// Latitude in degrees, −90...90, north positive.
        public var latitude: Double
        /// Longitude in degrees, −180...180, east positive.
        public var longitude: Double
        /// Above the ellipsoid, in metres.
        public var ellipsoidalHeight: Double?
        /// What its position rests on, as agrirouter numbers it; 0...8 are the qualities of NMEA's GGA.
        public var status: UInt8
        /// Horizontal dilution of precision, as its sender states it.
        public var hdop: Double?
        /// Satellites in the solution.
        public var satellites: UInt32?
        /// When it was there.
        public var time: Timestamp
        /// How long ago, in seconds.
        public var age: Double
        /// Whether that is too long ago: it is to be shown grey.
        public var isOutdated: Bool
        /// Why it has no position now: `no_fix`, `faulty` or `no_receiver`; left out where it has one.
        public var absence: String?

        public init(_ member: MemberReport) {
            (id, name, isNamed) = (member.id, member.label, member.name != nil)
            (latitude, longitude) = (member.position.latitude.degrees, member.position.longitude.degrees)
            (ellipsoidalHeight, status) = (member.ellipsoidalHeight?.metres, member.status)
            (hdop, satellites) = (member.hdop, member.satellites)
            (time, age, isOutdated) = (Timestamp(member.time), member.age, member.isOutdated)
            absence = member.absence.map { status in
                switch status {
                case 14: "faulty"
                case 15: "no_receiver"
                default: "no_fix"
                }
            }
        }

        enum CodingKeys: String, CodingKey {
            case id, name, status, hdop, satellites, time, absence
            case isNamed = "named"
            case latitude = "latitude_deg"
            case longitude = "longitude_deg"
            case ellipsoidalHeight = "ellipsoidal_height_m"
            case age = "age_s"
            case isOutdated = "outdated"
        }
    }

    /// The members, in the order of their ids.
    public var members: [Member]
    /// When that was so, by the daemon's clock.
    public var time: Timestamp

    /// Members at an instant.
    public init(_ members: [MemberReport], at time: Timestamp) {
        (self.members, self.time) = (members.map(Member.init), time)
    }
}
