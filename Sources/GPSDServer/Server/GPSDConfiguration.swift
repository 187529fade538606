// SPDX-License-Identifier: Apache-2.0

/// Settings of the server.
public struct GPSDConfiguration: Hashable, Sendable {
    /// Where it listens; both loopback addresses by default.
    public var addresses: [ListenAddress] = ListenAddress.loopback

    /// Clients at a time, 1 or more; further ones get an error and are closed.
    public var maximumClients = 1024

    /// Bytes that may wait for one client besides what the system's socket buffer holds; the oldest are lost beyond it.
    public var queueLimit = 256 << 10

    /// Whether clients that name no device are sent the reports of the active receiver alone, so that a position never
    /// jumps between two receivers.
    public var followsActiveReceiver = true

    /// What VERSION tells as the release.
    public var release = "gnss-gateway"

    public init() {}
}
