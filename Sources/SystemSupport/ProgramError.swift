// SPDX-License-Identifier: Apache-2.0

/// An error that can end the program. Its description is written for the person at the machine, and states the remedy.
public protocol ProgramError: Error, CustomStringConvertible {
    /// The program's exit code for this error.
    var exitStatus: ExitStatus { get }
}

extension ProgramError {
    /// The number of `exitStatus`.
    public var exitCode: Int32 { exitStatus.rawValue }
}
