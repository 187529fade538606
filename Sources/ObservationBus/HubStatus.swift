// SPDX-License-Identifier: Apache-2.0

/// The counters of one subscription since its creation.
public struct SubscriptionStatus: Hashable, Sendable {
    /// The name given when subscribing.
    public var name: String
    /// The policy, with its bound.
    public var policy: DeliveryPolicy
    /// Number of observations that the consumer took.
    public var delivered: UInt64
    /// Number of observations lost because the consumer was slower than its bound allows.
    public var lost: UInt64
    /// With the policy `latest`: number of observations overtaken by a newer one before the consumer took them.
    public var superseded: UInt64
    /// Number of pending observations.
    public var pending: Int
    /// Estimated size of the pending observations in bytes; 0 with the policy `latest`.
    public var pendingBytes: Int
    /// True from the time that more than three quarters of the bound are pending, or something was lost, until the
    /// consumer has reduced that to half of the bound. Always false with the policy `latest`.
    public var isUnderPressure: Bool
    /// True if the consumer has left.
    public var isEnded: Bool
}

/// The counters of a hub.
public struct HubStatus: Hashable, Sendable {
    public var publishedBatches: UInt64
    public var publishedObservations: UInt64
    /// Number of observations in the shared ring: the backlog of the slowest consumer.
    public var retained: Int
    /// Estimated size of the observations in the ring, in bytes.
    public var retainedBytes: Int
    /// The subscriptions whose consumer has not left, in the order of subscribing.
    public var subscriptions: [SubscriptionStatus]
}
