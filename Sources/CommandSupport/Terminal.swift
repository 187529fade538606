// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import BluetoothPairing
package import ConfigurationFile
package import DaemonRuntime
internal import Gateway
internal import Glibc
package import Logging
internal import SystemSupport

/// Words for people, on standard error.
package enum Terminal {
    package static func say(_ line: String, terminator: String = "\n") {
        var text = line + terminator
        text.withUTF8 { utf8 in _ = write(STDERR_FILENO, utf8.baseAddress, utf8.count) }
    }

    /// A message, and the exit code for it.
    package static func failure(_ failure: GatewayError) -> ExitCode {
        say("gnss-gateway: \(failure)")
        return ExitCode(failure.status)
    }

    /// A problem with Bluetooth, and the exit code for it.
    package static func failure(_ problem: BluetoothPairingError) -> ExitCode {
        say("gnss-gateway: \(problem) (\(problem.code.rawValue))")
        return ExitCode(problem.code == .denied ? .noPermission : .unavailable)
    }

    /// The messages of a configuration, a line each, and the exit code for them.
    package static func failure(_ errors: ConfigurationErrors) -> ExitCode {
        say(errors.description)
        return ExitCode(errors.exitStatus)
    }

    /// A logger to standard error.
    package static func logger(_ level: Logger.Level) -> Logger { LogOutput(level: level).logger() }
}

/// The descriptors 0, 1 and 2.
package enum StandardDescriptors {
    /// Opens those that are closed, each so that its use fails. Otherwise the next file or socket would get the number,
    /// and the words for people with it.
    package static func claim() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
            // The lowest free number is given; those below are open by now.
            if fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", mode) }
        }
    }
}

/// Data, on standard output. Owns nothing: the descriptor stays open.
package struct StandardOutput {
    /// What waits to be written; callers that append call `flushLarge` now and then.
    package var buffer: [UInt8]

    /// - Parameter buffer: what is to be written first.
    package init(buffer: [UInt8] = []) { self.buffer = buffer }

    /// Prints a text at once.
    ///
    /// - Throws: the exit code, after standard error was told, where it cannot be written.
    package static func print(_ text: String, terminator: String = "\n") throws {
        var output = StandardOutput(buffer: Array((text + terminator).utf8))
        do throws(GatewayError) { try output.flush() } catch { throw Terminal.failure(error) }
    }

    /// Writes what waits where it is much.
    package mutating func flushLarge() throws(GatewayError) {
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Writes all that waits.
    ///
    /// - Throws: `GatewayError` 74, or 73 where the disk is full.
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
