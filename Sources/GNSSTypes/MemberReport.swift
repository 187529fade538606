// SPDX-License-Identifier: Apache-2.0

/// The state, at one instant, of another agrirouter endpoint that shares its positions.
public struct MemberReport: Codable, Hashable, Sendable {
    /// The ID of the member's endpoint at agrirouter.
    public var id: String
    /// The display name; nil until agrirouter's list contains it.
    public var name: String?
    /// The last known position.
    public var position: GeodeticPosition
    /// The height of the position above the ellipsoid.
    public var ellipsoidalHeight: Length?
    /// The quality of the position in agrirouter's numbering: 0...8 are the qualities of the NMEA sentence GGA.
    public var status: UInt8
    /// Horizontal dilution of precision, as stated by the sender.
    public var hdop: Double?
    /// Number of satellites in the solution.
    public var satellites: UInt32?
    /// The time of the position.
    public var time: UTCTime
    /// The age of the position when this report was made, in seconds by the daemon's clock, 0 or more; 0 if the sender's
    /// clock is ahead.
    public var age: Double
    /// True if the position is outdated; it is then shown in grey.
    public var isOutdated: Bool
    /// The status with which the member has since reported that it has no position: 0 no fix, 14 a fault, 15 no
    /// receiver.
    public var absence: UInt8?

    /// Creates a report of a member's position.
    ///
    /// - Parameters:
    ///   - id: The endpoint's ID.
    ///   - name: The display name.
    ///   - position: The last known position.
    ///   - status: The quality of the position.
    ///   - time: The time of the position.
    ///   - age: The age of the position in seconds.
    ///   - isOutdated: True if the position is outdated.
    public init(
        id: String, name: String?, position: GeodeticPosition, status: UInt8, time: UTCTime, age: Double,
        isOutdated: Bool
    ) {
        (self.id, self.name, self.position, self.status) = (id, name, position, status)
        (self.time, self.age, self.isOutdated) = (time, age, isOutdated)
    }

    /// The name, or the first eight characters of the ID until a name is known.
    public var label: String { name ?? String(id.prefix(8)) }
}

/// Changes of the other agrirouter members; published by a stage, with the source `SourceID.uplink`.
///
/// A client that needs all members requests them once (`GET /v1/members`) and then applies the changes.
public struct MemberChanges: Codable, Hashable, Sendable {
    /// The maximum number of members and IDs in one observation. The publisher splits larger changes into several
    /// observations, because the record would become too long, and truncates names and IDs to 200 characters.
    public static let limit = 128

    /// Members that are new, have moved, were renamed or became outdated.
    public var changed: [MemberReport]
    /// The IDs of members that have left.
    public var gone: [String]
    /// The number of members after the change.
    public var count: Int

    public init(changed: [MemberReport], gone: [String] = [], count: Int) {
        (self.changed, self.gone, self.count) = (changed, gone, count)
    }
}

extension MemberChanges: StageResult {
    public static let kind = ObservationKind.members

    public var heldBytes: Int { changed.count * (MemoryLayout<MemberReport>.stride + 128) + gone.count * 64 }

    /// True if all ages and dilutions lie in their plausible ranges.
    public var isSound: Bool {
        changed.allSatisfy { member in
            ResultRanges.any.contains(member.age) && member.hdop.map(ResultRanges.magnitude.contains) ?? true
        }
    }
}

extension ObservationKind {
    /// Changes of the other agrirouter members; published by a stage.
    public static let members = ObservationKind(rawValue: 259)
}

extension Payload {
    /// A payload with changes of the other agrirouter members.
    public static func members(_ changes: MemberChanges) -> Payload { Payload(changes) }
}
