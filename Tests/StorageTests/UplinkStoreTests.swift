// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import GRDB
import Outbox
import Testing

@testable import Storage

struct UplinkStoreTests {
    private static let limits = OutboxLimits(items: 1_000_000, bytes: 1 << 30)

    /// Entries of one byte each, of one second each.
    private static func entries(_ range: Range<Int>) -> [OutboxItem] {
        range.map { OutboxItem(time: time($0), content: [UInt8($0 % 250), 7], verdict: .authenticated) }
    }

    private static func time(_ second: Int) -> UTCTime { UTCTime(nanosecondsSince1970: Int64(second) * 1_000_000_000) }

    private static func draft(_ range: ClosedRange<Int64>, _ id: String, _ sequence: Int64 = 1) -> MessageDraft {
        MessageDraft(items: range, key: id, sequence: sequence)
    }

    @Test func `entries wait in their order, belong to one message for ever, and go with it`() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store(folder.state)
            let (tally, dropped) = try await store.uplink.append(Self.entries(0..<6), within: Self.limits)
            #expect(tally.items == 6 && tally.bytes == 12 && tally.oldest == Self.time(0) && dropped.isEmpty)
            #expect(try await store.uplink.oldest(limit: 4).map(\.number) == [1, 2, 3, 4])
            #expect(try await store.uplink.newest(after: 3, limit: 2).map(\.number) == [5, 6])
            #expect(try await store.uplink.newest(after: 5, limit: 9).map(\.size) == [2])
            let made = try await store.uplink.make([Self.draft(6...6, "live"), Self.draft(1...6, "rest", 2)])
            #expect(made.map(\.items) == [1, 5] && made.map(\.bytes) == [2, 10])
            #expect(try await store.uplink.make([Self.draft(1...6, "none")]).isEmpty)
            #expect(try await store.uplink.oldest(limit: 4).isEmpty)
            var rest = made[1]
            (rest.attempts, rest.isRepeated) = (2, true)
            try await store.uplink.keepAttempts([rest])
        }
        let store = try Store(folder.state)
        let kept = try await store.uplink.load()
        #expect(kept.messages.map(\.key) == ["live", "rest"] && kept.messages.map(\.sequence) == [1, 2])
        #expect(kept.messages[1].attempts == 2 && kept.messages[1].isRepeated && !kept.messages[0].isRepeated)
        #expect(
            try await store.uplink.contents(of: ["rest", "?", "live"]) == [
                [0, 7, 1, 7, 2, 7, 3, 7, 4, 7], [], [5, 7],
            ])
        let tally = try await store.uplink.finish([("rest", .accepted), ("?", .accepted)], at: Self.time(99))
        #expect(tally.items == 1 && tally.bytes == 2 && tally.sent == 5 && tally.success == Self.time(99))
        #expect(try await store.uplink.load().messages.map(\.key) == ["live"])
    }

    @Test func `a message that nobody has seen is split: its entries wait again, in their place`() async throws {
        let store = try Store()
        _ = try await store.uplink.append(Self.entries(0..<4), within: Self.limits)
        _ = try await store.uplink.make([Self.draft(1...3, "big")])
        let tally = try await store.uplink.finish([("big", .split)], at: Self.time(1))
        #expect(tally.items == 4 && tally.sent == 0)
        #expect(try await store.uplink.oldest(limit: 9).map(\.number) == [1, 2, 3, 4])
        _ = try await store.uplink.make([Self.draft(1...2, "a"), Self.draft(3...4, "b")])
        let end = try await store.uplink.finish([("a", .unconfirmed), ("b", .refused)], at: Self.time(2))
        #expect((end.items, end.bytes, end.unconfirmed, end.refused) == (0, 0, 2, 2) && end.success == nil)
    }

    @Test func `beyond a limit the oldest that wait go and are counted, and messages under way stay`() async throws {
        let store = try Store()
        let few = OutboxLimits(items: 5, bytes: 1 << 20)
        _ = try await store.uplink.append(Self.entries(0..<4), within: few)
        _ = try await store.uplink.make([Self.draft(1...2, "under way")])
        let (tally, _) = try await store.uplink.append(Self.entries(4..<8), within: few)
        #expect(tally.items == 6 && tally.crowded == 2 && tally.aged == 0)
        #expect(try await store.uplink.oldest(limit: 9).map(\.number) == [5, 6, 7, 8])
        let (small, _) = try await store.uplink.append(
            Self.entries(8..<9), within: OutboxLimits(items: 100, bytes: 10))
        #expect(small.bytes == 10 && small.crowded == 4)
        let rows = try await store.perform { try Int.fetchOne($0, sql: "SELECT count(*) FROM uplink_entries") }
        #expect(rows == small.items)
    }

    @Test func `what is too old goes, whole messages too, and is counted by itself`() async throws {
        let store = try Store()
        _ = try await store.uplink.append(Self.entries(0..<6), within: Self.limits)
        _ = try await store.uplink.make([Self.draft(1...2, "old"), Self.draft(3...5, "partly")])
        let limits = OutboxLimits(items: 100, bytes: 1000, oldest: Self.time(4))
        let (tally, dropped) = try await store.uplink.append(Self.entries(7..<8), within: limits)
        #expect(dropped == ["old"])
        #expect((tally.items, tally.aged, tally.crowded) == (5, 2, 0))
        #expect(tally.bytes == 10)
    }

    @Test func `state and members are kept, and all of it is wiped at once`() async throws {
        let store = try Store()
        try await store.uplink.setPaused(true)
        try await store.uplink.setAnnounced("endpoint a")
        let near = OutboxPeer(id: "a", name: "Tractor", time: Self.time(100), content: [1])
        try await store.uplink.keep(
            [near, OutboxPeer(id: "b", name: nil, time: Self.time(1), content: [])], removingBefore: Self.time(50))
        _ = try await store.uplink.append(Self.entries(0..<2), within: Self.limits)
        let kept = try await store.uplink.load()
        #expect(kept.isPaused && kept.announced == "endpoint a" && kept.peers == [near])
        try await store.uplink.wipe()
        #expect(try await store.uplink.load() == OutboxRecord())
        _ = try await store.uplink.append(Self.entries(0..<1), within: Self.limits)
        #expect(try await store.uplink.oldest(limit: 9).map(\.number) == [3], "a number is never used again")
    }

    @Test func `a store of version 3 gets the new tables, with what it has`() throws {
        let database = try DatabaseQueue()
        try database.writeWithoutTransaction { database in
            try StoreSchema.migrate(database, path: "test", to: 3)
            try database.execute(sql: "INSERT INTO settings VALUES ('a', '1', 1)")
            try StoreSchema.migrate(database, path: "test")
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM settings") == 1)
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM uplink_state") == 1)
        }
    }

    @Test func `a store of version 12 gets the queue for Sparkplug, and its other queues stay`() async throws {
        let database = try DatabaseQueue()
        try await database.writeWithoutTransaction { database in
            try StoreSchema.migrate(database, path: "test", to: 12)
            #expect(try !database.tableExists("sparkplug_entries"))
            try database.execute(sql: "INSERT INTO owntracks_entries (time, content) VALUES (1, x'01')")
            try StoreSchema.migrate(database, path: "test")
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM owntracks_entries") == 1)
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM sparkplug_state") == 1)
            #expect(try Int.fetchOne(database, sql: "PRAGMA user_version") == StoreSchema.version)
        }
        let store = try Store()
        _ = try await store.sparkplug.append(Self.entries(0..<2), within: Self.limits)
        #expect(try await store.sparkplug.tally().items == 2)
        #expect(try await store.mqtt.tally().items == 0)
    }

    @Test func `no question about a long queue reads more than it answers`() async throws {
        let store = try Store()
        let plans = try await store.perform { database in
            try [
                """
                SELECT number, length(content) FROM uplink_entries INDEXED BY uplink_waiting
                WHERE message IS NULL ORDER BY number LIMIT 5
                """,
                "SELECT content FROM uplink_entries WHERE message = 7 ORDER BY number",
                "DELETE FROM uplink_entries WHERE message = 7",
                "SELECT time FROM uplink_entries ORDER BY number LIMIT 1",
            ].flatMap { try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + $0).map { $0["detail"] as String } }
        }
        for plan in plans where plan.hasPrefix("SCAN") {
            #expect(plan.contains("uplink_waiting") || plan == "SCAN uplink_entries", "\(plan)")
        }
        #expect(plans.contains { $0.contains("SEARCH uplink_entries USING INDEX uplink_assigned (message=?)") })
        #expect(!plans.contains { $0.contains("TEMP B-TREE") })
    }
}
