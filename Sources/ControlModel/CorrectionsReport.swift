// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// How the corrections are doing that are fetched for receivers.
public struct CorrectionsReport: Codable, Hashable, Sendable {
    /// Where they come from: `ntrip://caster.example:2101/MOUNT`.
    public var stream: String
    /// How they are doing.
    public var state: ReportCode<State>
    /// The cause of a failure: `wrong_password`, `mountpoint_gone` …
    public var problem: String?
    /// Why, in a sentence.
    public var reason: String
    /// The reason by its code; that of a failure is shorter.
    public var message: CodedText?
    public var since: Timestamp
    /// When it is tried again.
    public var nextTry: Timestamp?
    /// How often the caster was asked.
    public var connections: UInt64 = 0
    /// How often each failure occurred.
    public var failures: [String: UInt64] = [:]
    /// Whole messages that came.
    public var messages: UInt64 = 0
    public var bytes: UInt64 = 0
    /// Bytes that belonged to no message.
    public var noiseBytes: UInt64 = 0
    /// How many came of each message number.
    public var messageNumbers: [String: UInt64] = [:]
    /// When a message came last.
    public var lastMessage: Timestamp?
    /// How long ago that was, in seconds.
    public var lastMessageAge: Double?
    /// The reference station that the corrections name, 0...4095; nil if none was named.
    public var station: UInt16?
    /// How often the caster was told the position.
    public var positions: UInt64 = 0
    /// When it was told last.
    public var lastPosition: Timestamp?

    /// How corrections are doing.
    public enum State: String, Coded, CustomStringConvertible {
        /// The caster is to be given a position, and no receiver has one yet.
        case waitingForPosition = "waiting_for_position"
        /// The caster was asked.
        case connecting
        /// The caster has answered, no message has come yet.
        case connected
        /// Corrections come.
        case streaming
        /// They do not; it is tried again.
        case failed
        /// They were stopped.
        case stopped

        public var description: String { rawValue }
    }

    /// Corrections, with what is not optional.
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

/// What became of the corrections for one receiver.
public struct CorrectionDeliveryReport: Codable, Hashable, Sendable {
    /// Messages that its driver took.
    public var messages: UInt64
    public var bytes: UInt64
    /// Messages that were given up, because the receiver was too slow for them.
    public var givenUp: UInt64
    /// Messages that its driver did not take.
    public var refused: UInt64
    /// When it took one last.
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
