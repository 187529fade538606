// SPDX-License-Identifier: Apache-2.0

public import Access
public import ClientAdmission
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

/// The server cannot listen on an address.
public struct NetworkError: ProgramError, Hashable {
    public let address: NetworkAddress
    public let reason: ListenReason

    init(_ address: NetworkAddress, _ reason: ListenReason) { (self.address, self.reason) = (address, reason) }

    /// The error for people.
    public var description: String {
        switch reason {
        case .inUse:
            "control interface: \(address) is in use by another program (ss -ltnp shows which); stop it, choose "
                + "another address in \(address.key), or disable it with listen: { \(address.key.dropFirst(7)): [] }"
        case .notPermitted:
            "control interface: not allowed to listen on \(address); choose a port from 1024 on in \(address.key)"
        case .noSuchAddress:
            "control interface: this machine has no address \(address); correct \(address.key)"
        case .other(let reason): "control interface: cannot listen on \(address): \(reason)"
        }
    }

    public var exitStatus: ExitStatus { reason.exitStatus }
}
