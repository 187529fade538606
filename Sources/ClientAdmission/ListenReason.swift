// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore
public import SystemSupport

/// The reason why a server cannot listen on an address.
public enum ListenReason: Hashable, Sendable {
    /// Another program uses the address.
    case inUse
    /// The system does not permit the address: a port below 1024, a broadcast, or a security policy forbids it.
    case notPermitted
    /// This machine does not have the address.
    case noSuchAddress
    /// Another reason, for people.
    case other(String)

    /// Classifies the error of an attempt to listen; nil if it does not concern listening.
    public init?(_ error: any Error) {
        switch error {
        case let error as IOError:
            switch error.errnoCode {
            case EADDRINUSE: self = .inUse
            case EACCES, EPERM: self = .notPermitted
            case EADDRNOTAVAIL, EAFNOSUPPORT, EPROTONOSUPPORT: self = .noSuchAddress
            default: self = .other(SystemError.text(of: error.errnoCode))
            }
        case let error as HostLookupError: self = .other(error.description)
        case is SocketAddressError: self = .noSuchAddress
        default: return nil
        }
    }

    /// 77 if a permission is missing, otherwise 69.
    public var exitStatus: ExitStatus { self == .notPermitted ? .noPermission : .unavailable }
}
