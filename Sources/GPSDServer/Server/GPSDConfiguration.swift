// SPDX-License-Identifier: Apache-2.0

/// Settings of the server.
public struct GPSDConfiguration: Hashable, Sendable {
    /// The addresses on which it listens; both loopback addresses by default.
    public var addresses: [ListenAddress] = ListenAddress.loopback

    /// Maximum number of simultaneous clients, 1 or more. The server sends further clients an error and disconnects
    /// them.
    public var maximumClients = 1024

    /// Maximum number of bytes queued for one client, in addition to the system's socket buffer. If the queue is full,
    /// the server drops the oldest data.
    public var queueLimit = 256 << 10

    /// True if clients that name no device receive only the reports of the active receiver, so that a position never
    /// jumps between two receivers.
    public var followsActiveReceiver = true

    /// The release in VERSION.
    public var release = "gnss-gateway"

    public init() {}
}
