// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The system's error from a failed call.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value of `errno`, such as `ENOENT`.
    public let code: Int32

    /// - Parameter code: A value of `errno`.
    public init(_ code: Int32) { self.code = code }

    /// Creates the error of the preceding call; must be created before any other call.
    public init() { self.init(errno) }

    /// True if the error concerns permissions or a read-only file system.
    public var isPermission: Bool { [EACCES, EPERM, EROFS].contains(code) }

    /// The system's text, such as `No such file or directory`.
    public var description: String { Self.text(of: code) }

    /// The system's text for a value of `errno`.
    public static func text(of code: Int32) -> String { String(cString: strerror(code)) }
}
