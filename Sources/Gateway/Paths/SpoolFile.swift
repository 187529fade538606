// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// A file without a name that keeps what would be too much for memory. It is gone once it is closed, however the daemon
/// ends. Writing and reading may be done on different threads, one after the other.
final class SpoolFile: Sendable {
    /// The descriptor, for reading at any place.
    let descriptor: Int32

    /// Makes one in a folder.
    ///
    /// - Throws: `SpoolError`.
    init(in folder: String) throws(SpoolError) {
        let path = "\(folder)/.spool-\(UInt64.random(in: .min ... .max))"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SpoolError(folder: folder, code: errno) }
        unlink(path)
        self.folder = folder
    }

    deinit { close(descriptor) }

    private let folder: String

    /// How many bytes it has.
    var count: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Writes behind what it has.
    ///
    /// - Throws: `SpoolError`.
    func append(_ bytes: [UInt8]) throws(SpoolError) {
        do throws(SystemError) {
            try Descriptor.write(bytes, to: descriptor)
        } catch {
            throw SpoolError(folder: folder, code: error.code)
        }
    }
}

/// Why a file cannot be made or written.
struct SpoolError: Error, CustomStringConvertible {
    let folder: String
    let code: Int32

    var isFull: Bool { code == ENOSPC || code == EDQUOT }

    var description: String { "cannot write a temporary file in \(folder): \(SystemError.text(of: code))" }
}
