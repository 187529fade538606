// SPDX-License-Identifier: Apache-2.0

internal import GatewayClient
internal import Glibc
internal import LocalSocket
internal import Records
internal import SystemSupport

/// The file of a recording. It accepts complete records only and always ends after one. Owns the descriptor.
struct RecordingFile: ~Copyable {
    /// The number of buffered bytes at which they are written.
    static let bufferSize = 256 * 1024

    let path: String
    private let descriptor: Int32
    private let isRegular: Bool
    /// True once a pipe's reader that takes no data must not be waited for.
    private let isAbandoned: @Sendable () -> Bool
    private var buffer: [UInt8] = []
    private var bufferedObservations = 0
    private(set) var writtenBytes = 0
    private(set) var writtenObservations = 0

    /// Creates the file with mode 0640. An existing regular file is only replaced if `overwrite` is true; other
    /// existing files, such as pipes, are opened in any case.
    ///
    /// - Parameter isAbandoned: Returns true once a pipe's reader that takes no data must not be waited for.
    /// - Throws: `RecordingError` if a regular file exists and must not be replaced, or the file cannot be created.
    init(
        path: String, overwrite: Bool, isAbandoned: @escaping @Sendable () -> Bool = { false }
    ) throws(RecordingError) {
        var descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
        if descriptor < 0, errno == EEXIST {
            if !overwrite, Self.isRegular(path) { throw .exists(path: path) }
            do throws(SystemError) {
                descriptor = try Descriptor.openForWriting(path, mode: 0o640)
            } catch { throw .cannotCreate(path: path, code: error.code) }
        }
        guard descriptor >= 0 else { throw .cannotCreate(path: path, code: errno) }
        self.path = path
        self.descriptor = descriptor
        self.isAbandoned = isAbandoned
        isRegular = Self.isRegular(path)
        buffer.reserveCapacity(Self.bufferSize)
    }

    deinit { close(descriptor) }

    /// Checks whether `init` would refuse to overwrite the file.
    ///
    /// - Throws: `RecordingError.exists` if `init` would refuse.
    static func check(path: String, overwrite: Bool) throws(RecordingError) {
        if !overwrite, isRegular(path) { throw .exists(path: path) }
    }

    /// Appends complete records, with the header before the first.
    ///
    /// - Throws: `SystemError` if writing fails.
    mutating func append(_ piece: RecordSplitter.Piece) throws(SystemError) {
        buffer += piece.bytes
        bufferedObservations += piece.observations
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Passes buffered bytes to the system, so that they survive the end of this process.
    ///
    /// - Throws: `SystemError` if writing fails; `EAGAIN` if it is abandoned and a pipe's reader takes no data.
    mutating func flush() throws(SystemError) {
        var sent = 0
        while sent < buffer.count {
            guard isRegular || hasRoom() else {
                keepWhole(sent)
                throw SystemError(EAGAIN)
            }
            let piece = min(buffer.count - sent, isRegular ? .max : Self.room)
            let count = buffer.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: sent), piece) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = SystemError(count < 0 ? errno : EIO)
                keepWhole(sent)
                throw error
            }
            sent += count
        }
        writtenBytes += buffer.count
        writtenObservations += bufferedObservations
        discard()
    }

    /// The number of bytes that a pipe with room takes without blocking: `PIPE_BUF`.
    private static let room = 4096

    /// Waits until a pipe has room. Returns false if it has none for a second and the file is abandoned, because the
    /// signal that ends a recording does not depend on the pipe's reader.
    private func hasRoom() -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while poll(&waiting, 1, 1000) <= 0 {
            if isAbandoned() { return false }
        }
        return true
    }

    /// Writes all data and flushes them to disk.
    ///
    /// - Throws: `SystemError` if writing fails.
    mutating func finish() throws(SystemError) {
        try flush()
        try Self.sync(descriptor)
        guard isRegular else { return }
        // The file's name is part of the folder, which must be flushed too.
        let folder = open(SocketFolder(of: path).path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        defer { close(folder) }
        try Self.sync(folder)
    }

    /// After only `sent` bytes of the buffer could be written, truncates the file to complete records.
    private mutating func keepWhole(_ sent: Int) {
        var end = writtenBytes == 0 ? RecordingHeader.size : 0
        if sent < end {
            end = 0
        } else {
            // The size cannot be invalid, because the splitter created these pieces.
            while let size = try? RecordReader.size(of: buffer, atOffset: end), size <= sent - end {
                writtenObservations += buffer.isSourceRecord(at: end) ? 0 : 1
                end += size
            }
        }
        writtenBytes += end
        discard()
        guard isRegular else { return }
        if writtenBytes == 0 { unlink(path) } else { ftruncate(descriptor, writtenBytes) }
    }

    private mutating func discard() {
        buffer.removeAll(keepingCapacity: true)
        bufferedObservations = 0
    }

    private static func sync(_ descriptor: Int32) throws(SystemError) {
        // Pipes, devices and some file systems do not support flushing.
        if fsync(descriptor) != 0, ![EINVAL, EROFS, ENOTSUP].contains(errno) { throw SystemError() }
    }

    private static func isRegular(_ path: String) -> Bool { FileKind(of: path, followingLinks: true) == .regular }
}
