// SPDX-License-Identifier: Apache-2.0

/// An error that ends the program: its description is worded for the person at the machine, and says what to do.
public protocol ProgramError: Error, CustomStringConvertible {
    /// The exit code, as `sysexits.h` has them.
    var exitCode: Int32 { get }
}

/// Exit codes of the programs, numbered as in `sysexits.h`.
package enum SystemExit {
    package static let usage: Int32 = 64
    package static let unavailable: Int32 = 69
    package static let cannotCreate: Int32 = 73
    package static let inputOutput: Int32 = 74
    package static let noPermission: Int32 = 77
    package static let configuration: Int32 = 78
}
