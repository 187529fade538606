// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What the system answered to a call that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value of `errno`, such as `ENOENT`.
    public let code: Int32

    /// - Parameter code: a value of `errno`.
    public init(_ code: Int32) { self.code = code }

    /// The failure of the call before; to be made before any other call.
    public init() { self.init(errno) }

    /// Whether it is about the rights of this user, or a file system that is only read.
    public var isPermission: Bool { [EACCES, EPERM, EROFS].contains(code) }

    /// The system's words, such as `No such file or directory`.
    public var description: String { Self.text(of: code) }

    /// The system's words for a value of `errno`.
    public static func text(of code: Int32) -> String { String(cString: strerror(code)) }
}
