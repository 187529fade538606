// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// An error that ends the program: its description is worded for the person at the machine, and says what to do.
public protocol ControlFailure: Error, CustomStringConvertible {
    /// The exit code, as `sysexits.h` has them.
    var exitCode: Int32 { get }
}

/// Why a call of the system failed, by `errno`.
struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    let code: Int32

    init(_ code: Int32 = errno) { self.code = code }

    var isPermission: Bool { [EACCES, EPERM, EROFS].contains(code) }

    var description: String { String(cString: strerror(code)) }
}

/// Exit codes.
enum ExitCode {
    static let usage: Int32 = 64
    static let unavailable: Int32 = 69
    static let cannotCreate: Int32 = 73
    static let inputOutput: Int32 = 74
    static let noPermission: Int32 = 77
    static let configuration: Int32 = 78
}
