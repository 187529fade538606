// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Another endpoint that sends its positions.
public struct Member: Hashable, Sendable {
    /// The way to show the member's last position.
    public enum State: Hashable, Sendable {
        /// The position is younger than `outdatedAfter`.
        case active
        /// The position is at least `outdatedAfter` old.
        case outdated
    }

    public var id: String
    /// The name that people see; nil until an endpoint list contains it.
    public var name: String?
    /// The last entry that contained a position; its time is never nil.
    public var last: GPSEntry
    public var time: UTCTime
    /// The reason for the absence, if the member has since reported that it has no position.
    public var absence: PositionStatus?

    /// The name, or the first eight characters of the ID if the name is unknown.
    public var label: String { name ?? String(id.prefix(8)) }
}

/// The members of the account's network and their last positions, ordered by the time of the position, not of its
/// arrival.
public struct MemberBoard: Sendable {
    /// The age from which a position is outdated.
    public var outdatedAfter = Duration.seconds(5 * 60)
    /// The age from which a member is removed.
    public var goneAfter = Duration.seconds(15 * 60)
    /// A position with a time farther in the future is ignored.
    public var futureTolerance = Duration.seconds(60)
    /// The largest number of members.
    public static let limit = 5_000

    private var members: [String: Member] = [:]
    private var names: [String: String] = [:]

    public init() {}

    /// Updates the members' names from a list of endpoints.
    public mutating func name(_ endpoints: [Endpoint]) {
        names = [:]
        for endpoint in endpoints.prefix(Self.limit) where !endpoint.name.isEmpty {
            names[endpoint.id] = endpoint.name
        }
        for id in members.keys { members[id]?.name = names[id] }
    }

    /// Records the positions in a message. A member's latest position counts, regardless of the order of entries and
    /// messages.
    ///
    /// - Parameters:
    ///   - message: A message with any content.
    ///   - now: The current time; positions later than `now` plus `futureTolerance` are ignored.
    /// - Returns: True if the member moved, or its absence status changed.
    @discardableResult
    public mutating func take(_ message: FeedMessage, at now: UTCTime) -> Bool {
        let sender = message.header.sender
        let known = members[sender]
        guard !sender.isEmpty else { return false }
        let entries = Self.entries(of: message).filter { entry in
            entry.time.map { $0.since(now) <= futureTolerance } ?? false
        }
        guard let newest = entries.max(by: Self.isEarlier), let time = newest.time else { return false }
        guard newest.position == nil else { return move(sender, to: newest, at: time) }
        // Keep the last position, and record the absence with it.
        let moved = entries.filter { $0.position != nil }.max(by: Self.isEarlier)
            .flatMap { entry in entry.time.map { move(sender, to: entry, at: $0) } }
        guard let last = members[sender], time > last.time else { return moved ?? false }
        members[sender]?.absence = newest.status
        return moved == true || known?.absence != newest.status
    }

    /// The members that are not gone at `now`, with their display states, ordered by ID.
    public func members(at now: UTCTime) -> [(member: Member, state: Member.State)] {
        members.values.sorted { $0.id < $1.id }.compactMap { member in
            let age = now.since(member.time)
            guard age < goneAfter else { return nil }
            return (member, age < outdatedAfter ? .active : .outdated)
        }
    }

    /// Removes members whose last position is older than `goneAfter`.
    public mutating func sweep(at now: UTCTime) {
        members = members.filter { now.since($0.value.time) < goneAfter }
    }

    private mutating func move(_ sender: String, to entry: GPSEntry, at time: UTCTime) -> Bool {
        if let known = members[sender], time <= known.time { return false }
        guard members[sender] != nil || members.count < Self.limit else { return false }
        members[sender] = Member(id: sender, name: names[sender], last: entry, time: time)
        return true
    }

    private static func entries(of message: FeedMessage) -> [GPSEntry] {
        switch message.content {
        case .positions(let list): list.entries
        case .timeLog(let log): log.entries.compactMap(\.position)
        default: []
        }
    }

    private static func isEarlier(_ a: GPSEntry, _ b: GPSEntry) -> Bool {
        (a.time?.nanosecondsSince1970 ?? .min) < (b.time?.nanosecondsSince1970 ?? .min)
    }
}
