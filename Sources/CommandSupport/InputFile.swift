// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import Gateway
internal import Glibc
internal import Records
internal import SystemSupport

/// A file that a command reads from its beginning to its end; `-` is standard input. Owns the descriptor of a file.
package final class InputFile {
    /// The name, for messages.
    package let name: String
    private let descriptor: Int32

    /// - Throws: `GatewayError` 66 where there is no such file, 77 where it may not be read.
    package init(_ path: String) throws(GatewayError) {
        if path == "-" {
            (name, descriptor) = ("standard input", STDIN_FILENO)
            return
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let status: ExitStatus = errno == EACCES || errno == EPERM ? .noPermission : .noInput
            throw GatewayError(status, "\(path): \(SystemError.text(of: errno))")
        }
        (name, self.descriptor) = (path, descriptor)
    }

    deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

    /// The next bytes, at most 64 KiB; empty at the end.
    ///
    /// - Throws: `GatewayError` 74 where reading fails, 66 where it is a folder.
    package func read() throws(GatewayError) -> [UInt8] {
        do throws(SystemError) {
            return try Descriptor.read(descriptor, atMost: 1 << 16)
        } catch {
            throw GatewayError(error.code == EISDIR ? .noInput : .inputOutput, "\(name): \(error)")
        }
    }

    /// Makes sure that the file is no recording of ours, which holds observations instead of frames.
    ///
    /// - Parameter bytes: its first.
    /// - Throws: `GatewayError` 65 where it is one.
    package func refuseRecording(_ bytes: [UInt8]) throws(GatewayError) {
        guard RecordingHeader.isMagic(of: bytes) else { return }
        throw GatewayError(
            .badData,
            "\(name) is a gnss-gateway recording of observations; replay it with the driver file-simulator"
        )
    }
}
