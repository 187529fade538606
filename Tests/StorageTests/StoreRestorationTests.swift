// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import GRDB
import Paths
import SystemSupport
import TestSupport
import Testing

@testable import Storage

/// A backup in the place of the store, and what is not taken as one.
struct StoreRestorationTests {
    private let time = UTCTime(nanosecondsSince1970: 1_700_000_000_500_000_000)
    private let stamp = "20231114T221320Z"

    private func fill(_ folder: StateFolder, _ value: Int) async throws {
        let store = try Store(folder)
        try await store.set("value", to: value, at: 1)
        let path = try await store.startPath(name: "p", started: time)
        try await store.append(TestPath.points(value), to: path.id)
    }

    private func backup(of value: Int, in folder: TemporaryFolder) async throws -> String {
        let state = StateFolder(folder.path + "/of-\(value)")
        try await fill(state, value)
        let file = folder.path + "/backup-\(value)"
        try StoreInspection(state).backUp(to: file)
        return file
    }

    private func restore(_ file: String, to folder: TemporaryFolder) throws -> String? {
        try StoreRestoration(folder.state, from: file).run(at: time).previous
    }

    private func refusal(_ file: String, of folder: StateFolder) -> StoreError? {
        do throws(StoreError) {
            _ = try StoreRestoration(folder, from: file).run(at: time)
            return nil
        } catch {
            return error
        }
    }

    private func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func `a backup is one file for this user that needs nothing beside it`() async throws {
        let files = try TemporaryFolder()
        let file = try await backup(of: 7, in: files)
        #expect(try names(files) == ["backup-7", "of-7"])
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        // Not in write-ahead mode (file format 1.3, bytes 18 and 19).
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: file)))[18...19] == [1, 1])
    }

    @Test func `what a killed backup or restoration left is removed by the next backup or start`() async throws {
        let files = try TemporaryFolder()
        let part = "backup-7.gnss-gateway-part"
        // The last one is the operator's.
        for name in [part, part + "-journal", "backup-7.part"] {
            try Data("half".utf8).write(to: URL(fileURLWithPath: files.path + "/" + name))
        }
        let file = try await backup(of: 7, in: files)
        #expect(try names(files) == ["backup-7", "backup-7.part", "of-7"])
        let folder = try TemporaryFolder()
        #expect(try restore(file, to: folder) == nil)
        for suffix in ["", "-journal"] {
            try Data("half".utf8).write(to: URL(fileURLWithPath: folder.database + ".restoring" + suffix))
        }
        #expect(try await Store(folder.state).setting("value", as: Int.self) == 7)
        #expect(try !names(folder).contains { $0.contains("restoring") })
    }

    @Test func `a backup takes the place of the store, and the store is kept beside it, each time`() async throws {
        let (files, folder) = (try TemporaryFolder(), try TemporaryFolder())
        let file = try await backup(of: 7, in: files)
        try await fill(folder.state, 3)
        let kept = try #require(try restore(file, to: folder))
        #expect(kept == folder.path + "/store-\(stamp).sqlite")
        #expect(try restore(file, to: folder) == folder.path + "/store-\(stamp)-2.sqlite")
        do {
            let store = try Store(folder.state)
            #expect(try await store.setting("value", as: Int.self) == 7)
            #expect(try await store.points(of: 1, limit: 100) == TestPath.points(7))
        }
        #expect(
            try names(folder) == [
                "credentials", "store-\(stamp)-2.sqlite", "store-\(stamp).sqlite", "store.lock", "store.sqlite",
            ])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.database)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try restore(kept, to: folder) != nil)
        #expect(try await Store(folder.state).setting("value", as: Int.self) == 3)
    }

    @Test func `where there was none, nothing is kept; what an unfinished restoration left is swept away`() async throws
    {
        let (files, folder) = (try TemporaryFolder(), try TemporaryFolder())
        let file = try await backup(of: 7, in: files)
        try Data("half".utf8).write(to: URL(fileURLWithPath: folder.database + ".restoring"))
        #expect(try restore(file, to: folder) == nil)
        #expect(try names(folder) == ["store.lock", "store.sqlite"])
        #expect(try await Store(folder.state).setting("value", as: Int.self) == 7)
    }

    @Test func `what was written before a kill is in the store that is kept`() async throws {
        let (files, folder, killed) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
        let file = try await backup(of: 7, in: files)
        let store = try Store(folder.state)
        try await store.set("value", to: 5, at: 1)
        for name in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.database + name, toPath: killed.database + name)
        }
        let kept = try #require(try restore(file, to: killed))
        let found = try await DatabaseQueue(path: kept).read {
            try String.fetchOne($0, sql: "SELECT value FROM settings")
        }
        #expect(found == "5")
        #expect(try await Store(killed.state).setting("value", as: Int.self) == 7)
    }

    @Test func `a damaged store is kept as it is, its log too`() async throws {
        let (files, folder) = (try TemporaryFolder(), try TemporaryFolder())
        let file = try await backup(of: 7, in: files)
        let (damage, log) = (Data(repeating: 0xA5, count: 9000), Data("log".utf8))
        try damage.write(to: URL(fileURLWithPath: folder.database))
        try log.write(to: URL(fileURLWithPath: folder.database + "-wal"))
        let kept = try #require(try restore(file, to: folder))
        #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == damage)
        #expect(try Data(contentsOf: URL(fileURLWithPath: kept + "-wal")) == log)
        #expect(try await Store(folder.state).setting("value", as: Int.self) == 7)
    }

    /// The setting after the restoration of a backup with this value, which need not be JSON.
    private func restoreAccess(_ value: String) async throws -> (people: RestoredPeople?, value: String?) {
        let (files, folder) = (try TemporaryFolder(), try TemporaryFolder())
        let file = try await backup(of: 7, in: files)
        try await DatabaseQueue(path: file).writeWithoutTransaction {
            try $0.execute(sql: "INSERT INTO settings VALUES ('access', ?, 1700000000500)", arguments: [value])
        }
        let outcome = try StoreRestoration(folder.state, from: file).run(at: time)
        #expect(try await Store(folder.state).setting("value", as: Int.self) == 7)
        let found = try await DatabaseQueue(path: folder.database).read {
            try String.fetchOne($0, sql: "SELECT value FROM settings WHERE key = 'access'")
        }
        return (outcome.people, found)
    }

    @Test func `a backup signs no browser in: its browsers are signed out, and its people stay`() async throws {
        let (people, value) = try await restoreAccess(
            #"{"people":[{"name":"Zoë","role":"admin"}],"sessions":[{"id":"a"},{"id":"b"}],"stored":1700000000}"#)
        #expect(people == RestoredPeople(browsers: 2, changed: Timestamp(milliseconds: 1_700_000_000_500)))
        #expect(value == #"{"people":[{"name":"Zoë","role":"admin"}],"sessions":[],"stored":1700000000}"#)
    }

    @Test(arguments: [#"{"people":[],"#, "[]", #"{"sessions":7}"#, #"{"people":[]}"#, "null"])
    func `odd people and sessions of a backup do not prevent its restoration`(value: String) async throws {
        let restored = try await restoreAccess(value)
        #expect(restored.people?.browsers ?? 0 == 0)
        #expect(restored.value != nil && restored.value?.contains("7") == false)
    }

    @Test func `while a daemon has the store open nothing is restored`() async throws {
        let (files, folder) = (try TemporaryFolder(), try TemporaryFolder())
        let file = try await backup(of: 7, in: files)
        let store = try Store(folder.state)
        #expect(refusal(file, of: folder.state) == .locked(path: folder.path, process: getpid()))
        try await store.set("value", to: 1, at: 1)
    }

    @Test func `a damaged, later, foreign or empty file, or none, is refused, and the store is as it was`() async throws
    {
        let (files, folder) = (try TemporaryFolder(), try TemporaryFolder())
        let file = try await backup(of: 500, in: files)
        try await fill(folder.state, 3)
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        func variant(_ name: String, _ change: (String) async throws -> Void) async throws -> String {
            let copy = files.path + "/" + name
            try FileManager.default.copyItem(atPath: file, toPath: copy)
            try await change(copy)
            return copy
        }
        let refused: [(String, Int32, String)] = [
            (
                try await variant("damaged") { path in
                    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                    try handle.seek(toOffset: 8192)
                    try handle.write(contentsOf: Data(repeating: 0xA5, count: 20_000))
                    try handle.close()
                }, 70, "damaged"
            ),
            (try await variant("cut") { truncate($0, 9000) }, 70, "damaged"),
            (try await variant("empty") { truncate($0, 0) }, 70, "it is empty"),
            (
                try await variant("text") { try Data("no database".utf8).write(to: URL(fileURLWithPath: $0)) }, 70,
                "damaged"
            ),
            (
                try await variant("later") { path in
                    try await DatabaseQueue(path: path).writeWithoutTransaction {
                        try $0.execute(sql: "PRAGMA user_version = 99")
                    }
                }, 78, "its version is 99"
            ),
            (
                try await variant("foreign") { path in
                    try await DatabaseQueue(path: path).writeWithoutTransaction {
                        try $0.execute(sql: "PRAGMA application_id = 1")
                    }
                }, 70, "another program"
            ),
            (files.path + "/none", 66, "No such file"),
            (files.path, 66, "not a file"),
            (folder.database, 65, "the store itself"),
        ]
        for (path, code, words) in refused {
            let error = refusal(path, of: folder.state)
            #expect(error?.exitCode == code, "\(path): \(String(describing: error))")
            #expect(error?.description.contains(words) == true && error?.description.contains(path) == true)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
        #expect(try names(folder) == ["credentials", "store.lock", "store.sqlite"])
        #expect(try await Store(folder.state).setting("value", as: Int.self) == 3)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "making a disk needs root"))
    func `a disk without room for the backup ends it with 73, and the store is as it was`() async throws {
        let files = try TemporaryFolder()
        let file = try await backup(of: 5000, in: files)
        let disk = try SmallDisk(kilobytes: 512)
        let folder = StateFolder(disk.path)
        try await fill(folder, 3)
        let error = refusal(file, of: folder)
        #expect(error == .full(path: disk.path) && error?.exitCode == 73)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).count == 3)
        #expect(try await Store(folder).setting("value", as: Int.self) == 3)
    }
}
