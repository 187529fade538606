// SPDX-License-Identifier: Apache-2.0

/// The counters of one consumer of the bus since it subscribed.
public struct ConsumerReport: Codable, Hashable, Sendable {
    /// The name given when subscribing.
    public var name: String
    /// The policy for a slow consumer: `latest`, `skip_oldest` or `lossless`.
    public var policy: String
    /// Number of observations that the consumer has taken, without those that wait or were lost in a queue of its own.
    public var delivered: UInt64
    /// Number of observations lost because the consumer was too slow, so that its bound was exceeded.
    public var lost: UInt64
    /// Number of observations waiting for the consumer.
    public var pending: Int
    /// Becomes true when more than three quarters of the bound are pending or an observation is lost, and false when
    /// the consumer has reduced the pending observations to half of the bound. Always false with the policy `latest`.
    public var isUnderPressure: Bool

    enum CodingKeys: String, CodingKey {
        case name, policy, delivered, lost, pending
        case isUnderPressure = "under_pressure"
    }

    public init(
        name: String, policy: String, delivered: UInt64, lost: UInt64, pending: Int, isUnderPressure: Bool
    ) {
        (self.name, self.policy) = (name, policy)
        (self.delivered, self.lost, self.pending) = (delivered, lost, pending)
        self.isUnderPressure = isUnderPressure
    }
}
