// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
package import GatewayClient
internal import LocalSocket
internal import SystemSupport

/// Sends requests of commands to the daemon.
package enum Daemon {
    /// Sends a request to the daemon and prints the result.
    ///
    /// - Throws: The exit code, after writing the reason to standard error.
    package static func ask(_ body: (ControlClient) async throws -> String) async throws {
        try StandardOutput.print(try await answer(body), terminator: "")
    }

    /// Sends a request to the daemon and returns the result.
    ///
    /// - Throws: The exit code, after writing the reason to standard error.
    package static func answer<Value>(_ body: (ControlClient) async throws -> Value) async throws -> Value {
        do {
            return try await body(ControlClient())
        } catch let failure as any ProgramError {
            Terminal.say("gnss-gateway: \(failure)")
            throw ExitCode(failure.exitStatus)
        }
    }
}
