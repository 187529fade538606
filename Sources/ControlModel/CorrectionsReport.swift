// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The state of the corrections fetched for receivers.
public struct CorrectionsReport: Codable, Hashable, Sendable {
    /// Their origin: `ntrip://caster.example:2101/MOUNT`.
    public var stream: String
    /// The state of the corrections.
    public var state: ReportCode<State>
    /// The cause of a failure: `wrong_password`, `mountpoint_gone` …
    public var problem: String?
    /// The reason for the state, in a sentence.
    public var reason: String
    /// The reason by its code; that of a failure is shorter.
    public var message: CodedText?
    public var since: Timestamp
    /// The time of the next attempt.
    public var nextTry: Timestamp?
    /// The number of connections to the caster.
    public var connections: UInt64 = 0
    /// The number of failures by cause.
    public var failures: [String: UInt64] = [:]
    /// The number of complete messages.
    public var messages: UInt64 = 0
    public var bytes: UInt64 = 0
    /// Bytes that did not belong to any message.
    public var noiseBytes: UInt64 = 0
    /// The number of messages by message number.
    public var messageNumbers: [String: UInt64] = [:]
    /// The arrival of the last message.
    public var lastMessage: Timestamp?
    /// The age of the last message in seconds.
    public var lastMessageAge: Double?
    /// The reference station named in the corrections, 0...4095; nil if none was named.
    public var station: UInt16?
    /// The number of positions sent to the caster.
    public var positions: UInt64 = 0
    /// The time of the last position sent.
    public var lastPosition: Timestamp?

    /// The state of the corrections.
    public enum State: String, Coded, CustomStringConvertible {
        /// The caster requires a position, and no receiver has one yet.
        case waitingForPosition = "waiting_for_position"
        /// Connecting to the caster.
        case connecting
        /// The caster has answered, but no message has arrived yet.
        case connected
        /// Corrections arrive.
        case streaming
        /// The connection failed and will be tried again.
        case failed
        /// Stopped.
        case stopped

        public var description: String { rawValue }
    }

    /// Creates a report with the required values.
    public init(stream: String, state: State, reason: String, since: Timestamp) {
        (self.stream, self.state, self.reason, self.since) = (stream, ReportCode(state), reason, since)
    }

    enum CodingKeys: String, CodingKey {
        case stream, state, problem, reason, message, since, connections, failures, messages, bytes, station, positions
        case nextTry = "next_try"
        case noiseBytes = "noise_bytes"
        case messageNumbers = "message_numbers"
        case lastMessage = "last_message"
        case lastMessageAge = "last_message_age_s"
        case lastPosition = "last_position"
    }
}

/// The corrections passed to one receiver.
public struct CorrectionDeliveryReport: Codable, Hashable, Sendable {
    /// The number of messages that its driver accepted.
    public var messages: UInt64
    public var bytes: UInt64
    /// The number of messages dropped because the receiver was too slow.
    public var givenUp: UInt64
    /// The number of messages that its driver refused.
    public var refused: UInt64
    /// The time of the last accepted message.
    public var last: Timestamp?

    public init(messages: UInt64, bytes: UInt64, givenUp: UInt64, refused: UInt64, last: Timestamp?) {
        (self.messages, self.bytes, self.givenUp) = (messages, bytes, givenUp)
        (self.refused, self.last) = (refused, last)
    }

    enum CodingKeys: String, CodingKey {
        case messages, bytes, refused, last
        case givenUp = "given_up"
    }
}
