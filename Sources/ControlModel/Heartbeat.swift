// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A heartbeat, which `GET /v1/events` sends every five seconds to show that the daemon works and how old its
/// verdicts are.
public struct Heartbeat: Codable, Hashable, Sendable {
    /// The longest time between two heartbeats, in seconds.
    public static let interval = 5

    /// A verdict's state and age.
    public struct Verdict: Codable, Hashable, Sendable {
        public var receiver: String
        /// The OSNMA verdict on the receiver.
        public var state: ReportCode<VerdictState>
        /// The code of the reason.
        public var reason: String
        /// True if time from outside the signal proves that the data are live.
        public var isFresh: Bool
        /// The age of the verdict in seconds.
        public var age: Double?

        enum CodingKeys: String, CodingKey {
            case receiver, state, reason
            case isFresh = "fresh"
            case age = "age_s"
        }
    }

    public private(set) var event = "heartbeat"
    public var time: Timestamp
    /// The verdicts on all receivers; nil if validation is off.
    public var osnma: [Verdict]?

    /// Creates a heartbeat from a report.
    public init(_ report: OSNMAReport?, at time: Timestamp) {
        self.time = time
        guard let report, report.isEnabled else { return }
        osnma = report.receivers.map { receiver in
            Verdict(
                receiver: receiver.receiver, state: receiver.state, reason: receiver.reason,
                isFresh: receiver.isFresh, age: receiver.age)
        }
    }
}
