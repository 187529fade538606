// SPDX-License-Identifier: Apache-2.0

/// Where NMEA sentences go: `127.0.0.1:10110` and `tcp://127.0.0.1:10110` are ports that programs connect to,
/// `udp://192.168.1.255:10110` is where they are sent.
public struct NMEAAddress: Hashable, Sendable, CustomStringConvertible {
    /// Whether clients connect over TCP, or the gateway sends over UDP.
    public enum Transport: String, Hashable, Sendable, CaseIterable {
        /// Programs connect.
        case tcp
        /// Datagrams are sent.
        case udp
    }

    public let transport: Transport
    /// Where to listen, or to send to.
    public let address: ListenAddress

    /// Reads a text, nil where it has not that form.
    public init?(_ text: String) {
        let (transport, rest) = Self.split(text)
        guard let address = ListenAddress(rest) else { return nil }
        (self.transport, self.address) = (transport, address)
    }

    /// The address with its transport, as the configuration file has it: `tcp://127.0.0.1:10110`.
    public var description: String { "\(transport.rawValue)://\(address)" }

    /// What is allowed, for people.
    static let formText =
        "address:port or tcp://address:port to listen, udp://address:port to send; port 10110 is usual"

    /// What is wrong with a text, nil where nothing is.
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
