// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport
import Testing

struct WholeFileTests {
    /// A folder that is removed at the end of a test.
    private final class Place {
        let path: String
        init() throws { path = try Folder.makeTemporary("system-support") }
        deinit { Folder.remove(path) }

        func file(_ name: String, _ bytes: [UInt8]) throws -> String {
            try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
            return "\(path)/\(name)"
        }
    }

    @Test(arguments: [0, 1, 4096, 65_535, 65_536, 65_537, 200_000])
    func `exactly the limit is read, and a byte more is an error that says so`(size: Int) throws {
        let place = try Place()
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        let file = try place.file("a", bytes)
        #expect(try WholeFile.read(file, atMost: size) == bytes)
        #expect(try WholeFile.read(file, atMost: size + 1) == bytes)
        guard size > 0 else { return }
        let error = #expect(throws: FileReadError.tooLarge(limit: size - 1)) {
            try WholeFile.read(file, atMost: size - 1)
        }
        #expect(error?.description == "is larger than \(size - 1) bytes")
        #expect(WholeFile.text(file, atMost: size - 1) == nil)
    }

    @Test func `a file that is no PEM is named, with the reason`() throws {
        let place = try Place()
        let certificate = try place.file("a.pem", Array("# ours\n-----BEGIN CERTIFICATE-----\n".utf8))
        #expect(WholeFile.pemProblem(certificate) == nil)
        let binary = try place.file("a.der", [0x30, 0x82])
        #expect(WholeFile.pemProblem(binary) == "\(binary) is not a PEM file")
        #expect(WholeFile.pemProblem(place.path) == "cannot read \(place.path): is a directory, not a file")
        #expect(WholeFile.pemProblem("/nonexistent/a.pem")?.hasPrefix("cannot read /nonexistent/a.pem: ") == true)
    }

    @Test func `a file of proc that says it is empty is read whole`() throws {
        let bytes = try WholeFile.read("/proc/self/status", atMost: 1 << 16, regularOnly: true)
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("Name:"))
        let limits = try WholeFile.read("/proc/self/maps", atMost: 1 << 26)
        #expect(limits.last == UInt8(ascii: "\n"))
        #expect(throws: FileReadError.tooLarge(limit: 10)) { try WholeFile.read("/proc/self/status", atMost: 10) }
    }

    @Test func `what is no file is refused`() throws {
        let place = try Place()
        #expect(throws: FileReadError.directory) { try WholeFile.read(place.path, atMost: 10) }
        #expect(throws: FileReadError.directory) { try WholeFile.read(place.path, atMost: 10, regularOnly: true) }
        #expect(throws: FileReadError.system(SystemError(ENOENT))) {
            try WholeFile.read(place.path + "/none", atMost: 10)
        }
        let pipe = place.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(throws: FileReadError.notRegular) { try WholeFile.read(pipe, atMost: 10, regularOnly: true) }
        // No writer holds it open: it is empty, and does not block.
        #expect(try WholeFile.read(pipe, atMost: 10) == [])
    }

    @Test func `a pipe that delivers in pieces is read to its end`() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let (writing, bytes) = (ends[1], (0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        let thread = try WorkerThread {
            for start in stride(from: 0, to: bytes.count, by: 1000) {
                try? Descriptor.write(Array(bytes[start..<start + 1000]), to: writing)
            }
            close(writing)
        }
        #expect(try WholeFile.read(ends[0], atMost: bytes.count) == bytes)
        thread.join()
    }

    @Test func `a file that grows while it is read is whole or an error`() throws {
        let place = try Place()
        let file = try place.file("a", [])
        let descriptor = open(file, O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(descriptor) }
        let line = [UInt8](repeating: 7, count: 4096)
        let thread = try WorkerThread { for _ in 0..<200 { try? Descriptor.write(line, to: descriptor) } }
        var isOver = false
        while !isOver {
            isOver = thread.isOver
            do throws(FileReadError) {
                let bytes = try WholeFile.read(file, atMost: 400_000)
                #expect(bytes.count % 4096 == 0)
            } catch {
                #expect(error == .tooLarge(limit: 400_000))
            }
        }
        thread.join()
        #expect(throws: FileReadError.tooLarge(limit: 400_000)) { try WholeFile.read(file, atMost: 400_000) }
    }

    @Test func `signals interrupt neither reading nor writing`() throws {
        // Without SA_RESTART the calls return EINTR.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigemptyset(&action.sa_mask)
        var before = sigaction()
        #expect(sigaction(SIGURG, &action, &before) == 0)
        defer { sigaction(SIGURG, &before, nil) }
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let (writing, bytes) = (ends[1], (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0) })
        let ids = AsyncCondition<[pthread_t]>([])
        let reader = pthread_self()
        let writer = try WorkerThread {
            ids.change { $0.append(pthread_self()) }
            for start in stride(from: 0, to: bytes.count, by: 200_000) {
                #expect(throws: Never.self) {
                    try Descriptor.write(Array(bytes[start..<start + 200_000]), to: writing)
                }
                // The reader waits for a while, so that signals find it in its call.
                poll(nil, 0, 10)
            }
            close(writing)
            ids.change { $0 = [] }
        }
        let isOver = AsyncCondition(false)
        let storm = try WorkerThread {
            while !isOver.value {
                pthread_kill(reader, SIGURG)
                // The list is emptied before the writer ends, and its handle stays valid until it is joined.
                for id in ids.value { pthread_kill(id, SIGURG) }
                sched_yield()
            }
        }
        let found = try WholeFile.read(ends[0], atMost: bytes.count)
        isOver.change { $0 = true }
        storm.join()
        writer.join()
        #expect(found == bytes)
    }

    @Test func `names of a folder, links, and a folder that goes with all that is in it`() throws {
        let path = try Folder.makeTemporary("system-support")
        #expect(path.hasPrefix(Folder.temporary + "/system-support-"))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        let names = Set((0..<300).map { "name-\($0)-" + String(repeating: "ä", count: 100) })
        for name in names { try Data().write(to: URL(filePath: "\(path)/\(name)")) }
        #expect(Set(try Folder.names(in: path)) == names)
        #expect(mkdir(path + "/inner", 0o700) == 0)
        let outside = try Place()
        let kept = try outside.file("kept", [1])
        #expect(symlink(outside.path, path + "/inner/link") == 0)
        #expect(Folder.link(path + "/inner/link") == outside.path)
        #expect(Folder.link(kept) == nil)
        #expect(Folder.remove(path))
        #expect(access(path, F_OK) != 0 && access(kept, F_OK) == 0)
        #expect(Folder.remove(path))
        #expect(throws: SystemError(ENOENT)) { try Folder.names(in: path) }
        #expect(throws: SystemError(ENOTDIR)) { try Folder.names(in: kept) }
    }
}
