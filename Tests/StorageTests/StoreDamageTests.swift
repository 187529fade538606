// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import GRDB
import Paths
import SystemSupport
import TestSupport
import Testing

@testable import Storage

/// What the store says where the disk or the file is not as it should be, and that it leaves it as it is.
struct StoreDamageTests {
    /// A store with something in it, closed.
    private func filled() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let store = try Store(folder.state)
        for number in 0..<200 { try await store.set("key.\(number)", to: "value \(number)", at: 1) }
        return folder
    }

    private func bytes(_ folder: TemporaryFolder) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: folder.database))
    }

    private func overwrite(_ folder: TemporaryFolder, at offset: UInt64, with bytes: [UInt8]) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.database))
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }

    @Test(arguments: [UInt64(0), 4096, 8192])
    func `a damaged header or page ends opening with 70, and the file is left as it is`(offset: UInt64) async throws {
        let folder = try await filled()
        try overwrite(folder, at: offset, with: Array(repeating: 0xA5, count: 2000))
        let damaged = try bytes(folder)
        let error = try #require(errorOfOpening(folder.state))
        guard case .corrupt(let path, _) = error else {
            Issue.record("it is \(error)")
            return
        }
        #expect(path == folder.database)
        #expect(error.exitCode == 70)
        #expect(error.description.contains("was not changed") && error.description.contains("store check"))
        #expect(try bytes(folder) == damaged)
    }

    @Test func `a file that was cut short is damaged`() async throws {
        let folder = try await filled()
        let whole = try bytes(folder).count
        truncate(folder.database, Int(whole / 2))
        #expect(errorOfOpening(folder.state)?.exitCode == 70)
        #expect(try bytes(folder).count == whole / 2)
    }

    @Test func `an empty file with a log beside it is damaged, and the log is left as it is`() throws {
        let folder = try TemporaryFolder()
        let log = URL(fileURLWithPath: folder.database + "-wal")
        try Data().write(to: URL(fileURLWithPath: folder.database))
        try Data("log".utf8).write(to: log)
        #expect(errorOfOpening(folder.state)?.exitCode == 70)
        #expect(try Data(contentsOf: log) == Data("log".utf8))
    }

    @Test func `a store of a later program is refused with both versions and 78, and left as it is`() async throws {
        let folder = try await filled()
        let later = StoreSchema.version + 3
        try await DatabaseQueue(path: folder.database).writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA user_version = \(later)")
        }
        let before = try bytes(folder)
        let error = errorOfOpening(folder.state)
        #expect(error == .newer(path: folder.database, version: later, known: StoreSchema.version))
        #expect(error?.exitCode == 78)
        #expect(error?.description.contains("later gnss-gateway") == true)
        #expect(try bytes(folder) == before)
    }

    @Test func `a database of another program is refused and left as it is`() throws {
        let folder = try TemporaryFolder()
        try DatabaseQueue(path: folder.database).writeWithoutTransaction { database in
            try database.execute(sql: "CREATE TABLE letters (a)")
        }
        let before = try bytes(folder)
        #expect(errorOfOpening(folder.state) == .foreign(path: folder.database))
        #expect(try bytes(folder) == before)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "making a disk needs root"))
    func `a full disk ends making a store with 73`() throws {
        let disk = try SmallDisk(kilobytes: 64)
        try disk.fill()
        let error = errorOfOpening(StateFolder(disk.path))
        #expect(error?.exitCode == 73, "\(String(describing: error))")
        #expect(error?.description.contains("its disk is full") == true)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "making a disk needs root"))
    func `a disk that becomes full refuses what is new, keeps what was stored, and goes on once there is room`()
        async throws
    {
        let disk = try SmallDisk(kilobytes: 1024)
        let folder = StateFolder(disk.path)
        let large = String(repeating: "x", count: 20_000)
        do {
            let store = try Store(folder)
            try await store.set("kept", to: "before", at: 1)
            try disk.fill()
            var stored = 0
            let error = await #expect(throws: StoreError.self) {
                for number in 0..<1000 {
                    try await store.set("large.\(number)", to: large, at: 1)
                    stored += 1
                }
            }
            #expect(error == .full(path: disk.path))
            #expect(error?.exitCode == 73)
            #expect(try await store.setting("kept", as: String.self) == "before")
            for number in 0..<stored { #expect(try await store.setting("large.\(number)", as: String.self) == large) }
            unlink(disk.path + "/ballast")
            try await store.set("kept", to: "after", at: 1)
        }
        #expect(try await Store(folder).setting("kept", as: String.self) == "after")
    }

    @Test(.enabled(if: SmallDisk.isPossible, "making a disk needs root"))
    func `a recording on a disk that becomes full is refused with 73, whole batch by whole batch`() async throws {
        let disk = try SmallDisk(kilobytes: 1024)
        let folder = StateFolder(disk.path)
        let store = try Store(folder)
        let path = try await store.startPath(name: "p", started: UTCTime(nanosecondsSince1970: 0))
        try disk.fill()
        var count = 0
        let error = await #expect(throws: StoreError.self) {
            while count < 100_000 { count = try await store.append(TestPath.points(50, from: count), to: path.id) }
        }
        #expect(error == .full(path: disk.path) && error?.exitCode == 73)
        #expect(try await store.points(of: path.id, limit: 100_000) == TestPath.points(count))
        unlink(disk.path + "/ballast")
        #expect(try await store.append(TestPath.points(50, from: count), to: path.id) == count + 50)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "making a disk needs root"))
    func `a store on a disk that may not be written ends with 77 and what to do`() async throws {
        let disk = try SmallDisk(kilobytes: 1024)
        let folder = StateFolder(disk.path + "/state")
        try await Store(folder).set("a", to: 1, at: 1)
        try disk.makeReadOnly()
        for path in [disk.path + "/state", disk.path + "/other"] {
            let error = errorOfOpening(StateFolder(path))
            #expect(error?.exitCode == 77, "\(String(describing: error))")
            #expect(error?.description.contains("set STATE_DIRECTORY") == true)
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func `a folder of another user, or one that may not be written, ends with 77`() throws {
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o500)
        #expect(errorOfOpening(folder.state)?.exitCode == 77)
        #expect(errorOfOpening(StateFolder(folder.path + "/below"))?.exitCode == 77)
        chmod(folder.path, 0o700)
    }

    @Test func `each refusal of SQLite has its own message and exit code`() {
        let codes: [(ResultCode, Int32)] = [
            (.SQLITE_FULL, 73), (.SQLITE_READONLY, 77), (.SQLITE_CORRUPT, 70), (.SQLITE_NOTADB, 70), (.SQLITE_BUSY, 74),
            (.SQLITE_IOERR, 74),
        ]
        for (code, expected) in codes {
            let error = StoreError(DatabaseError(resultCode: code, message: "words"), path: "/tmp/x/store.sqlite")
            #expect(error.exitCode == expected, "\(code)")
        }
    }
}
