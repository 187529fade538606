// SPDX-License-Identifier: Apache-2.0

/// The counters of the server.
public struct GPSDStatus: Hashable, Sendable {
    /// Clients that are connected now.
    public var clients = 0
    /// Clients of them that watch.
    public var watchers = 0
    /// Connections refused since the start, because there were too many.
    public var refused: UInt64 = 0
    /// Bytes that slow clients lost since the start.
    public var lostBytes: UInt64 = 0
    /// Observations lost on the way from the bus since the start.
    public var lostObservations: UInt64 = 0

    public init() {}
}
