// SPDX-License-Identifier: Apache-2.0

/// An address for NMEA sentences: `127.0.0.1:10110` or `tcp://127.0.0.1:10110` for a port to which clients connect, or
/// `udp://192.168.1.255:10110` for a destination.
public struct NMEAAddress: Hashable, Sendable, CustomStringConvertible {
    /// The transport: clients connect over TCP, or the gateway sends over UDP.
    public enum Transport: String, Hashable, Sendable, CaseIterable {
        /// Clients connect over TCP.
        case tcp
        /// The gateway sends UDP datagrams.
        case udp
    }

    public let transport: Transport
    /// The address to listen on or to send to.
    public let address: ListenAddress

    /// Parses a text; nil if it is invalid.
    public init?(_ text: String) {
        let (transport, rest) = Self.split(text)
        guard let address = ListenAddress(rest) else { return nil }
        (self.transport, self.address) = (transport, address)
    }

    /// The address with its transport, as in the configuration file: `tcp://127.0.0.1:10110`.
    public var description: String { "\(transport.rawValue)://\(address)" }

    /// The permitted forms, for people.
    static let formText =
        "address:port or tcp://address:port to listen, udp://address:port to send; port 10110 is usual"

    /// The reason that a text is invalid; nil if it is valid.
    @Sendable package static func problem(of text: String) -> String? {
        let (transport, rest) = split(text)
        if let problem = ListenAddress.problem(of: rest) { return problem }
        return transport == .udp && ListenAddress(rest)?.port == 0 ? "sends to port 0" : nil
    }

    private static func split(_ text: String) -> (Transport, String) {
        for transport in Transport.allCases where text.hasPrefix("\(transport.rawValue)://") {
            return (transport, String(text.dropFirst(transport.rawValue.count + 3)))
        }
        return (.tcp, text)
    }
}
