// SPDX-License-Identifier: Apache-2.0

/// The exit codes of the program, as `sysexits.h` has them.
public enum ExitStatus: Int32, Sendable {
    /// The command line is wrong.
    case usage = 64
    /// The input has nothing that can be decoded.
    case badData = 65
    /// An input is not there or cannot be read.
    case noInput = 66
    /// A service, a plugin or a receiver is not available.
    case unavailable = 69
    /// The store is damaged.
    case corruptStore = 70
    /// A file cannot be created, or the disk is full.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// The daemon was asked to end and parts of it did not.
    case notEnded = 75
    /// Permission is lacking.
    case noPermission = 77
    /// The configuration is wrong.
    case configuration = 78
}

/// Why the program ends, worded for the person at the machine, with its exit code.
public struct GatewayError: Error, Sendable, Hashable, CustomStringConvertible {
    public var status: ExitStatus
    /// What is wrong, where, and what to do.
    public var description: String

    public init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}
