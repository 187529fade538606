// SPDX-License-Identifier: Apache-2.0

/// Where the server listens: `127.0.0.1:2947`, `[::1]:2947`.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// An IPv4 or IPv6 address, or a name; `::` is every IPv6 address and no IPv4 one.
    public let host: String

    /// The port; 0 lets the system choose.
    public let port: UInt16

    /// gpsd's port.
    public static let defaultPort: UInt16 = 2947

    /// An address.
    public init(host: String, port: UInt16 = defaultPort) {
        self.host = host
        self.port = port
    }

    /// Reads `host`, `host:port`, `[IPv6]` or `[IPv6]:port`; nil where it is none of them.
    public init?(_ text: String) {
        let host: Substring
        let rest: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            rest = text[text.index(after: end)...]
        } else if text.count(where: { $0 == ":" }) > 1 {
            (host, rest) = (text[...], "")
        } else {
            host = text.prefix { $0 != ":" }
            rest = text.dropFirst(host.count)
        }
        guard !host.isEmpty else { return nil }
        if rest.isEmpty {
            self.init(host: String(host))
        } else {
            guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()) else { return nil }
            self.init(host: String(host), port: port)
        }
    }

    /// As it is read.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Both loopback addresses on gpsd's port.
    public static let loopback = [ListenAddress(host: "127.0.0.1"), ListenAddress(host: "::1")]
}
