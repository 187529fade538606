// SPDX-License-Identifier: Apache-2.0

public import Access
internal import ClientAdmission
internal import Glibc
internal import NIOCore
package import ServerTLS
public import SystemSupport

/// The configuration of the control interface on TCP.
public struct NetworkAccess: Sendable {
    /// The addresses to listen on. Their host names are accepted as the `Host` of requests.
    public var addresses: [NetworkAddress]
    /// True if the daemon exits when it cannot listen on an address; false to log a warning only, except for encrypted
    /// addresses.
    public var isRequired: Bool
    /// The token with which programs may change something; nil if no program may.
    public var token: String?
    /// The rules for clients on other machines.
    public var policy: AccessPolicy
    /// The certificates that encrypted addresses present; nil if no address is encrypted.
    package var certificates: ServerCertificates?

    /// Creates a configuration; by default with the rules of an empty configuration file.
    public init(
        addresses: [NetworkAddress], isRequired: Bool, token: String?, policy: AccessPolicy = AccessPolicy()
    ) {
        (self.addresses, self.isRequired, self.token) = (addresses, isRequired, token)
        self.policy = policy
    }
}

extension NetworkAccess: CustomStringConvertible, CustomReflectable {
    /// The addresses. The token is omitted, so that it never appears in a log.
    public var description: String { "\(addresses)" }

    /// The content for debuggers and `dump`, without the token.
    public var customMirror: Mirror { Mirror(self, children: ["addresses": addresses, "isRequired": isRequired]) }
}

/// A host and a port.
public struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// An IPv4 address, an IPv6 address without brackets, or a host name.
    public var host: String
    /// The port; 0 lets the system choose one.
    public var port: UInt16
    /// True for HTTPS.
    public var isEncrypted: Bool

    public init(host: String, port: UInt16, isEncrypted: Bool = false) {
        (self.host, self.port, self.isEncrypted) = (host, port, isEncrypted)
    }

    /// The configuration key that lists it.
    var key: String { isEncrypted ? "listen.https" : "listen.http" }

    /// `host:port`, an IPv6 address in brackets.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The reason why the server cannot listen on an address.
public enum NetworkError: ProgramError, Hashable {
    /// Another program uses the address.
    case addressInUse(NetworkAddress)
    /// The port requires more privileges.
    case notPermitted(NetworkAddress)
    /// This machine does not have the address.
    case noSuchAddress(NetworkAddress)
    /// Another error, with the system's reason.
    case cannotListen(NetworkAddress, reason: String)

    /// Converts an error of NIO; nil if it does not concern listening.
    init?(_ error: any Error, _ address: NetworkAddress) {
        switch error {
        case let error as IOError:
            switch error.errnoCode {
            case EADDRINUSE: self = .addressInUse(address)
            case EACCES, EPERM: self = .notPermitted(address)
            case EADDRNOTAVAIL, EAFNOSUPPORT, EPROTONOSUPPORT: self = .noSuchAddress(address)
            default: self = .cannotListen(address, reason: SystemError(error.errnoCode).description)
            }
        case let error as HostLookupError: self = .cannotListen(address, reason: "\(error)")
        case is SocketAddressError: self = .noSuchAddress(address)
        default: return nil
        }
    }

    /// The error for people.
    public var description: String {
        switch self {
        case .addressInUse(let address):
            "control interface: \(address) is in use by another program (ss -ltnp shows which); stop it, choose "
                + "another "
                + "address in \(address.key), or disable it with listen: { \(address.key.dropFirst(7)): [] }"
        case .notPermitted(let address):
            "control interface: not allowed to listen on \(address); choose a port from 1024 on in \(address.key)"
        case .noSuchAddress(let address):
            "control interface: this machine has no address \(address); correct \(address.key)"
        case .cannotListen(let address, let reason):
            "control interface: cannot listen on \(address): \(reason)"
        }
    }

    /// 77 if a permission is missing, otherwise 69.
    public var exitStatus: ExitStatus {
        if case .notPermitted = self { .noPermission } else { .unavailable }
    }
}
