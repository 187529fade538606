// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The stage's status for all receivers.
public struct OSNMAStatus: Sendable {
    /// True if validation is enabled.
    public var isEnabled = false
    /// The newest verdict on each receiver.
    public var verdicts: [SourceID: Authentication] = [:]
    /// The time up to which each verdict judges the receiver's data, by the gateway's monotonic clock in nanoseconds. It
    /// lags while the stage judges more slowly than the receiver delivers.
    public var times: [SourceID: Int64] = [:]
    /// Number of Merkle roots that the operator or the program trusts now.
    public var trustedRoots = 0
    /// Number of public keys that the operator or the program trusts now.
    public var trustedKeys = 0

    public init() {}
}
