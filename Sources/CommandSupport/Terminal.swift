// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import BluetoothPairing
package import ConfigurationFile
package import DaemonRuntime
internal import Gateway
internal import Glibc
package import Logging
internal import SystemSupport

/// Writes messages for people to standard error.
package enum Terminal {
    package static func say(_ line: String, terminator: String = "\n") {
        LogOutput.standardError(line + terminator)
    }

    /// Writes an error and returns its exit code.
    package static func failure(_ failure: GatewayError) -> ExitCode {
        say("gnss-gateway: \(failure)")
        return ExitCode(failure.status)
    }

    /// Writes an error after the other lines of a log, and returns its exit code.
    package static func failure(_ failure: GatewayError, in log: LogWriter) -> ExitCode {
        log.write("gnss-gateway: \(failure)\n")
        return ExitCode(failure.status)
    }

    /// Writes a Bluetooth problem and returns its exit code.
    package static func failure(_ problem: BluetoothPairingError) -> ExitCode {
        say("gnss-gateway: \(problem) (\(problem.code.rawValue))")
        return ExitCode(problem.code == .denied ? .noPermission : .unavailable)
    }

    /// Writes the errors of a configuration, one per line, and returns their exit code.
    package static func failure(_ errors: ConfigurationErrors) -> ExitCode {
        say(errors.description)
        return ExitCode(errors.exitStatus)
    }

    /// Creates a logger that writes to standard error.
    package static func logger(_ level: Logger.Level) -> Logger { LogOutput(level: level).logger() }
}

/// The file descriptors 0, 1 and 2.
package enum StandardDescriptors {
    /// Opens closed standard descriptors in a mode in which their use fails. Otherwise the next file or socket would
    /// get the descriptor's number, and messages would be written to it.
    package static func claim() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
            // The system assigns the lowest free number, and all lower ones are open by now.
            if fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", mode) }
        }
    }
}

/// Writes data to standard output. Owns nothing; the descriptor stays open.
package struct StandardOutput {
    /// The bytes that are not written yet. Callers that append to it must call `flushLarge` regularly.
    package var buffer: [UInt8]

    /// - Parameter buffer: The bytes to write first.
    package init(buffer: [UInt8] = []) { self.buffer = buffer }

    /// Prints a text immediately.
    ///
    /// - Throws: The exit code, after writing to standard error, if the text cannot be written.
    package static func print(_ text: String, terminator: String = "\n") throws {
        var output = StandardOutput(buffer: Array((text + terminator).utf8))
        do throws(GatewayError) { try output.flush() } catch { throw Terminal.failure(error) }
    }

    /// Writes the buffer if it has 64 KiB or more.
    ///
    /// - Throws: `GatewayError` 74 if writing fails, or 73 if the disk is full.
    package mutating func flushLarge() throws(GatewayError) {
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Writes the buffer.
    ///
    /// - Throws: `GatewayError` 74 if writing fails, or 73 if the disk is full.
    package mutating func flush() throws(GatewayError) {
        var start = 0
        while start < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                write(STDOUT_FILENO, bytes.baseAddress?.advanced(by: start), bytes.count - start)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(errno) }
            start += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func failure(_ code: Int32) -> GatewayError {
        let isFull = code == ENOSPC || code == EDQUOT
        let hint = isFull ? "; free some space and run the command again" : ""
        return GatewayError(
            isFull ? .cannotCreate : .inputOutput,
            "cannot write to standard output: \(SystemError.text(of: code))\(hint)")
    }
}
