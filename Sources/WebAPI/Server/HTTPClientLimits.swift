// SPDX-License-Identifier: Apache-2.0

public import ClientAdmission

/// The maximum numbers of simultaneous clients of the control interface. Network and socket are counted separately, so
/// that network clients never shut out the local command line.
public struct HTTPClientLimits: Sendable {
    /// Connections over TCP, on all addresses together.
    public let network: ClientLimit
    /// Connections over TCP that may be streams of events or observations, four fifths of `network`. The others remain
    /// for short requests.
    public let networkStreams: ClientLimit
    /// Connections to the socket.
    public let socket: ClientLimit
    /// Connections to the socket that may be streams of events or observations, four fifths of `socket`.
    public let socketStreams: ClientLimit

    /// The maximum number of connections over TCP if there are enough descriptors; 512 of them may be streams.
    public static let networkDefault = 640
    /// The maximum number of connections to the socket.
    public static let socketDefault = 64

    /// - Parameters:
    ///   - network: The maximum number of connections over TCP.
    ///   - socket: The maximum number of connections to the socket.
    public init(network: Int = networkDefault, socket: Int = socketDefault) {
        self.network = ClientLimit(network)
        networkStreams = ClientLimit(network * 4 / 5)
        self.socket = ClientLimit(socket)
        socketStreams = ClientLimit(socket * 4 / 5)
    }
}

/// The limits of one kind of access to the control interface.
struct RouteLimits: Sendable {
    let connections: ClientLimit
    let streams: ClientLimit
    let timing: RequestTiming
}

extension HTTPClientLimits {
    var overNetwork: RouteLimits { RouteLimits(connections: network, streams: networkStreams, timing: .network) }
    var overSocket: RouteLimits { RouteLimits(connections: socket, streams: socketStreams, timing: .socket) }
}
