// SPDX-License-Identifier: Apache-2.0

public import SystemSupport

/// The reason why the program exits, for the user, with its exit code.
public struct GatewayError: Error, Sendable, Hashable, CustomStringConvertible {
    public var status: ExitStatus
    /// The problem, its location and the remedy.
    public var description: String

    public init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }

    /// Creates the error from that of a part without which the program cannot continue.
    public init(_ error: any ProgramError) { self.init(error.exitStatus, error.description) }
}
