// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What `GET /v1/events` tells each five seconds: the daemon is there, and how old its verdicts are.
public struct Heartbeat: Codable, Hashable, Sendable {
    /// The longest time between two, in seconds.
    public static let interval = 5

    /// A verdict's state and age.
    public struct Verdict: Codable, Hashable, Sendable {
        public var receiver: String
        /// What OSNMA says of it.
        public var state: ReportCode<VerdictState>
        /// The code of the reason.
        public var reason: String
        /// Whether time from outside the signal proves the data fresh.
        public var isFresh: Bool
        /// How old the verdict is, in seconds.
        public var age: Double?

        enum CodingKeys: String, CodingKey {
            case receiver, state, reason
            case isFresh = "fresh"
            case age = "age_s"
        }
    }

    public private(set) var event = "heartbeat"
    public var time: Timestamp
    /// The verdicts on all receivers; nil where nothing is judged.
    public var osnma: [Verdict]?

    /// What a report says in short.
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
