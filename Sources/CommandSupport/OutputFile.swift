// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import Gateway
internal import Glibc
internal import SystemSupport

/// A file that a command creates atomically: an existing file stays until the new one is complete. Owns the descriptor.
package final class OutputFile: Sendable {
    package static let standard = OutputFile()

    private let path: String?
    private let temporary: String?
    private let descriptor: Int32

    private init() { (path, temporary, descriptor) = (nil, nil, STDOUT_FILENO) }

    /// - Throws: `GatewayError` 73 if the file exists or cannot be created, 77 if permission is lacking.
    package init(_ path: String, overwrite: Bool) throws(GatewayError) {
        guard path != "-" else {
            (self.path, temporary, descriptor) = (nil, nil, STDOUT_FILENO)
            return
        }
        guard overwrite || access(path, F_OK) != 0 else {
            throw GatewayError(.cannotCreate, "\(path) already exists; --force overwrites it")
        }
        let temporary = "\(path).part-\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            let status: ExitStatus = errno == EACCES || errno == EPERM ? .noPermission : .cannotCreate
            throw GatewayError(status, "cannot create \(path): \(SystemError.text(of: errno))")
        }
        (self.path, self.temporary, self.descriptor) = (path, temporary, descriptor)
    }

    deinit {
        guard let temporary else { return }
        close(descriptor)
        // After `finish`, the temporary file no longer exists under this name.
        unlink(temporary)
    }

    /// Writes bytes.
    ///
    /// - Throws: `GatewayError` 74 if writing fails, or 73 if the disk is full.
    package func write(_ bytes: [UInt8]) throws(GatewayError) {
        do throws(SystemError) { try Descriptor.write(bytes, to: descriptor) } catch { throw failure(error) }
    }

    /// Puts the finished file in place; until then, an existing file of this name stays.
    ///
    /// - Throws: `GatewayError` 74 if this fails, or 73 if the disk is full.
    package func finish() throws(GatewayError) {
        guard let path, let temporary else { return }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw failure(SystemError()) }
    }

    private func failure(_ error: SystemError) -> GatewayError {
        let isFull = error.code == ENOSPC || error.code == EDQUOT
        return GatewayError(
            isFull ? .cannotCreate : .inputOutput,
            "cannot write to \(path ?? "standard output"): \(error)")
    }
}
