// SPDX-License-Identifier: Apache-2.0

public import ClientAdmission

/// How many clients the control interface serves at once: over the network and over the socket by themselves, so that the
/// network never shuts out the command line of the machine.
public struct HTTPClientLimits: Sendable {
    /// Connections over TCP, on all addresses together.
    public let network: ClientLimit
    /// Those of them that may read events or observations. The rest is for requests that are answered at once.
    public let networkStreams: ClientLimit
    /// Connections to the socket.
    public let socket: ClientLimit
    /// Those of them that may read events or observations.
    public let socketStreams: ClientLimit

    /// How many connections over TCP there are at most where there are descriptors enough: 512 of them may be streams.
    public static let networkDefault = 640
    /// How many connections to the socket.
    public static let socketDefault = 64

    /// - Parameters:
    ///   - network: how many connections over TCP are served at once.
    ///   - socket: how many connections to the socket are.
    public init(network: Int = networkDefault, socket: Int = socketDefault) {
        self.network = ClientLimit(network)
        networkStreams = ClientLimit(network * 4 / 5)
        self.socket = ClientLimit(socket)
        socketStreams = ClientLimit(socket * 4 / 5)
    }
}

/// The limits of one way to the control interface.
struct RouteLimits: Sendable {
    let connections: ClientLimit
    let streams: ClientLimit
    let timing: RequestTiming
}

extension HTTPClientLimits {
    var overNetwork: RouteLimits { RouteLimits(connections: network, streams: networkStreams, timing: .network) }
    var overSocket: RouteLimits { RouteLimits(connections: socket, streams: socketStreams, timing: .socket) }
}
