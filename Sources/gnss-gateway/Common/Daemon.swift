// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GatewayClient
internal import LocalSocket
internal import SystemSupport

/// Commands that are clients of the daemon.
enum Daemon {
    /// Asks the daemon and prints what comes of it.
    ///
    /// - Throws: the exit code, after the reason was said on standard error.
    static func ask(_ body: (ControlClient) async throws -> String) async throws {
        try StandardOutput.print(try await answer(body), terminator: "")
    }

    /// Asks the daemon.
    ///
    /// - Throws: the exit code, after the reason was said on standard error.
    static func answer<Value>(_ body: (ControlClient) async throws -> Value) async throws -> Value {
        do {
            return try await body(ControlClient())
        } catch let failure as any ProgramError {
            Terminal.say("gnss-gateway: \(failure)")
            throw ExitCode(failure.exitStatus)
        }
    }
}
