// SPDX-License-Identifier: Apache-2.0

/// The counters of the bus.
public struct BusReport: Codable, Hashable, Sendable {
    /// Number of observations published since the daemon started.
    public var published: UInt64
    /// Number of observations that the slowest consumer has not taken yet.
    public var retained: Int
    /// The estimated size of these observations in bytes.
    public var retainedBytes: Int
    /// The current consumers, in the order in which they subscribed.
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
