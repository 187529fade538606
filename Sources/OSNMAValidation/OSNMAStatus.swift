// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What the stage says of all receivers.
public struct OSNMAStatus: Sendable {
    /// Whether anything is judged.
    public var isEnabled = false
    /// The newest verdicts, by receiver.
    public var verdicts: [SourceID: Authentication] = [:]
    /// When each of them was made, on the gateway's monotonic clock in nanoseconds.
    public var times: [SourceID: Int64] = [:]
    /// Roots and public keys that are trusted from the start.
    public var trustedRoots = 0
    /// Public keys that are trusted from the start.
    public var trustedKeys = 0

    public init() {}
}
