// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import Gateway
internal import Glibc
internal import LocalSocket
internal import SystemSupport

/// A file that a command creates atomically: an existing file stays until the new one is complete. Bytes for a pipe or
/// a device are written to it directly. Owns the descriptor.
package final class OutputFile: Sendable {
    package static let standard = OutputFile()

    private let path: String?
    /// The file that `finish` puts in place, without symbolic links; nil if bytes are written directly.
    private let target: String?
    private let temporary: String?
    private let descriptor: Int32

    private init() { (path, target, temporary, descriptor) = (nil, nil, nil, STDOUT_FILENO) }

    /// - Throws: `GatewayError` 73 if the file exists or cannot be created, 77 if permission is lacking.
    package init(_ path: String, overwrite: Bool) throws(GatewayError) {
        guard path != "-" else {
            (self.path, self.target, self.temporary, self.descriptor) = (nil, nil, nil, STDOUT_FILENO)
            return
        }
        let exists = access(path, F_OK) == 0
        guard overwrite || !exists else {
            throw GatewayError(.cannotCreate, "\(path) already exists; --force overwrites it")
        }
        guard !exists || FileKind(of: path, followingLinks: true) == .regular else {
            do throws(SystemError) {
                self.descriptor = try Descriptor.openForWriting(path, mode: 0o666)
            } catch { throw OutputFile.cannotCreate(path, error) }
            (self.path, self.target, self.temporary) = (path, nil, nil)
            return
        }
        let target = FileKind.resolved(path) ?? path
        let temporary = "\(target).part-\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw OutputFile.cannotCreate(path, SystemError()) }
        (self.path, self.target, self.temporary, self.descriptor) = (path, target, temporary, descriptor)
    }

    deinit {
        guard path != nil else { return }
        close(descriptor)
        // After `finish`, the temporary file no longer exists under this name.
        if let temporary { unlink(temporary) }
    }

    private static func cannotCreate(_ path: String, _ error: SystemError) -> GatewayError {
        guard error.code != ENXIO else {
            return GatewayError(
                .cannotCreate, "cannot write to \(path): no program reads from it; start the reader first")
        }
        let status: ExitStatus = error.code == EACCES || error.code == EPERM ? .noPermission : .cannotCreate
        return GatewayError(status, "cannot create \(path): \(error)")
    }

    /// Writes bytes.
    ///
    /// - Throws: `GatewayError` 74 if writing fails, or 73 if the disk is full.
    package func write(_ bytes: [UInt8]) throws(GatewayError) {
        do throws(SystemError) { try Descriptor.write(bytes, to: descriptor) } catch { throw failure(error) }
    }

    /// The number of bytes that a pipe with room takes at once: `PIPE_BUF`.
    package static let room = 4096

    /// Waits at most 200 ms until a pipe has room; a file always has.
    package func hasRoom() -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&state, 1, 200) > 0
    }

    /// Puts the finished file in place; until then, an existing file of this name stays.
    ///
    /// - Throws: `GatewayError` 74 if this fails, or 73 if the disk is full.
    package func finish() throws(GatewayError) {
        guard let target, let temporary else { return }
        guard fsync(descriptor) == 0, rename(temporary, target) == 0 else { throw failure(SystemError()) }
    }

    private func failure(_ error: SystemError) -> GatewayError {
        let isFull = error.code == ENOSPC || error.code == EDQUOT
        return GatewayError(
            isFull ? .cannotCreate : .inputOutput,
            "cannot write to \(path ?? "standard output"): \(error)")
    }
}
