// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Another endpoint that sends its positions.
public struct Member: Hashable, Sendable {
    /// How its last position is to be shown.
    public enum State: Hashable, Sendable {
        /// It is new enough.
        case active
        /// It is old.
        case outdated
    }

    public var id: String
    /// What people call it, nil until a list names it.
    public var name: String?
    /// Its last entry that stated a position; its time is never missing.
    public var last: GPSEntry
    public var time: UTCTime
    /// Whether it said since that it has no position, and why.
    public var absence: PositionStatus?

    /// The name, or the beginning of the id until one is known.
    public var label: String { name ?? String(id.prefix(8)) }
}

/// The members of the ecosystem: where each was last, by the time of its positions, not of their arrival.
public struct MemberBoard: Sendable {
    /// After so long a position is outdated.
    public var outdatedAfter = Duration.seconds(5 * 60)
    /// After so long a member is left out.
    public var goneAfter = Duration.seconds(15 * 60)
    /// A position that is dated farther in the future is ignored.
    public var futureTolerance = Duration.seconds(60)
    /// As many members are held at most.
    public static let limit = 5_000

    private var members: [String: Member] = [:]
    private var names: [String: String] = [:]

    public init() {}

    /// Takes over what endpoints are called.
    public mutating func name(_ endpoints: [Endpoint]) {
        names = [:]
        for endpoint in endpoints.prefix(Self.limit) where !endpoint.name.isEmpty {
            names[endpoint.id] = endpoint.name
        }
        for id in members.keys { members[id]?.name = names[id] }
    }

    /// Takes over a message's positions. The latest of a member counts, in whatever order entries and messages come.
    ///
    /// - Parameters:
    ///   - message: a message of any content.
    ///   - now: by whose clock a position may not lie in the future.
    /// - Returns: whether the member moved or lost its position.
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
        // The last place stays; that it has none now is said beside it.
        let moved = entries.filter { $0.position != nil }.max(by: Self.isEarlier)
            .flatMap { entry in entry.time.map { move(sender, to: entry, at: $0) } }
        guard let last = members[sender], time > last.time else { return moved ?? false }
        members[sender]?.absence = newest.status
        return moved == true || known?.absence != newest.status
    }

    /// The members that are not gone, and how to show them, by id.
    public func members(at now: UTCTime) -> [(member: Member, state: Member.State)] {
        members.values.sorted { $0.id < $1.id }.compactMap { member in
            let age = now.since(member.time)
            guard age < goneAfter else { return nil }
            return (member, age < outdatedAfter ? .active : .outdated)
        }
    }

    /// Forgets those who are gone.
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
