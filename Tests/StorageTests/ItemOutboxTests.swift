// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import GRDB
import Outbox
import Testing

@testable import Storage

struct ItemOutboxTests {
    private static let limits = OutboxLimits(items: 1_000_000, bytes: 1 << 30)

    /// Items of two bytes each, of one second each.
    private static func items(_ range: Range<Int>) -> [OutboxItem] {
        range.map { OutboxItem(time: time($0), content: [UInt8($0 % 250), 7]) }
    }

    private static func time(_ second: Int) -> UTCTime { UTCTime(nanosecondsSince1970: Int64(second) * 1_000_000_000) }

    @Test func `items are read in pages, and leave singly`() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store(folder.state)
            _ = try await store.mqtt.append(Self.items(0..<6), within: Self.limits)
            #expect(try await store.mqtt.items(after: 0, limit: 4, bytes: 100).map(\.number) == [1, 2, 3, 4])
            #expect(try await store.mqtt.items(after: 4, limit: 4, bytes: 100).map(\.content) == [[4, 7], [5, 7]])
            #expect(try await store.mqtt.items(after: 0, limit: 9, bytes: 3).map(\.number) == [1, 2])
            #expect(try await store.mqtt.items(after: 6, limit: 4, bytes: 100).isEmpty)
            let tally = try await store.mqtt.remove([2, 5, 77, 2], .accepted, at: Self.time(99))
            #expect(tally.items == 4 && tally.bytes == 8 && tally.sent == 2 && tally.success == Self.time(99))
            #expect(try await store.mqtt.remove([1], .refused, at: Self.time(100)).refused == 1)
        }
        let store = try Store(folder.state)
        #expect(try await store.mqtt.items(after: 0, limit: 9, bytes: 100).map(\.number) == [3, 4, 6])
        #expect(try await store.mqtt.tally().items == 3)
        // A number is never used again.
        _ = try await store.mqtt.remove([3, 4, 6], .accepted, at: Self.time(101))
        _ = try await store.mqtt.append(Self.items(0..<1), within: Self.limits)
        #expect(try await store.mqtt.items(after: 0, limit: 9, bytes: 100).map(\.number) == [7])
    }

    @Test func `the queues do not know each other`() async throws {
        let store = try Store()
        _ = try await store.mqtt.append(Self.items(0..<3), within: Self.limits)
        _ = try await store.uplink.append(Self.items(0..<2), within: Self.limits)
        try await store.mqtt.wipe()
        #expect(try await store.mqtt.tally() == OutboxTally())
        #expect(try await store.uplink.load().tally.items == 2)
    }

    @Test func `the oldest items make room, and are counted`() async throws {
        let store = try Store()
        let limits = OutboxLimits(items: 10, bytes: 1000)
        for first in stride(from: 0, to: 100, by: 5) {
            _ = try await store.mqtt.append(Self.items(first..<first + 5), within: limits)
        }
        let tally = try await store.mqtt.tally()
        #expect(tally.items == 10 && tally.crowded == 90 && tally.oldest == Self.time(90))
        let aged = try await store.mqtt.append(
            Self.items(100..<101), within: OutboxLimits(items: 99, bytes: 1000, oldest: Self.time(95))
        ).tally
        #expect(aged.items == 6 && aged.aged == 5)
    }

    @Test func `an item without a time is as old as the next one with a time`() async throws {
        let store = try Store()
        let undated = OutboxItem(time: OutboxItem.unknownTime, content: [9])
        let first = try await store.mqtt.append([undated], within: Self.limits).tally
        #expect(first.oldest == OutboxItem.unknownTime)
        let second = try await store.mqtt.append(
            [undated] + Self.items(10..<12) + [undated], within: Self.limits
        ).tally
        #expect(second.oldest == Self.time(10))
        let limits = OutboxLimits(items: 99, bytes: 1000, oldest: Self.time(12))
        let third = try await store.mqtt.append(Self.items(12..<13), within: limits).tally
        #expect(third.items == 2 && third.aged == 4 && third.oldest == Self.time(12))
        #expect(try await store.mqtt.items(after: 0, limit: 9, bytes: 100).map(\.number) == [5, 6])
        // No item with a time follows the last one.
        _ = try await store.mqtt.append([undated], within: Self.limits)
        let later = OutboxLimits(items: 99, bytes: 1000, oldest: Self.time(100))
        let last = try await store.mqtt.append([], within: later).tally
        #expect(last.items == 1 && last.aged == 6 && last.oldest == OutboxItem.unknownTime)
    }

    @Test func `what is too old goes, also behind an item without a time and if none is added`() async throws {
        let queue = ItemQueue(try Store().mqtt)
        let limits = QueueLimits(age: .seconds(60))
        func now(_ second: Int) -> HostTime {
            let nanoseconds = Self.time(second).nanosecondsSince1970
            return HostTime(monotonicNanoseconds: nanoseconds, wallNanoseconds: nanoseconds)
        }
        queue.add([OutboxItem(time: OutboxItem.unknownTime, content: [9])])
        await queue.keep(limits, at: now(1000))
        queue.add(Self.items(1001..<1004), receiver: Self.time(1003))
        await queue.keep(limits, at: now(1003))
        #expect(queue.tally.items == 4)
        queue.add([], receiver: Self.time(1063))
        await queue.keep(limits, at: now(1063))
        #expect(queue.tally.items == 1 && queue.tally.aged == 3)
    }

    @Test func `a damaged state is counted anew`() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store(folder.state)
            _ = try await store.mqtt.append(Self.items(0..<4), within: Self.limits)
            store.close()
        }
        try await DatabaseQueue(path: folder.database).write { database in
            try database.execute(sql: "PRAGMA ignore_check_constraints = ON; UPDATE mqtt_state SET entries = 'many'")
        }
        let store = try Store(folder.state)
        #expect(try await store.mqtt.tally().items == 4)
    }
}
