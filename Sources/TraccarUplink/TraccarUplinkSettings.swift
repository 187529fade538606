// SPDX-License-Identifier: Apache-2.0

public import Outbox
internal import SystemSupport

/// The server, and what is sent to it.
public struct TraccarUplinkSettings: Hashable, Sendable {
    /// The address for positions, `http` or `https`, without a query.
    public var url: String
    /// The scheme, host and port of the address, for people.
    public var server: String
    /// The id by which the server knows the gateway.
    public var device: String
    /// The path of a file with certificate authorities for the server; nil for the system's.
    public var authorities: String?
    /// The time between two positions; zero for none by time.
    public var interval = Duration.seconds(10)
    /// The distance in metres after which a position is sent; 0 for none by distance.
    public var distance = 0.0
    /// The limits of the queue.
    public var limits = QueueLimits()
    /// The name and version of the program.
    public var program = "gnss-gateway"

    /// - Parameters:
    ///   - url: The address for positions.
    ///   - server: Its scheme, host and port.
    ///   - device: The id by which the server knows the gateway.
    public init(url: String, server: String, device: String) {
        (self.url, self.server, self.device) = (url, server, device)
    }

    /// The address of a request with a stored position.
    func address(_ content: [UInt8]) -> String {
        let base = server == url ? url + "/" : url
        return "\(base)?id=\(PercentEncoding.encoded(device))&\(String(decoding: content, as: UTF8.self))"
    }
}
