// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore

/// The reason why this machine does not have an address on which a server is to listen.
public enum MissingAddress: Hashable, Sendable {
    /// No interface has the address. This is common while the machine starts, before DHCP, a modem or a VPN is ready.
    case notYet
    /// The kernel does not support the kind of address; for IPv6, because IPv6 is disabled.
    case never

    /// The time after which a server tries again to listen on a missing address.
    public static let pause = Duration.seconds(5)

    /// Classifies the error of an attempt to listen.
    ///
    /// - Parameter host: The host on which the server was to listen.
    /// - Returns: Nil if the error has another reason than a missing address.
    public init?(_ error: any Error, host: String) {
        switch (error as? IOError)?.errnoCode {
        // The loopback interface has its addresses from the beginning, unless IPv6 is disabled (disable_ipv6).
        case EADDRNOTAVAIL: self = Self.isLoopback(host) ? .never : .notYet
        case EAFNOSUPPORT, EPROTONOSUPPORT: self = .never
        default: return nil
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "::1" || host == "localhost" || host.hasPrefix("127.")
    }

    /// Repeats the attempt to listen on each address until it succeeds or the task is cancelled.
    ///
    /// - Parameters:
    ///   - addresses: The missing addresses.
    ///   - pause: The time before each attempt.
    ///   - attempt: Tries to listen on an address, and returns true if it succeeded.
    public static func retry<Address: Sendable>(
        _ addresses: [Address], every pause: Duration = MissingAddress.pause,
        _ attempt: @Sendable (Address) async -> Bool
    ) async {
        var missing = addresses
        // The pause between two attempts.
        while !missing.isEmpty, (try? await Task.sleep(for: pause, tolerance: pause / 10)) != nil {
            var left: [Address] = []
            for address in missing {
                let isOpen = await attempt(address)
                if !isOpen { left.append(address) }
            }
            missing = left
        }
    }
}
