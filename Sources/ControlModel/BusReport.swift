// SPDX-License-Identifier: Apache-2.0

/// The counters of the bus.
public struct BusReport: Codable, Hashable, Sendable {
    /// Observations published since the daemon started.
    public var published: UInt64
    /// Number of observations that the slowest consumer has not taken yet.
    public var retained: Int
    /// The estimated size of these observations in bytes.
    public var retainedBytes: Int
    /// The consumers in the order of their subscription.
    public var consumers: [ConsumerReport]

    enum CodingKeys: String, CodingKey {
        case published, retained, consumers
        case retainedBytes = "retained_bytes"
    }

    public init(published: UInt64, retained: Int, retainedBytes: Int, consumers: [ConsumerReport]) {
        (self.published, self.retained, self.retainedBytes) = (published, retained, retainedBytes)
        self.consumers = consumers
    }
}

/// The counters of one consumer of the bus.
public struct ConsumerReport: Codable, Hashable, Sendable {
    public var name: String
    /// The policy for a slow consumer: `latest`, `skip_oldest` or `lossless`.
    public var policy: String
    /// Number of observations that the consumer took.
    public var delivered: UInt64
    /// Number of observations that the consumer lost.
    public var lost: UInt64
    /// Number of observations waiting for the consumer.
    public var pending: Int
    /// True if the consumer's backlog is too large.
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
