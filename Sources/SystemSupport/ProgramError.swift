// SPDX-License-Identifier: Apache-2.0

/// An error that can end the program. Its description is worded for the person at the machine, and says what to do.
public protocol ProgramError: Error, CustomStringConvertible {
    /// With what the program ends.
    var exitStatus: ExitStatus { get }
}

extension ProgramError {
    /// The number of `exitStatus`.
    public var exitCode: Int32 { exitStatus.rawValue }
}
