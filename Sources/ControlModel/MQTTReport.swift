// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import MessageTexts

/// The state of the connection to an MQTT broker.
public struct MQTTReport: Codable, Hashable, Sendable {
    /// The state of the connection.
    public enum State: String, Coded {
        case connecting, connected, failing
    }

    /// A problem and its remedy.
    public struct Problem: Codable, Hashable, Sendable {
        /// `refused`, `tls`, `not_authorised` …
        public var code: String
        /// The problem in a sentence, in English.
        public var text: String
        /// The problem as a code with parameters.
        public var message: CodedText
        /// The remedy in a sentence, in English.
        public var cure: String
        /// The remedy as a code with parameters.
        public var cureMessage: CodedText
        /// The time since which the problem exists.
        public var since: Timestamp

        enum CodingKeys: String, CodingKey {
            case code, text, message, cure, since
            case cureMessage = "cure_message"
        }

        public init(_ code: String, _ message: CodedText, cure: CodedText, since: Timestamp) {
            (self.code, self.message, self.cureMessage, self.since) = (code, message, cure, since)
            (text, self.cure) = (message.text, cure.text)
        }
    }

    public var state = ReportCode(State.connecting)
    /// The state in a sentence.
    public var text = ""
    /// The state as a code with parameters.
    public var message: CodedText?
    /// The scheme, host and port of the broker.
    public var server: String
    /// The id by which the broker knows the gateway.
    public var client: String
    /// The beginning of all topics: `gnss/NAME`.
    public var topics: String
    /// The most important problem; nil while all is well.
    public var problem: Problem?
    /// The reason why commands or the fleet cannot be read; nil while all is well.
    public var readingProblem: Problem?
    /// The other forms in which positions are published; nil if there are no others.
    public var forms: [FormReport]?
    /// The reason why Sparkplug does not work; nil while all is well.
    public var sparkplugProblem: Problem?
    /// The number of live messages that the broker acknowledged since the start.
    public var live = 0
    /// The number of positions of the history that wait.
    public var queued = 0
    /// The number of positions that the broker acknowledged, since the queue was created.
    public var sent = 0
    /// The number of positions that were dropped for lack of space or because of their age.
    public var dropped = 0
    /// The time of the oldest position that waits.
    public var oldest: Timestamp?
    /// The number of connections since the start.
    public var connections = 0
    /// The number of failed attempts and lost connections since the start.
    public var failures = 0
    /// The time at which the broker last acknowledged a message.
    public var lastSuccess: Timestamp?

    enum CodingKeys: String, CodingKey {
        case state, text, message, server, client, topics, problem, live, queued, sent, dropped, oldest
        case connections, failures, forms
        case lastSuccess = "last_success"
        case readingProblem = "reading_problem"
        case sparkplugProblem = "sparkplug_problem"
    }

    public init(server: String, client: String, topics: String) {
        (self.server, self.client, self.topics) = (server, client, topics)
    }
}
