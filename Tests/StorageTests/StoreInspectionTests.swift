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

    @Test func `a backup gets its name only if that is free and no other backup has replaced its file`() throws {
        let folder = try TemporaryFolder()
        let (part, path) = (folder.path + "/backup.part", folder.path + "/backup")
        let descriptor = open(part, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        func publish() throws(StoreError) { try StoreInspection.publish(part, descriptor, as: path) }
        try Data("made meanwhile".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreError.existing(path: path)) { try publish() }
        #expect(FileManager.default.contents(atPath: path) == Data("made meanwhile".utf8))
        unlink(path)
        rename(part, part + ".old")
        try Data("half".utf8).write(to: URL(fileURLWithPath: part))
        #expect(throws: StoreError.existing(path: path)) { try publish() }
        #expect(access(path, F_OK) != 0 && access(part, F_OK) == 0)
        rename(part + ".old", part)
        try publish()
        #expect(access(path, F_OK) == 0)
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
