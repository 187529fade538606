// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayClient
import Records
import SystemSupport
import Testing

@testable import LocalSocket
@testable import Recording

struct RecordingFileTests {
    /// A recording of so many sentences, in one piece.
    private func piece(_ count: Int, zeros: Int = 100) throws -> RecordSplitter.Piece {
        var splitter = RecordSplitter()
        return try splitter.take(recordingBytes(count, zeros: zeros))
    }

    @Test func `buffered records are in the file after a flush and not before`() async throws {
        try await withFolder { folder in
            let path = folder + "/out"
            var file = try RecordingFile(path: path, overwrite: false)
            try file.append(piece(3))
            #expect(FileManager.default.contents(atPath: path)?.count == 0)
            try file.flush()
            #expect(FileManager.default.contents(atPath: path).map(Array.init) == recordingBytes(3))
            #expect(file.writtenObservations == 3)
            try file.finish()
        }
    }

    @Test func `a pipe with a reader is written to, and one without is refused`() async throws {
        try await withFolder { folder in
            let path = folder + "/pipe"
            try #require(mkfifo(path, 0o600) == 0)
            #expect(throws: RecordingError.cannotCreate(path: path, code: ENXIO)) {
                _ = try RecordingFile(path: path, overwrite: false)
            }
            let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            try #require(reader >= 0)
            defer { close(reader) }
            var file = try RecordingFile(path: path, overwrite: false)
            try file.append(piece(3))
            try file.finish()
            #expect(try Descriptor.read(reader, atMost: 1 << 16) == recordingBytes(3))
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
