// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

extension PartnerLog {
    /// The answer to `GET /partners/{id}/received`.
    ///
    /// - Parameters:
    ///   - since: The number of positions that the caller already has.
    ///   - limit: The largest number of positions and of messages to list.
    func json(since: Int, limit: Int) -> JSONValue {
        let first = min(max(since, 0), positions.count)
        let shown = positions[first...].prefix(limit)
        return [
            "drops_equal_ids": .bool(dropsEqualIDs), "message_count": JSONValue(messages.count),
            "position_count": JSONValue(positions.count), "next": JSONValue(first + shown.count),
            "repeated_messages": JSONValue(messages.count { $0.isRepeated }),
            "dropped_messages": JSONValue(messages.count { $0.isDropped }), "lost": JSONValue(lost),
            "positions": .array(shown.map(\.json)), "messages": .array(messages.suffix(limit).map(\.json)),
            "order": order,
        ]
    }

    /// Reports whether each position arrived once and whether positions arrived in ascending order of time.
    private var order: JSONValue {
        var times: [Int64: Int] = [:]
        var late = 0
        var newest = Int64.min
        for position in positions {
            times[position.time, default: 0] += 1
            if position.time < newest { late += 1 }
            newest = max(newest, position.time)
        }
        return [
            "distinct_times": JSONValue(times.count),
            "duplicate_times": JSONValue(times.values.reduce(0) { $0 + $1 - 1 }), "out_of_order": JSONValue(late),
        ]
    }

    /// The answer to `POST /partners/{id}/compare`: compares the times of the expected positions with those that
    /// arrived, to the millisecond.
    func compare(_ expected: [UTCTime]) -> JSONValue {
        func milliseconds(_ time: Int64) -> Int64 { time / 1_000_000 }
        var counts: [Int64: Int] = [:]
        for position in positions { counts[milliseconds(position.time), default: 0] += 1 }
        let wanted = Set(expected.map { milliseconds($0.nanosecondsSince1970) })
        let missing = wanted.filter { counts[$0] == nil }.sorted()
        let duplicates = wanted.filter { (counts[$0] ?? 0) > 1 }.sorted()
        func list(_ times: [Int64]) -> JSONValue {
            JSONValue(times.prefix(100).map { UTCTime(nanosecondsSince1970: $0 * 1_000_000).iso8601 })
        }
        return [
            "expected": JSONValue(wanted.count), "missing": JSONValue(missing.count),
            "missing_times": list(missing), "duplicates": JSONValue(duplicates.count),
            "duplicate_times": list(duplicates), "unexpected": JSONValue(counts.keys.count { !wanted.contains($0) }),
            "order": order,
        ]
    }
}

extension PartnerLog.Position {
    var json: JSONValue {
        [
            "time": .string(UTCTime(nanosecondsSince1970: time).iso8601), "latitude": .number(north),
            "longitude": .number(east), "up_mm": .number(Double(up)), "status": .number(Double(status)),
            "satellites": .number(Double(satellites)), "message": JSONValue(Int(message)),
        ]
    }
}

extension PartnerLog.Received {
    var json: JSONValue {
        [
            "message_id": .string(entry.messageID), "application_message_id": .string(entry.applicationMessageID),
            "sender": .string(entry.sender), "tmt": .string(entry.type), "sequence": .number(Double(entry.sequence)),
            "team_set_context_id": .string(entry.teamSet), "sent": .string(entry.sent.iso8601),
            "received": .string(at.iso8601), "delay_s": .number(at.seconds(since: entry.sent)),
            "positions": positions.map { JSONValue($0) } ?? .null, "repeated": .bool(isRepeated),
            "dropped": .bool(isDropped),
        ]
    }
}
