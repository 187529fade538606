// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes
internal import Outbox

/// The other members of the account: their last positions, a record of which positions are on disk, and the reports
/// about the members. It does no I/O.
///
/// Messages are confirmed only after the members that they moved are on disk: agrirouter forgets confirmed messages,
/// and the gateway must still know these members after a restart.
struct MemberDirectory {
    /// Members whose last position is older than this are not kept.
    static let memory = Duration.seconds(3600)
    /// The largest number of messages to confirm, as many as the session remembers. Others arrive again with the feed.
    static let limit = 20_000

    private var board = MemberBoard()
    /// The reports published last, by member ID.
    private var told: [String: MemberReport] = [:]
    /// True if something may have changed since the last report.
    private(set) var isDirty = false
    /// The IDs of members that moved and are not on disk yet.
    private var moved: Set<String> = []
    /// The IDs of messages to confirm once these members are on disk.
    private var processed: [String] = []

    init(_ members: [OutboxPeer] = [], outdatedAfter: Duration) {
        board.outdatedAfter = outdatedAfter
        board.name(members.map { Endpoint(id: $0.id, name: $0.name ?? "") })
        for member in members {
            guard let list = try? GPSList(decoding: member.content) else { continue }
            let header = FeedHeader(messageID: "", type: .gpsInfo, sender: member.id)
            // The position was accepted on arrival; use its own time because the clock may not be set yet.
            board.take(FeedMessage(header, .positions(list)), at: member.time)
        }
        isDirty = !members.isEmpty
    }

    /// Sets the age after which a position is outdated.
    mutating func setOutdated(after limit: Duration) {
        board.outdatedAfter = limit
        isDirty = true
    }

    /// Processes messages from other endpoints.
    mutating func take(_ messages: [FeedMessage], at now: UTCTime) {
        for message in messages {
            if board.take(message, at: now) { moved.insert(message.header.sender) }
            processed.append(message.header.messageID)
        }
        // On a full disk nothing is confirmed, and messages keep coming.
        processed.removeFirst(max(0, processed.count - Self.limit))
        isDirty = true
    }

    /// Updates the members' names.
    mutating func name(_ endpoints: [Endpoint]) {
        board.name(endpoints)
        isDirty = true
    }

    /// The members to store now and the IDs of messages to confirm afterwards; nil if there are none.
    func unsaved(at now: UTCTime) -> (members: [OutboxPeer], messages: [String])? {
        guard !processed.isEmpty else { return nil }
        let members = board.members(at: now).map(\.member).filter { moved.contains($0.id) }
        return (members.map(OutboxPeer.init), processed)
    }

    /// Records that these members are on disk and that these messages are being confirmed.
    mutating func saved(_ members: [OutboxPeer], _ messages: [String]) {
        moved.subtract(members.map(\.id))
        let done = Set(messages)
        processed.removeAll { done.contains($0) }
        if processed.isEmpty { moved = [] }
    }

    /// The members that are not gone, ordered by ID.
    func reports(at now: UTCTime) -> [MemberReport] {
        board.members(at: now).compactMap { MemberReport($0.member, isOutdated: $0.state == .outdated, at: now) }
    }

    /// The number of members in the reports published last.
    var count: Int { told.count }

    /// Returns the changes since the last call.
    mutating func changes(at now: UTCTime) -> [MemberChanges] {
        isDirty = false
        board.sweep(at: now)
        let reports = reports(at: now)
        let changed = reports.filter { report in told[report.id].map { !$0.says(report) } ?? true }
        let current = Dictionary(reports.map { ($0.id, $0) }) { $1 }
        let gone = told.keys.filter { current[$0] == nil }.sorted()
        told = current
        guard !changed.isEmpty || !gone.isEmpty else { return [] }
        let limit = MemberChanges.limit
        let rounds = (max(changed.count, gone.count) + limit - 1) / limit
        return (0..<rounds).map { round in
            MemberChanges(
                changed: Array(changed.dropFirst(round * limit).prefix(limit)),
                gone: Array(gone.dropFirst(round * limit).prefix(limit)), count: reports.count)
        }
    }

    /// The time at which the next member becomes outdated or is gone, provided that no message arrives.
    var nextChange: UTCTime? {
        let limits = (board.outdatedAfter.nanoseconds, board.goneAfter.nanoseconds)
        return told.values.map { $0.time.nanosecondsSince1970 &+ ($0.isOutdated ? limits.1 : limits.0) }.min()
            .map { UTCTime(nanosecondsSince1970: $0) }
    }
}

extension MemberReport {
    fileprivate init?(_ member: Member, isOutdated: Bool, at now: UTCTime) {
        guard let position = member.last.position else { return nil }
        // The sender's clock may be ahead of this one, by as much as the board tolerates.
        let age = max(0, now.nanosecondsSince1970 &- member.time.nanosecondsSince1970)
        self.init(
            id: Self.cut(member.id), name: member.name.map(Self.cut), position: position,
            status: UInt8(clamping: member.last.status.rawValue), time: member.time,
            age: Double(age) / 1e9, isOutdated: isOutdated)
        ellipsoidalHeight = member.last.ellipsoidalHeight.map { Length(metres: Double($0) / 1000) }
        (hdop, satellites) = (member.last.hdop, member.last.satellites)
        absence = member.absence.map { UInt8(clamping: $0.rawValue) }
    }

    /// At most 200 code points, because a single character with many combining accents can be as long as a message.
    private static func cut(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(200)))
    }

    /// True if another report differs at most in its age.
    fileprivate func says(_ other: MemberReport) -> Bool {
        var same = other
        same.age = age
        return same == self
    }
}

extension OutboxPeer {
    fileprivate init(_ member: Member) {
        var entries = [member.last]
        // The absence is newer than the position; its exact time is irrelevant.
        if let absence = member.absence {
            let later = UTCTime(nanosecondsSince1970: member.time.nanosecondsSince1970 &+ 1)
            entries.append(GPSEntry(absence: absence, at: later))
        }
        self.init(id: member.id, name: member.name, time: member.time, content: GPSList(entries).bytes)
    }
}
