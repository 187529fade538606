// SPDX-License-Identifier: Apache-2.0

/// The counters of the bus.
public struct BusReport: Codable, Hashable, Sendable {
    /// Observations published since the daemon started.
    public var published: UInt64
    /// Observations that wait for the slowest consumer.
    public var retained: Int
    /// Their estimated size in bytes.
    public var retainedBytes: Int
    /// The consumers, in the order they came.
    public var consumers: [ConsumerReport]

    enum CodingKeys: String, CodingKey {
        case published, retained, consumers
        case retainedBytes = "retained_bytes"
    }

    /// The counters as given.
    public init(published: UInt64, retained: Int, retainedBytes: Int, consumers: [ConsumerReport]) {
        (self.published, self.retained, self.retainedBytes) = (published, retained, retainedBytes)
        self.consumers = consumers
    }
}

/// The counters of a consumer of the bus.
public struct ConsumerReport: Codable, Hashable, Sendable {
    public var name: String
    /// What it gets when it is slow: `latest`, `skip_oldest` or `lossless`.
    public var policy: String
    /// Observations that it took.
    public var delivered: UInt64
    /// Observations that it lost.
    public var lost: UInt64
    /// Observations that wait for it.
    public var pending: Int
    /// Whether more waits than is good.
    public var isUnderPressure: Bool

    enum CodingKeys: String, CodingKey {
        case name, policy, delivered, lost, pending
        case isUnderPressure = "under_pressure"
    }

    /// The counters as given.
    public init(
        name: String, policy: String, delivered: UInt64, lost: UInt64, pending: Int, isUnderPressure: Bool
    ) {
        (self.name, self.policy) = (name, policy)
        (self.delivered, self.lost, self.pending) = (delivered, lost, pending)
        self.isUnderPressure = isUnderPressure
    }
}
