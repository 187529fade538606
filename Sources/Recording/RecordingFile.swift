// SPDX-License-Identifier: Apache-2.0

internal import GatewayClient
internal import Glibc
internal import LocalSocket
internal import Records
internal import SystemSupport

/// The file that is recorded to. It takes whole records only and, whatever happens, ends behind one. Owns the descriptor.
struct RecordingFile: ~Copyable {
    /// From so many bytes on it writes.
    static let bufferSize = 256 * 1024

    let path: String
    private let descriptor: Int32
    private let isRegular: Bool
    private var buffer: [UInt8] = []
    private var bufferedObservations = 0
    private(set) var writtenBytes = 0
    private(set) var writtenObservations = 0

    /// Makes the file, mode 0640. Something that is no regular file is written to as it is.
    init(path: String, overwrite: Bool) throws(RecordingError) {
        var descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
        if descriptor < 0, errno == EEXIST {
            if !overwrite, Self.isRegular(path) { throw .exists(path: path) }
            descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
        }
        guard descriptor >= 0 else { throw .cannotCreate(path: path, code: errno) }
        self.path = path
        self.descriptor = descriptor
        isRegular = Self.isRegular(path)
        buffer.reserveCapacity(Self.bufferSize)
    }

    deinit { close(descriptor) }

    /// Throws where `init` would refuse to overwrite.
    static func check(path: String, overwrite: Bool) throws(RecordingError) {
        if !overwrite, isRegular(path) { throw .exists(path: path) }
    }

    /// Takes whole records, the head in front of the first.
    mutating func append(_ piece: RecordSplitter.Piece) throws(SystemError) {
        buffer += piece.bytes
        bufferedObservations += piece.observations
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Hands what is buffered to the system, so that it outlives this process.
    mutating func flush() throws(SystemError) {
        var sent = 0
        while sent < buffer.count {
            let count = buffer.withUnsafeBytes {
                write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent)
            }
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

    /// Writes all and waits for the disk.
    mutating func finish() throws(SystemError) {
        try flush()
        try Self.sync(descriptor)
        guard isRegular else { return }
        // Its name is part of the folder.
        let folder = open(SocketFolder(of: path).path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        defer { close(folder) }
        try Self.sync(folder)
    }

    /// After so many bytes of the buffer were written and no more can be: takes back what is not a whole record.
    private mutating func keepWhole(_ sent: Int) {
        var end = writtenBytes == 0 ? RecordingHeader.size : 0
        if sent < end {
            end = 0
        } else {
            // A size that is none cannot be: the splitter made these pieces.
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
        // Pipes, devices and some file systems have nothing to sync.
        if fsync(descriptor) != 0, ![EINVAL, EROFS, ENOTSUP].contains(errno) { throw SystemError() }
    }

    private static func isRegular(_ path: String) -> Bool { FileKind(of: path, followingLinks: true) == .regular }
}
