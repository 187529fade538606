// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport
import Testing

@testable import Storage

struct StoreInspectionTests {
    @Test func `a store that a daemon has open is checked, and its copy holds what was acknowledged`() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder.state)
        for number in 0..<50 { try await store.set("key.\(number)", to: number, at: 1) }
        let inspection = try StoreInspection(folder.state)
        #expect(try inspection.check().contains("is sound: version \(StoreSchema.version), 0 receivers"))
        #expect(try inspection.check().contains("50 settings"))
        let other = try TemporaryFolder()
        try inspection.backUp(to: other.database)
        #expect(throws: StoreError.self) { try inspection.backUp(to: other.database) }
        let restored = try Store(other.state)
        #expect(try await restored.setting("key.49", as: Int.self) == 49)
    }

    @Test func `while a backup runs, another one to the same file is refused, and leaves its files alone`() throws {
        let folder = try TemporaryFolder()
        do { _ = try Store(folder.state) }
        let path = folder.path + "/backup"
        let lock = open(path + ".gnss-gateway-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let parts = ["", "-journal"].map { path + ".gnss-gateway-part" + $0 }
        for part in parts { try Data("half".utf8).write(to: URL(fileURLWithPath: part)) }
        let inspection = try StoreInspection(folder.state)
        #expect(throws: StoreError.busyBackup(path: path)) { try inspection.backUp(to: path) }
        #expect(parts.allSatisfy { FileManager.default.contents(atPath: $0) == Data("half".utf8) })
        // A backup that was killed leaves the file, but not the lock.
        #expect(flock(lock, LOCK_UN) == 0)
        try inspection.backUp(to: path)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.hasPrefix("backup") } == ["backup"])
    }

    @Test func `a backup never replaces a file that is made while it gets its name`() async throws {
        let folder = try TemporaryFolder()
        let (part, path) = (folder.path + "/part", folder.path + "/backup")
        // Often enough that the file is sometimes made between two steps.
        for _ in 0..<1000 {
            let descriptor = open(part, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(descriptor) }
            async let isMade = Self.make(path)
            async let isNamed = Self.publish(part, descriptor, as: path)
            let results = await [isMade, isNamed]
            #expect(results.filter { $0 }.count == 1)
            unlink(path)
        }
    }

    private static func make(_ path: String) async -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        close(descriptor)
        return descriptor >= 0
    }

    private static func publish(_ part: String, _ descriptor: Int32, as path: String) async -> Bool {
        (try? StoreInspection.publish(part, descriptor, as: path)) != nil
    }

    @Test func `a backup gives its name to no file that has replaced its own`() throws {
        let folder = try TemporaryFolder()
        let (part, path) = (folder.path + "/part", folder.path + "/backup")
        let descriptor = open(part, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        unlink(part)
        try Data("half".utf8).write(to: URL(fileURLWithPath: part))
        #expect(throws: StoreError.busyBackup(path: path)) { try StoreInspection.publish(part, descriptor, as: path) }
        #expect(access(path, F_OK) != 0 && access(part, F_OK) == 0)
    }

    @Test func `a damaged store is told as that, one that is not there as that`() async throws {
        let folder = try TemporaryFolder()
        do throws(StoreError) {
            _ = try StoreInspection(folder.state)
            Issue.record("there is nothing to inspect")
        } catch {
            #expect(error.description.contains("does not exist yet"))
        }
        do {
            let store = try Store(folder.state)
            for number in 0..<500 { try await store.set("key.\(number)", to: "value", at: 1) }
        }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.database))
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 3000))
        try file.close()
        let error = #expect(throws: StoreError.self) { try StoreInspection(folder.state).check() }
        #expect(error?.exitCode == 70, "\(String(describing: error))")
    }
}
