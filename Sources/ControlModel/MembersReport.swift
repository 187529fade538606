// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The other members that share their positions: `GET /v1/members`.
public struct MembersReport: Codable, Hashable, Sendable {
    /// The last known state of an agrirouter endpoint that shares its position.
    public struct Member: Codable, Hashable, Sendable {
        /// The ID of the member's endpoint at agrirouter.
        public var id: String
        /// The display name, or the beginning of the ID until the name is known.
        public var name: String
        /// True if `name` is the display name, false if it is the beginning of the ID.
        public var isNamed: Bool
        /// Latitude in degrees, −90...90, north positive.
        public var latitude: Double
        /// Longitude in degrees, −180...180, east positive.
        public var longitude: Double
        /// Height above the ellipsoid, in metres.
        public var ellipsoidalHeight: Double?
        /// The quality of its position in agrirouter's numbering; 0...8 are the qualities of the NMEA sentence GGA.
        public var status: UInt8
        /// Horizontal dilution of precision, as stated by the sender.
        public var hdop: Double?
        /// Number of satellites in the solution.
        public var satellites: UInt32?
        /// The time of the position.
        public var time: Timestamp
        /// The age of the position in seconds, 0 or more.
        public var age: Double
        /// True if the position is outdated; it is then shown in grey.
        public var isOutdated: Bool
        /// The reason why the member has no position now: `no_fix`, `faulty` or `no_receiver`; omitted if it has a
        /// position.
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

    /// The members, ordered by ID.
    public var members: [Member]
    /// The time of the report, by the daemon's clock.
    public var time: Timestamp
    /// The age in seconds from which a member is outdated.
    public var outdatedAfter: Double

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - members: The members, ordered by ID.
    ///   - time: The time, by the daemon's clock.
    ///   - outdatedAfter: The age in seconds from which a member is outdated.
    public init(_ members: [MemberReport], at time: Timestamp, outdatedAfter: Double) {
        (self.members, self.time) = (members.map(Member.init), time)
        self.outdatedAfter = outdatedAfter
    }

    enum CodingKeys: String, CodingKey {
        case members, time
        case outdatedAfter = "outdated_after_s"
    }
}
