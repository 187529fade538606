// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import GatewayClient
import Records
import SystemSupport
import Testing

@testable import LocalSocket
@testable import WebAPI

struct RecordingFileTests {
    /// A recording of so many sentences, in one piece.
    private func piece(_ count: Int, zeros: Int = 100) throws -> RecordSplitter.Piece {
        var splitter = RecordSplitter()
        return try splitter.take(bytes(count, zeros: zeros))
    }

    private func bytes(_ count: Int, zeros: Int = 100) -> [UInt8] {
        var writer = RecordWriter()
        for observation in sentences(1...count, zeros: zeros) {
            if observation.sequence % 4 == 1 { writer.append(source: observation.source, hostTime: startTime) }
            writer.append(observation.payload, sequence: observation.sequence, hostTime: observation.hostTime)
        }
        return RecordingHeader(start: startTime).bytes + writer.bytes
    }

    @Test func `the splitter gives the same whole records wherever chunks are cut`() throws {
        let whole = bytes(10)
        for size in 1...whole.count {
            var splitter = RecordSplitter()
            var (taken, observations) = ([UInt8](), 0)
            for start in stride(from: 0, to: whole.count, by: size) {
                let piece = try splitter.take(Array(whole[start..<min(start + size, whole.count)]))
                taken += piece.bytes
                observations += piece.observations
                #expect(try (taken.isEmpty ? 0 : Recording(taken).observations.count) == observations)
            }
            #expect(taken == whole)
            #expect(observations == 10)
        }
    }

    @Test func `what is no recording is refused`() throws {
        var text = RecordSplitter()
        #expect(try text.take(Array(repeating: 0x20, count: 63)) == RecordSplitter.Piece())
        #expect(throws: RecordStreamError.self) { try text.take([0x20]) }
        var damaged = RecordSplitter()
        let error = #expect(throws: RecordStreamError.self) {
            try damaged.take(RecordingHeader(start: startTime).bytes + [7, 0, 0, 0])
        }
        #expect(error?.exitCode == 74)
    }

    @Test func `buffered records are in the file after a flush and not before`() async throws {
        try await withFolder { folder in
            let path = folder + "/out"
            var file = try RecordingFile(path: path, overwrite: false)
            try file.append(piece(3))
            #expect(FileManager.default.contents(atPath: path)?.count == 0)
            try file.flush()
            #expect(FileManager.default.contents(atPath: path).map(Array.init) == bytes(3))
            #expect(file.writtenObservations == 3)
            try file.finish()
        }
    }

    /// Whether this process may mount a file system: root, outside most containers.
    private static let mayMount: Bool = {
        let folder = "/tmp/webapi-mount-\(getpid())"
        guard mkdir(folder, 0o700) == 0 else { return false }
        defer { rmdir(folder) }
        guard mount("none", folder, "tmpfs", 0, "size=64k") == 0 else { return false }
        return umount2(folder, 0) == 0
    }()

    @Test(.enabled(if: mayMount, "a disk of a few pages is a mount, which needs root"))
    func `a disk that fills up leaves a file of whole records`() async throws {
        try await withFolder { folder in
            try #require(mount("none", folder, "tmpfs", 0, "size=64k") == 0)
            defer { umount2(folder, 2) }
            let path = folder + "/out"
            var file = try RecordingFile(path: path, overwrite: false)
            let piece = try piece(1_000, zeros: 99)
            var error: SystemError?
            do throws(SystemError) {
                try file.append(piece)
                try file.finish()
            } catch let failure {
                error = failure
            }
            #expect(error?.code == ENOSPC)
            let written = try #require(FileManager.default.contents(atPath: path).map(Array.init))
            let recording = try Recording(written)
            #expect(written.count == file.writtenBytes)
            #expect(written.count <= 65_536 && written.count > 65_536 - 256, "as much as is whole")
            #expect(recording.sequences == Array(1...file.writtenObservations))
        }
    }

    @Test(arguments: [
        (1, 96, 0, "1 observation, 96 bytes, 0.0 s"), (1_200, 1_000, 12_549, "1200 observations, 1.0 kB, 12.5 s"),
        (0, 999_999, 1_000, "0 observations, 999.9 kB, 1.0 s"), (2, 2_345_678_901, 0, "2 observations, 2.3 GB, 0.0 s"),
    ])
    func `progress reads well`(observations: Int, bytes: Int, milliseconds: Int, text: String) {
        var progress = RecordingProgress()
        (progress.observations, progress.bytes) = (observations, bytes)
        progress.elapsed = .milliseconds(milliseconds)
        #expect(progress.description == text)
    }
}
