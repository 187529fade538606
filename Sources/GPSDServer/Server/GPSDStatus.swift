// SPDX-License-Identifier: Apache-2.0

/// The counters of the server.
public struct GPSDStatus: Hashable, Sendable {
    /// Clients currently connected.
    public var clients = 0
    /// Connected clients that watch.
    public var watchers = 0
    /// Connections refused since the start because too many clients were connected.
    public var refused: UInt64 = 0
    /// Bytes that slow clients lost since the start.
    public var lostBytes: UInt64 = 0
    /// Observations lost between the bus and the server since the start.
    public var lostObservations: UInt64 = 0

    public init() {}
}
