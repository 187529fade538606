// SPDX-License-Identifier: Apache-2.0

/// The counters of one subscription, all from the moment it was made.
public struct SubscriptionStatus: Hashable, Sendable {
    /// The name it was given.
    public var name: String
    /// Its policy, with the bound.
    public var policy: DeliveryPolicy
    /// Observations that the consumer took.
    public var delivered: UInt64
    /// Observations that it did not get because it was slower than its bound allows.
    public var lost: UInt64
    /// With the policy `latest`: observations that a newer one overtook before the consumer came for them.
    public var superseded: UInt64
    /// Observations that wait for it.
    public var pending: Int
    /// Their estimated size in bytes; 0 with the policy `latest`.
    public var pendingBytes: Int
    /// True from the time that more than three quarters of the bound wait, or something was lost, until the consumer has
    /// brought it down to half of the bound. Never with the policy `latest`.
    public var isUnderPressure: Bool
    /// The consumer has left.
    public var isEnded: Bool
}

/// The counters of a hub.
public struct HubStatus: Hashable, Sendable {
    public var publishedBatches: UInt64
    public var publishedObservations: UInt64
    /// Observations in the shared ring: the backlog of the slowest consumer.
    public var retained: Int
    /// Their estimated size in bytes.
    public var retainedBytes: Int
    /// Those whose consumer has not left, in the order they subscribed.
    public var subscriptions: [SubscriptionStatus]
}
