// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Glibc
internal import Records
internal import SystemSupport

/// A capture on disk, read from start to end. Owns the descriptor.
final class CaptureFile {
    let path: String
    private let descriptor: Int32
    private let stop: StopSignal
    /// The first bytes, read to detect the format and not returned by `read` yet.
    private var head: [UInt8] = []

    /// - Parameter stop: Once it is signalled, nothing more is read.
    init(_ path: String, _ stop: StopSignal) throws(DriverError) {
        // Opening a FIFO without a writer would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            throw .failed("config.file: \(path): \(Self.lastError); give the path of a readable capture")
        }
        self.path = path
        self.descriptor = descriptor
        self.stop = stop
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .failed("config.file: \(path) is not a regular file; give the path of a capture")
        }
        head = try read(atMost: 4096)
    }

    deinit { close(descriptor) }

    /// True if the file starts like a recording of the gateway.
    var isRecording: Bool { RecordingHeader.isMagic(of: head) }

    /// The first bytes, at most 4096.
    var beginning: [UInt8] { head }

    /// Returns to the start of the file.
    func rewind() throws(DriverError) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .failed("\(path): \(Self.lastError)") }
        head = []
    }

    /// Returns the next bytes; empty at the end.
    ///
    /// - Throws: `DriverError.failed` if reading fails, and once stopped, so that a search through a long file ends.
    func read(atMost count: Int) throws(DriverError) -> [UInt8] {
        guard !stop.isSignalled else { throw .failed("\(path): stopped") }
        guard head.isEmpty else {
            defer { head = [] }
            return head
        }
        do throws(SystemError) {
            return try Descriptor.read(descriptor, atMost: count)
        } catch {
            throw .failed("\(path): \(error)")
        }
    }

    private static var lastError: String { SystemError.text(of: errno) }
}
