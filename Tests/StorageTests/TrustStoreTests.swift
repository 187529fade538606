// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Testing

@testable import Storage

/// What people trust, and what OSNMA has learnt.
struct TrustStoreTests {
    private func anchor(_ byte: UInt8, trusted: Bool = true, source: String = "file.xml") -> StoredTrustAnchor {
        StoredTrustAnchor(
            fingerprint: [UInt8](repeating: byte, count: 32), kind: byte == 1 ? .merkleRoot : .publicKey,
            content: [byte, 2, 3], validFrom: 1_765_360_800_000, source: source, isTrusted: trusted, changed: 7)
    }

    @Test func `decisions and what was learnt are there again after reopening, the latest decision holds`() async throws
    {
        let folder = try TemporaryFolder()
        do {
            let store = try Store(folder.state)
            #expect(try await store.trust() == StoredTrust())
            try await store.decide([anchor(1), anchor(2)], at: 7)
            try await store.keepOSNMA(at: 7) { $0.state == nil ? [9, 9] : nil }
            try await store.keepOSNMA(at: 7) { _ in nil }
            try await store.decide([anchor(2, trusted: false)], at: 8) {
                $0.state == [9, 9] && $0.anchors.count == 2 ? [1, 2, 3] : nil
            }
        }
        let store = try Store(folder.state)
        var removed = anchor(2, trusted: false)
        removed.changed = 8
        let kept = try await store.trust()
        #expect(kept.anchors == [anchor(1), removed] && kept.state == [1, 2, 3])
        #expect(try StoreInspection(folder.state).trust() == kept)
    }

    @Test func `the tree of a key is kept, and a later decision that does not know it leaves it`() async throws {
        let folder = try TemporaryFolder()
        var known = anchor(2)
        known.tree = [UInt8](repeating: 5, count: 32)
        do {
            let store = try Store(folder.state)
            try await store.decide([known], at: 7)
            try await store.decide([anchor(2, trusted: false)], at: 8)
        }
        let kept = try #require(try await Store(folder.state).trust().anchors.first)
        #expect(kept.tree == known.tree && !kept.isTrusted)
        known.tree = [1, 2, 3]
        await #expect(throws: StoreError.self) { try await Store().decide([known], at: 7) }
    }

    @Test func `a store of version 4 keeps its decisions, whose trees are not known`() async throws {
        let folder = try TemporaryFolder()
        do {
            let path = folder.database
            let queue = try DatabaseQueue(path: path)
            try await queue.writeWithoutTransaction { database in
                try StoreSchema.migrate(database, path: path, to: 4)
                try database.execute(
                    sql: """
                        INSERT INTO trust_anchors (fingerprint, kind, content, valid_from, source, trusted, changed)
                        VALUES (?, 'public_key', x'020203', 1765360800000, 'file.xml', 1, 7)
                        """, arguments: [Data(anchor(2).fingerprint)])
            }
            try queue.close()
        }
        #expect(try StoreInspection(folder.state).trust().anchors == [anchor(2)])
        #expect(try await Store(folder.state).trust().anchors == [anchor(2)])
    }

    @Test func `where one decision cannot be stored none is`() async throws {
        let store = try Store()
        var wrong = anchor(2)
        wrong.fingerprint = [1, 2, 3]
        await #expect(throws: StoreError.self) { try await store.decide([anchor(1), wrong], at: 7) { _ in [1] } }
        #expect(try await store.trust() == StoredTrust())
    }

    @Test func `a store of version 1 gets the tables, and keeps what it held`() async throws {
        let folder = try TemporaryFolder()
        do {
            let path = folder.database
            let queue = try DatabaseQueue(path: path)
            try await queue.writeWithoutTransaction { database in
                try StoreSchema.migrate(database, path: path, to: 1)
                try database.execute(sql: "INSERT INTO settings (key, value, changed) VALUES ('a', '1', 1)")
            }
            try queue.close()
        }
        #expect(try StoreInspection(folder.state).trust() == StoredTrust())
        let store = try Store(folder.state)
        try await store.decide([anchor(1)], at: 7)
        #expect(try await store.trust().anchors == [anchor(1)])
        #expect(try await store.setting("a", as: Int.self) == 1)
    }
}
