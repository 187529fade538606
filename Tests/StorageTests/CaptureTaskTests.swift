// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Testing

@testable import Storage

/// Captures by the task in their summaries.
struct CaptureTaskTests {
    /// A store with a capture for each summary, in this order.
    private func store(_ folder: TemporaryFolder, _ summaries: [(user: String?, summary: String)]) async throws -> Store
    {
        let store = try Store(folder.state)
        for (number, (user, summary)) in summaries.enumerated() {
            let capture = StoredCapture(
                id: "\(number)", taken: Int64(number), user: user, upload: "", bytes: 1 << number, summary: summary)
            _ = try await store.change(capture.id) { _, _, _ in SealedChange(hash: capture.id, capture: capture) }
        }
        return store
    }

    @Test func `a task is found by exactly its text, and what is no task counts as none`() async throws {
        let folder = try TemporaryFolder()
        let tasks = ["a", "A", "a%", "_", "a\"b", "'", "\\", "caf\u{E9}", "cafe\u{301}", "7", "$.task", "\u{1F33E}"]
        let sound = try tasks.map { String(decoding: try JSONEncoder().encode(["task": $0]), as: UTF8.self) }
        let none = ["{}", "{\"task\":null}", "[\"task\"]", "\"task\"", "no JSON", ""]
        let store = try await store(folder, (sound + none + ["{\"task\":7}"]).map { (nil, $0) })
        for (number, task) in tasks.enumerated() {
            let owners = StoredCapture.Owners(task: .some(task))
            #expect(try await store.captures(of: owners, limit: 99, offset: 0).map(\.id) == ["\(number)"], "\(task)")
            let totals = try await store.captureTotals(of: owners)
            #expect(totals.count == 1 && totals.bytes == 1 << number)
        }
        let without = StoredCapture.Owners(task: .some(nil))
        let ids = none.indices.reversed().map { "\(tasks.count + $0)" }
        #expect(try await store.captures(of: without, limit: 99, offset: 0).map(\.id) == ids)
        #expect(try await store.captures(of: without, limit: 2, offset: 1).map(\.id) == Array(ids[1...2]))
        #expect(try await store.captureTotals(of: without).count == none.count)
        #expect(try await store.captureTotals(of: .init(task: .some(""))).count == 0)
        #expect(try await store.captureTotals().count == tasks.count + none.count + 1)
    }

    @Test func `the same task of two persons is kept apart, and a changed summary is found by its new task`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try await store(
            folder,
            [("ann", "{\"task\":\"1\"}"), ("bob", "{\"task\":\"1\"}"), (nil, "{\"task\":\"1\"}"), ("ann", "{}")])
        func ids(_ owners: StoredCapture.Owners) async throws -> [String] {
            let ids = try await store.captures(of: owners, limit: 99, offset: 0).map(\.id)
            #expect(try await store.captureTotals(of: owners).count == ids.count)
            return ids
        }
        #expect(try await ids(.init(task: "1")) == ["2", "1", "0"])
        #expect(try await ids(.init(owner: "ann", task: "1")) == ["0"])
        #expect(try await ids(.init(visitor: "bob", task: "1")) == ["2", "1"])
        #expect(try await ids(.init(visitor: .some(nil), task: "1")) == ["2"])
        let moved = StoredCapture(id: "0", taken: 0, user: "ann", upload: "", bytes: 1, summary: "{\"task\":\"2\"}")
        _ = try await store.change("0") { _, _, _ in SealedChange(hash: "x", capture: moved) }
        #expect(try await ids(.init(owner: "ann", task: "1")) == [])
        #expect(try await ids(.init(owner: "ann", task: "2")) == ["0"])
    }

    @Test(arguments: [String?.none, "1"])
    func `photos of a task are found by the index, in their order`(task: String?) throws {
        let folder = try TemporaryFolder()
        _ = try Store(folder.state)
        let (sql, arguments) = StoredCapture.Owners(visitor: .some("ann"), task: .some(task)).condition
        let queries = [
            "SELECT count(*), sum(bytes) FROM captures \(sql)",
            "\(StoredCapture.selection) \(sql) ORDER BY taken DESC, number DESC LIMIT 100",
        ]
        for query in queries {
            let rows = try DatabaseQueue(path: folder.database).read { database in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + query, arguments: arguments)
            }
            let plan = rows.map { row in row["detail"] as String? ?? "" }.joined(separator: "; ")
            #expect(plan.contains("captures_task (<expr>=?)") && !plan.contains("TEMP B-TREE"), "\(plan)")
        }
    }
}
