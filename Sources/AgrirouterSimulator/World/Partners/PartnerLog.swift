// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// The messages and positions that a partner received, in the order of arrival.
struct PartnerLog: Sendable {
    /// A received message.
    struct Received: Sendable {
        var entry: FeedEntry
        var at: UTCTime
        /// The number of positions in the message; nil if it could not be decoded.
        var positions: Int?
        /// True if a message with the same sender and message ID arrived before.
        var isRepeated: Bool
        /// True if the message was discarded for this reason.
        var isDropped: Bool
    }

    /// A received position.
    struct Position: Hashable, Sendable {
        /// Nanoseconds since 1970; 0 if the position has no time.
        var time: Int64
        var north: Double
        var east: Double
        var up: Int64
        var status: Int64
        var satellites: Int64
        /// The index of the message that contained the position.
        var message: Int32
    }

    /// True if the partner discards messages with an ID that it has already received.
    var dropsEqualIDs: Bool
    private(set) var messages: [Received] = []
    private(set) var positions: [Position] = []
    private var ids: Set<String> = []

    /// The limits of the lists; messages beyond them are only counted in `lost`.
    static let messageLimit = 1_000_000
    static let positionLimit = 4_000_000
    private(set) var lost = 0

    init(dropsEqualIDs: Bool) { self.dropsEqualIDs = dropsEqualIDs }

    mutating func receive(_ entry: FeedEntry, decoded: DecodedMessage?, at time: UTCTime) {
        let isRepeated = !ids.insert(entry.sender + entry.applicationMessageID).inserted
        let isDropped = isRepeated && dropsEqualIDs
        var found: [Position]?
        if !isDropped, let message = decoded ?? Self.decode(entry) {
            found = Self.positions(of: message, type: entry.type, index: messages.count)
        }
        guard messages.count < Self.messageLimit, positions.count < Self.positionLimit else {
            lost += 1
            return
        }
        positions += found ?? []
        var kept = entry
        kept.content = []
        messages.append(
            Received(entry: kept, at: time, positions: found?.count, isRepeated: isRepeated, isDropped: isDropped))
    }

    mutating func clear() {
        (messages, positions, ids, lost) = ([], [], [], 0)
    }

    private static func decode(_ entry: FeedEntry) -> DecodedMessage? {
        guard let form = MessageTypeTable.form(entry.type) else { return nil }
        var decoder = StrictDecoder()
        return try? decoder.decode(entry.content[...], as: form)
    }

    private static func positions(of message: DecodedMessage, type: String, index: Int) -> [Position] {
        switch type {
        case MessageTypeTable.gps:
            message.messages(1).map { position($0, $0.message(8)?.time, index) }
        case MessageTypeTable.timeLog:
            message.messages(4).compactMap { time in
                time.message(5).map { position($0, $0.message(8)?.time ?? time.message(1)?.time, index) }
            }
        default: []
        }
    }

    private static func position(_ entry: DecodedMessage, _ time: UTCTime?, _ index: Int) -> Position {
        Position(
            time: time?.nanosecondsSince1970 ?? 0, north: entry.real(1), east: entry.real(2), up: entry.integer(3),
            status: entry.integer(4), satellites: entry.integer(7), message: Int32(clamping: index))
    }
}
