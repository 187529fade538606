// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import GRDB
import Outbox
import Paths
import SystemSupport
import Testing

@testable import Storage

/// A cell of a wrong type costs its row, whatever is asked of the store, and the check names it.
struct BadCellTests {
    private func queues(_ store: Store) -> [StoredOutbox] { OutboxTables.all.map { StoredOutbox(store, $0) } }

    /// A store with a row in each table.
    private func filled(_ folder: TemporaryFolder) async throws {
        let store = try Store(folder.state)
        try await store.set("key", to: "value", at: 1)
        var sighting = ReceiverSighting(identity: "usb:1", id: "rover", driver: "d")
        (sighting.name, sighting.model, sighting.firmware, sighting.serial) = ("n", "m", "f", "s")
        try await store.note(sighting, at: 1)
        try await store.learn([StoredAbility("galileo", evidence: "E01", seen: 5)], of: "usb:1")
        let anchor = StoredTrustAnchor(
            fingerprint: [UInt8](repeating: 1, count: 32), kind: .publicKey, content: [1, 2],
            tree: [UInt8](repeating: 2, count: 32), validFrom: 1, validTo: 2, source: "file", isTrusted: false,
            changed: 3)
        try await store.decide([anchor], at: 7) { _ in [9] }
        try await store.changeBackOffice([BackOfficeItem(.init(.task, owner: "", account: "a", id: "7"), "{}")])
        let path = try await store.startPath(name: "p", started: UTCTime(nanosecondsSince1970: 1))
        try await store.append(TestPath.points(3), to: path.id)
        try await store.update(
            path: path.id,
            PathChange {
                ($0.state, $0.ended, $0.length) = (.finished, UTCTime(nanosecondsSince1970: 9), Length(metres: 3))
                ($0.area, $0.crossesItself, $0.lastSendError) = (5, true, "none")
            })
        let limits = OutboxLimits(items: 100, bytes: 1000)
        let entries = (0..<4).map {
            OutboxItem(time: UTCTime(nanosecondsSince1970: $0), content: [1], verdict: .authenticated)
        }
        let member = OutboxPeer(id: "m", name: "n", time: UTCTime(nanosecondsSince1970: 5), content: [1])
        for queue in queues(store) {
            _ = try await queue.append(entries, within: limits)
            _ = try await queue.make([MessageDraft(items: 1...2, key: "a", sequence: 1)])
            try await queue.setAnnounced("all")
            _ = try await queue.finish([], at: UTCTime(nanosecondsSince1970: 1))
            try await queue.keep([member], removingBefore: UTCTime(nanosecondsSince1970: 0))
        }
        let alert = LoggedAlert(
            id: 1, code: "low-disk", severity: ReportCode(.warning), text: "t", receiver: "rover",
            began: Timestamp(milliseconds: 5), ended: Timestamp(milliseconds: 6), greatest: ReportCode(.critical))
        try await store.keep([alert], newest: 10)
        let event = StoredEvent(id: "evt_1", happened: 5, body: "{}")
        try await store.changeWebhookEvents(adding: [event], removing: [])
        let capture = StoredCapture(id: "c", taken: 5, user: "ann", upload: "00", bytes: 9, summary: "{}")
        let hash = try await store.change("c") { _, _, _ in SealedChange(hash: "01", capture: capture) }?.hash
        _ = try await store.change("c") { last, _, _ in
            SealedChange(hash: last?.hash == hash ? "02" : "", capture: capture)
        }
    }

    /// Tables with their columns.
    private func columns(_ folder: TemporaryFolder) throws -> [(table: String, column: String)] {
        try DatabaseQueue(path: folder.database).read { database in
            let tables = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            return try tables.flatMap { table in
                try database.columns(in: table).map { (table: table, column: $0.name) }
            }
        }
    }

    private func spoil(_ path: String, _ table: String, _ column: String, _ value: String) throws -> Bool {
        try spoil(path, [table], column, value)
    }

    /// - Returns: False if SQLite refuses the value in one of the tables.
    private func spoil(_ path: String, _ tables: [String], _ column: String, _ value: String) throws -> Bool {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        return try DatabaseQueue(path: path, configuration: configuration).writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
            do {
                for table in tables { try database.execute(sql: "UPDATE \(table) SET \(column) = \(value)") }
                return true
            } catch { return false }
        }
    }

    /// A table's name without that of its outbox queue: the same code reads the tables of all queues.
    private func common(_ table: String) -> Substring {
        let queue = OutboxTables.all.map(\.prefix).first { table.hasPrefix("\($0)_") }
        return table.dropFirst(queue?.count ?? 0)
    }

    /// Asks for all that there is; what it throws is not looked at.
    private func askAll(_ store: Store) async {
        _ = try? await store.setting("key", as: String.self)
        _ = try? await store.receivers()
        _ = try? await store.trust()
        _ = try? await store.keepOSNMA(at: 1) { _ in nil }
        _ = try? await store.users()
        _ = try? await store.alerts()
        _ = try? await store.webhookEvents()
        _ = try? await store.changeWebhookEvents(
            adding: [StoredEvent(id: "evt_2", happened: 6, body: "{}")], removing: ["evt_2"])
        _ = try? await store.captures(limit: 9, offset: 0)
        _ = try? await store.capture("c")
        _ = try? await store.captureTotals(of: .init(owner: "ann", visitor: "ann", task: "t"))
        _ = try? await store.captureRevisions()
        _ = try? await store.backOfficeItems(.task, of: "", account: "a")
        _ = try? await store.backOfficeItems(.task, ids: ["7"])
        let capture = StoredCapture(id: "d", taken: 5, user: nil, upload: "", bytes: 1, summary: "{}")
        _ = try? await store.captures(whose: "verdict", is: "pending", limit: 9)
        _ = try? await store.change("d") { last, _, _ in SealedChange(hash: "\(last?.sequence ?? 0)", capture: capture)
        }
        _ = try? await store.change("d") { _, own, _ in SealedChange(hash: "\(own.count)", capture: nil) }
        _ = try? await store.paths(PathQuery { $0.kind = nil })
        _ = try? await store.unfinishedPath()
        _ = try? await store.path(1)
        _ = try? await store.points(of: 1, limit: 10)
        if let pages = try? await store.pages(of: 1, pageSize: 2) {
            var iterator = pages.makeAsyncIterator()
            while let page = try? await iterator.next() { _ = page.count }
        }
        for queue in queues(store) { await askAll(queue) }
        var retention = StoreRetention()
        (retention.age, retention.includesUnsent) = (1, true)
        _ = try? await store.apply(retention, now: UTCTime(nanosecondsSince1970: .max))
    }

    private func askAll(_ queue: StoredOutbox) async {
        _ = try? await queue.load()
        _ = try? await queue.oldest(limit: 9)
        _ = try? await queue.newest(after: 0, limit: 9)
        _ = try? await queue.contents(of: ["a"])
        _ = try? await queue.make([MessageDraft(items: 1...9, key: "b", sequence: 2)])
        _ = try? await queue.finish([("a", .accepted)], at: UTCTime(nanosecondsSince1970: 5))
        _ = try? await queue.tally()
        _ = try? await queue.items(after: 0, limit: 9, bytes: 9)
        _ = try? await queue.remove([3, 4], .accepted, at: UTCTime(nanosecondsSince1970: 5))
        let limits = OutboxLimits(items: 1, bytes: 1, oldest: UTCTime(nanosecondsSince1970: 3))
        let entry = OutboxItem(time: UTCTime(nanosecondsSince1970: 9), content: [3])
        _ = try? await queue.append([entry], within: limits)
    }

    @Test(arguments: ["x'00FF'", "'abc'", "1.5", "9223372036854775807", "-9223372036854775808", "1e300", "''"])
    func `every table and column survives a wrong value, at the start and while it is open`(_ value: String)
        async throws
    {
        let whole = try TemporaryFolder()
        try await filled(whole)
        var count = 0
        // The columns of all queues that are alike are spoilt together.
        for cells in Dictionary(grouping: try columns(whole), by: { "\(common($0.table)) \($0.column)" }).values {
            let folder = try TemporaryFolder()
            try FileManager.default.copyItem(atPath: whole.database, toPath: folder.database)
            do {
                let store = try Store(folder.state)
                guard try spoil(folder.database, cells.map { $0.table }, cells[0].column, value) else { continue }
                count += 1
                await askAll(store)
            }
            await askAll(try Store(folder.state))
            // What the questions changed is no obstacle either.
            _ = try Store(folder.state)
        }
        #expect(count > 40)
    }

    @Test func `the check names the table, the row and the column of bytes in any column`() async throws {
        let whole = try TemporaryFolder()
        try await filled(whole)
        for (table, column) in try columns(whole) {
            let folder = try TemporaryFolder()
            try FileManager.default.copyItem(atPath: whole.database, toPath: folder.database)
            // Bytes are right in some columns, and a text is wrong there.
            let isBytes =
                ["fingerprint", "content", "tree"].contains(column) && table != "back_office"
                || (table, column) == ("osnma_state", "state")
            guard try spoil(folder.database, table, column, isBytes ? "'abc'" : "x'00FF'") else { continue }
            let error = #expect(throws: StoreError.self, "\(table).\(column)") {
                try StoreInspection(folder.state).check()
            }
            // What belongs to nothing by it is found first.
            let text = error?.description ?? ""
            #expect(
                text.contains("table \(table), row ") && text.contains("column \(column)")
                    || text.contains("belongs to a row of"), "\(table).\(column): \(text)")
            #expect(error?.exitCode == 70)
        }
    }

    @Test func `a path with a bad point gives its other points, and a segment begins behind it`() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder.state)
        let path = try await store.startPath(name: "p", started: UTCTime(nanosecondsSince1970: 1))
        let points = TestPath.points(10)
        try await store.append(points, to: path.id)
        try await DatabaseQueue(path: folder.database).write { database in
            try database.execute(sql: "UPDATE points SET hdop = 'abc' WHERE number IN (3, 4, 9)")
        }
        var read: [PathPoint] = []
        for try await page in try await store.pages(of: path.id, pageSize: 4) { read += page }
        var expected = points.indices.filter { ![3, 4, 9].contains($0) }.map { points[$0] }
        expected[3].beginsSegment = true
        #expect(read == expected)
        #expect(store.damage.count == 3)
        let cell = BadCell(table: "points", row: "1, 3", column: "hdop", reason: "it is not a real number")
        var news = store.damage.news.makeAsyncIterator()
        #expect(await news.next() == cell)
    }

    @Test func `points behind a bad one keep their index, and a page of bad ones does not look like the end`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try Store(folder.state)
        let path = try await store.startPath(name: "p", started: UTCTime(nanosecondsSince1970: 1))
        try await store.append(TestPath.points(10), to: path.id)
        try await DatabaseQueue(path: folder.database).write { database in
            try database.execute(sql: "UPDATE points SET hdop = 'abc' WHERE number IN (1, 4, 5, 6, 7)")
        }
        let all = try await store.indexedPoints(of: path.id, limit: 100)
        #expect(all.map(\.index) == [0, 2, 3, 8, 9])
        #expect(all.map(\.point.beginsSegment) == [false, true, false, true, false])
        #expect(all[3].point.position == TestPath.points(10)[8].position)
        var (indices, next): ([Int], Int) = ([], 0)
        while let last = try await store.indexedPoints(of: path.id, from: next, limit: 2).last {
            indices += try await store.indexedPoints(of: path.id, from: next, limit: 2).map(\.index)
            next = last.index + 1
        }
        #expect(indices == [0, 2, 3, 8, 9])
        // Points 4 to 7 are unreadable, so a line must not lead to point 8.
        let after = try await store.indexedPoints(of: path.id, from: 4, limit: 2)
        #expect(after.map(\.index) == [8, 9] && after[0].point.beginsSegment)
        #expect(try await store.indexedPoints(of: path.id, from: 10, limit: 2).isEmpty)
        #expect(try await store.indexedPoints(of: 99, limit: 2).isEmpty)
    }

    @Test func `a bad message of the uplink goes, its entries wait again, and the rest is counted anew`() async throws {
        let folder = try TemporaryFolder()
        try await filled(folder)
        #expect(try spoil(folder.database, "uplink_messages", "sequence", "x'00'"))
        #expect(try spoil(folder.database, "uplink_state", "entries", "'many'"))
        let store = try Store(folder.state)
        #expect(try await store.uplink.oldest(limit: 9).map(\.number) == [1, 2, 3, 4])
        let uplink = try await store.uplink.load()
        #expect(uplink.messages.isEmpty && uplink.tally.items == 4 && uplink.tally.bytes == 4)
        #expect(store.condition.notices.map(\.code) == [.damagedRows])
        #expect(!store.condition.isTrustDoubtful)
    }

    @Test func `after the highest number that there is, paths, entries and messages are numbered on`() async throws {
        let folder = try TemporaryFolder()
        try await filled(folder)
        try await DatabaseQueue(path: folder.database).write { database in
            try database.execute(
                sql: "INSERT INTO paths (id, user, kind, name, state, started) VALUES (?, 1, 0, 'x', 2, 5)",
                arguments: [Int64.max])
            try database.execute(sql: "UPDATE sqlite_sequence SET seq = 9223372036854775807")
        }
        let store = try Store(folder.state)
        let path = try await store.startPath(name: "q", started: UTCTime(nanosecondsSince1970: 1))
        #expect(path.id == 3)
        #expect(try await store.paths().map(\.name).sorted() == ["p", "q", "x"])
        let entry = OutboxItem(time: UTCTime(nanosecondsSince1970: 9), content: [3])
        _ = try await store.uplink.append([entry], within: OutboxLimits(items: 100, bytes: 1000))
        #expect(try await store.uplink.make([MessageDraft(items: 1...9, key: "b", sequence: 2)]).count == 1)
    }

    @Test func `a bad decision on a key makes the trust doubtful, and stays where it is`() async throws {
        let folder = try TemporaryFolder()
        try await filled(folder)
        #expect(try spoil(folder.database, "trust_anchors", "trusted", "'no'"))
        let store = try Store(folder.state)
        #expect(store.condition.isTrustDoubtful)
        #expect(store.condition.notices.first?.text.contains("may be trusted again") == true)
        #expect(try await store.trust().anchors.isEmpty)
        #expect(try StoreInspection(folder.state).trust().anchors.isEmpty)
    }
}
