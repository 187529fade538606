// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// A file without a name, for data too large for memory. It is deleted once it is closed, however the daemon ends.
/// Writing and reading may happen on different threads, but not at the same time.
final class SpoolFile: Sendable {
    /// The file descriptor, for reading at any offset.
    let descriptor: Int32

    /// Creates a file in a folder.
    ///
    /// - Throws: `SpoolError` if the file cannot be created.
    init(in folder: String) throws(SpoolError) {
        let path = "\(folder)/.spool-\(UInt64.random(in: .min ... .max))"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SpoolError(folder: folder, code: errno) }
        unlink(path)
        self.folder = folder
    }

    deinit { close(descriptor) }

    private let folder: String

    /// The file's size in bytes.
    var count: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Appends bytes.
    ///
    /// - Throws: `SpoolError` if the bytes cannot be written.
    func append(_ bytes: [UInt8]) throws(SpoolError) {
        do throws(SystemError) {
            try Descriptor.write(bytes, to: descriptor)
        } catch {
            throw SpoolError(folder: folder, code: error.code)
        }
    }
}

/// The reason why a temporary file cannot be created or written.
struct SpoolError: Error, CustomStringConvertible {
    let folder: String
    let code: Int32

    var isFull: Bool { code == ENOSPC || code == EDQUOT }

    var description: String { "cannot write a temporary file in \(folder): \(SystemError.text(of: code))" }
}
