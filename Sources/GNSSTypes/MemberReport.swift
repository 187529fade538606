// SPDX-License-Identifier: Apache-2.0

/// Another endpoint that sends its positions, as it stands at an instant.
public struct MemberReport: Codable, Hashable, Sendable {
    /// The id of the member's endpoint at agrirouter.
    public var id: String
    /// What people call it; nil until agrirouter's list names it.
    public var name: String?
    /// Where it was last.
    public var position: GeodeticPosition
    /// How high above the ellipsoid.
    public var ellipsoidalHeight: Length?
    /// What the position rests on, as agrirouter numbers it: 0...8 are the qualities of NMEA's GGA.
    public var status: UInt8
    /// Horizontal dilution of precision, as its sender states it.
    public var hdop: Double?
    /// Satellites in the solution.
    public var satellites: UInt32?
    /// When it was there.
    public var time: UTCTime
    /// How long ago that was when this was said, in seconds by the daemon's clock.
    public var age: Double
    /// Whether that is too long ago: it is to be shown grey.
    public var isOutdated: Bool
    /// The status with which it said since that it has no position: 0 no fix, 14 a fault, 15 no receiver.
    public var absence: UInt8?

    /// A member at a place.
    ///
    /// - Parameters:
    ///   - id: the endpoint's id.
    ///   - name: what people call it.
    ///   - position: where it was last.
    ///   - status: what that rests on.
    ///   - time: when it was there.
    ///   - age: how long ago, in seconds.
    ///   - isOutdated: whether that is too long ago.
    public init(
        id: String, name: String?, position: GeodeticPosition, status: UInt8, time: UTCTime, age: Double,
        isOutdated: Bool
    ) {
        (self.id, self.name, self.position, self.status) = (id, name, position, status)
        (self.time, self.age, self.isOutdated) = (time, age, isOutdated)
    }

    /// The name, or the beginning of the id until one is known.
    public var label: String { name ?? String(id.prefix(8)) }
}

/// What has changed with the members. A stage's; its source is `SourceID.uplink`.
///
/// Who wants them all asks for them once (`GET /v1/members`) and takes the changes from then on.
public struct MemberChanges: Codable, Hashable, Sendable {
    /// As many members and ids at most stand in one observation; more go into several, or the record is too long. Names
    /// and ids are cut to 200 characters by who makes it.
    public static let limit = 128

    /// Those that are new, moved, got another name or turned grey.
    public var changed: [MemberReport]
    /// The ids of those that are gone.
    public var gone: [String]
    /// How many there are now.
    public var count: Int

    public init(changed: [MemberReport], gone: [String] = [], count: Int) {
        (self.changed, self.gone, self.count) = (changed, gone, count)
    }
}

extension MemberChanges: StageResult {
    public static let kind = ObservationKind.members

    public var heldBytes: Int { changed.count * (MemoryLayout<MemberReport>.stride + 128) + gone.count * 64 }

    /// Ages and dilutions are such as can be.
    public var isSound: Bool {
        changed.allSatisfy { member in
            ResultRanges.any.contains(member.age) && member.hdop.map(ResultRanges.magnitude.contains) ?? true
        }
    }
}

extension ObservationKind {
    /// What has changed with other members of the exchange. A stage's.
    public static let members = ObservationKind(rawValue: 259)
}

extension Payload {
    /// What has changed with other members of the exchange.
    public static func members(_ changes: MemberChanges) -> Payload { Payload(changes) }
}
