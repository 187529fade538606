// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Testing

@testable import Storage

/// What a log says of itself before SQLite reads it, and removes it.
struct WriteAheadLogTests {
    /// The log of a store with so many commits, as a sudden end leaves it.
    private func log(_ commits: Int) async throws -> (folder: TemporaryFolder, log: Data) {
        let folder = try TemporaryFolder()
        let store = try Store(folder.state)
        for number in 0..<commits { try await store.set("key", to: number, at: 1) }
        return try withExtendedLifetime(store) {
            (folder, try Data(contentsOf: URL(fileURLWithPath: folder.database + "-wal")))
        }
    }

    private func damage(_ bytes: Data) throws -> String? {
        let folder = try TemporaryFolder()
        try bytes.write(to: URL(fileURLWithPath: folder.path + "/log"))
        return WriteAheadLog.damage(of: folder.path + "/log")
    }

    @Test func `a log as SQLite leaves it is sound, whole or torn at its end`() async throws {
        let (_, log) = try await log(5)
        #expect(log.count > 5 * 4096)
        #expect(try damage(log) == nil)
        for cut in [1, 100, 4119, 4120, 5000] { #expect(try damage(log.dropLast(cut)) == nil, "\(cut)") }
        var torn = log
        torn[torn.count - 50] ^= 1
        #expect(try damage(torn) == nil)
        #expect(try damage(Data()) == nil)
        #expect(WriteAheadLog.damage(of: "/nowhere/log") == nil)
    }

    @Test func `a log that SQLite used again from its beginning is sound`() async throws {
        let (folder, _) = try await log(50)
        let store = try Store(folder.state)
        for number in 0..<3000 { try await store.set("key", to: number, at: 1) }
        #expect(WriteAheadLog.damage(of: folder.database + "-wal") == nil)
        _ = store
    }

    @Test func `one whose head or first frames are overwritten is damaged`() async throws {
        let (_, log) = try await log(5)
        for offset in 0..<32 {
            var bytes = log
            bytes[offset] ^= 0x10
            #expect(try damage(bytes)?.contains("head") == true, "\(offset)")
        }
        for offset in [32, 40, 48, 56, 2000] {
            var bytes = log
            bytes[offset] ^= 0x10
            #expect(try damage(bytes)?.contains("overwritten") == true, "\(offset)")
        }
        #expect(try damage(Data(count: log.count)) != nil)
        #expect(try damage(log.prefix(10)) != nil)
    }
}
