// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Paths
import Testing

@testable import Storage

/// What is taken over from a store that is set aside.
struct StoreRescueTests {
    private let now = UTCTime(nanosecondsSince1970: 1_800_000_000_000_000_000)

    @Test func `of a store that was cut off, settings and OSNMA decisions are taken over as far as they are there`()
        async throws
    {
        let folder = try TemporaryFolder()
        do {
            let store = try Store(folder.state)
            let anchor = StoredTrustAnchor(
                fingerprint: [UInt8](repeating: 1, count: 32), kind: .publicKey, content: [1, 2], source: "file",
                isTrusted: false, changed: 3)
            try await store.set("key", to: 7, at: 1)
            try await store.decide([anchor], at: 7) { _ in [9] }
            for number in 0..<20 {
                let path = try await store.startPath(name: "\(number)", started: now)
                try await store.append(TestPath.points(50), to: path.id)
            }
        }
        let size = try Data(contentsOf: URL(fileURLWithPath: folder.database)).count
        truncate(folder.database, size - 40_000)
        let store = try Store(folder.state, orInMemoryAt: now)
        #expect(store.condition.reason == nil && store.condition.isTrustDoubtful)
        #expect(store.condition.notices.map(\.code) == [.setAside])
        #expect(try await store.setting("key", as: Int.self) == 7)
        let trust = try await store.trust()
        #expect(trust.anchors.map(\.isTrusted) == [false] && trust.state == [9])
        #expect(try await store.paths().isEmpty)
        #expect(folder.state.keptStores == ["store-20270115T080000Z-damaged.sqlite"])
    }

    @Test func `a start that ended between the two steps of setting aside is taken up, and the kept file stays`()
        async throws
    {
        let folder = try TemporaryFolder()
        do { try await Store(folder.state).set("key", to: 7, at: 1) }
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        // The log was removed, and the new store was not yet put in place.
        _ = try SetAside(folder.state).keep(at: now)
        let store = try Store(folder.state, orInMemoryAt: now)
        #expect(try await store.setting("key", as: Int.self) == 7)
        try await store.set("key", to: 8, at: 2)
        store.close()
        let kept = try #require(folder.state.keptStores.first)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + kept)) == whole)
        #expect(folder.state.keptStores.count == 1)
    }

    private struct Access: Codable, Equatable {
        var people: [String]
        var sessions: [String]
    }

    @Test(arguments: [true, false])
    func `a damaged store signs no browser in, because a sign-out may be lost with its log`(logIsDamaged: Bool)
        async throws
    {
        let folder = try TemporaryFolder()
        do {
            let store = try Store(folder.state)
            try await store.set(Store.accessKey, to: Access(people: ["Zoë"], sessions: ["a", "b"]), at: 1)
            // The last page of the file is one of this value's, not one of the list of tables.
            try await store.set("padding", to: String(repeating: "x", count: 20_000), at: 1)
        }
        if logIsDamaged {
            // A log that is too short for its header, beside a sound file.
            try Data("log".utf8).write(to: URL(fileURLWithPath: folder.database + "-wal"))
        } else {
            let size = try Data(contentsOf: URL(fileURLWithPath: folder.database)).count
            truncate(folder.database, size - 4096)
        }
        let rescued = try Store(folder.state, orInMemoryAt: now)
        #expect(rescued.condition.notices.map(\.code) == [.setAside])
        #expect(rescued.condition.notices.first?.text.contains("All browsers are signed out") == true)
        let access = try await rescued.setting(Store.accessKey, as: Access.self)
        #expect(access == Access(people: ["Zoë"], sessions: []))
    }
}
