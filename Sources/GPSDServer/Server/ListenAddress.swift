// SPDX-License-Identifier: Apache-2.0

/// An address on which the server listens: `127.0.0.1:2947`, `[::1]:2947`.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// An IPv4 or IPv6 address, or a name; `::` stands for all IPv6 addresses, but not for IPv4 addresses.
    public let host: String

    /// The port; 0 lets the system choose.
    public let port: UInt16

    /// The port that IANA registered for gpsd.
    public static let defaultPort: UInt16 = 2947

    public init(host: String, port: UInt16 = defaultPort) {
        self.host = host
        self.port = port
    }

    /// `host:port`; IPv6 addresses are in brackets.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Both loopback addresses on gpsd's port.
    public static let loopback = [ListenAddress(host: "127.0.0.1"), ListenAddress(host: "::1")]
}
