// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The counters of one subscription since its creation.
public struct SubscriptionStatus: Hashable, Sendable {
    /// The counters that programs see.
    public var consumer: ConsumerReport
    /// With the policy `latest`: number of observations overtaken by a newer one before the consumer took them.
    public var superseded: UInt64
    /// Estimated size of the pending observations in bytes; 0 with the policy `latest`.
    public var pendingBytes: Int
    /// True if the consumer has left.
    public var isEnded: Bool
}
