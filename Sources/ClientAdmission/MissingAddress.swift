// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore

/// The reason why a server cannot listen on an address that it is to listen on.
public enum MissingAddress: Hashable, Sendable {
    /// No interface has the address. This is common while the machine starts, before DHCP, a modem or a VPN is ready.
    case notYet
    /// The host name cannot be resolved. This is common while the machine starts, before a name server can be reached.
    case unresolved
    /// The kernel does not support the kind of address; for IPv6, because IPv6 is disabled.
    case never

    /// The time after which a server tries again to listen on a missing address.
    public static let pause = Duration.seconds(5)

    /// Classifies the error of an attempt to listen.
    ///
    /// - Parameter host: The host on which the server was to listen.
    /// - Returns: Nil if the error has another reason than a missing address.
    public init?(_ error: any Error, host: String) {
        if error is HostLookupError {
            self = .unresolved
            return
        }
        switch (error as? IOError)?.errnoCode {
        // The loopback interface has its addresses from the beginning, unless IPv6 is disabled (disable_ipv6).
        case EADDRNOTAVAIL: self = Self.isLoopback(host) ? .never : .notYet
        case EAFNOSUPPORT, EPROTONOSUPPORT: self = .never
        default: return nil
        }
    }

    /// The message about an address that the server tries again.
    ///
    /// - Parameters:
    ///   - error: The error of the attempt to listen.
    ///   - address: The address as in the configuration.
    ///   - key: The configuration key that lists it.
    public static func message(_ error: any Error, _ address: String, key: String) -> String {
        error is HostLookupError
            ? """
            cannot resolve the host name of \(address) yet; trying again every 5 s. If that never succeeds, correct \(key) \
            ('getent hosts NAME' shows the addresses of a name)
            """
            : """
            this machine does not have the address \(address) yet; trying again every 5 s. If it never gets it, correct \
            \(key) ('ip address' shows the addresses)
            """
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "::1" || host == "localhost" || host.hasPrefix("127.")
    }

    /// Repeats the attempt to listen on each address until it succeeds or the task is cancelled. Each address is tried on
    /// its own, because the lookup of a name can take minutes if no name server answers.
    ///
    /// - Parameters:
    ///   - addresses: The missing addresses.
    ///   - pause: The time before each attempt.
    ///   - attempt: Tries to listen on an address, and returns true if it succeeded. Called at the same time for
    ///     different addresses.
    ///   - onOpen: Called after an attempt succeeded, for one address at a time.
    public static func retry<Address: Sendable>(
        _ addresses: [Address], every pause: Duration = MissingAddress.pause,
        _ attempt: @escaping @Sendable (Address) async -> Bool, onOpen: @Sendable (Address) -> Void = { _ in }
    ) async {
        await withTaskGroup(of: Address?.self) { group in
            for address in addresses {
                group.addTask {
                    // The pause between two attempts.
                    while (try? await Task.sleep(for: pause, tolerance: pause / 10)) != nil {
                        if await attempt(address) { return address }
                    }
                    return nil
                }
            }
            for await address in group {
                if let address { onOpen(address) }
            }
        }
    }
}
