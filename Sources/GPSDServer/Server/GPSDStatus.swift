// SPDX-License-Identifier: Apache-2.0

/// The server's clients and counters.
public struct GPSDStatus: Hashable, Sendable {
    /// Clients currently connected.
    public var clients = 0
    /// Connected clients that have switched reports on with `?WATCH`.
    public var watchers = 0
    /// Connections refused since the start because too many clients were connected.
    public var refused: UInt64 = 0
    /// Bytes that slow clients lost since the start.
    public var lostBytes: UInt64 = 0
    /// Observations that the bus dropped since the start because the server was too slow.
    public var lostObservations: UInt64 = 0

    public init() {}
}
