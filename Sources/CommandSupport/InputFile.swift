// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import Gateway
internal import Glibc
internal import Records
internal import SystemSupport

/// A file that a command reads from beginning to end; `-` is standard input. Owns the descriptor of a file.
package final class InputFile {
    /// The name for messages.
    package let name: String
    private let descriptor: Int32

    /// - Throws: `GatewayError` 66 if the file does not exist, 77 if it is not readable.
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

    /// Reads the next bytes, at most 64 KiB; empty at the end.
    ///
    /// - Throws: `GatewayError` 74 if reading fails, 66 if the path is a folder.
    package func read() throws(GatewayError) -> [UInt8] {
        do throws(SystemError) {
            return try Descriptor.read(descriptor, atMost: 1 << 16)
        } catch {
            throw GatewayError(error.code == EISDIR ? .noInput : .inputOutput, "\(name): \(error)")
        }
    }

    /// Rejects a recording of the gateway, which contains observations and not frames.
    ///
    /// - Parameter bytes: The first bytes of the file.
    /// - Throws: `GatewayError` 65 if the file is a recording.
    package func refuseRecording(_ bytes: [UInt8]) throws(GatewayError) {
        guard RecordingHeader.isMagic(of: bytes) else { return }
        throw GatewayError(
            .badData,
            "\(name) is a gnss-gateway recording of observations; replay it with the driver file-simulator"
        )
    }
}
