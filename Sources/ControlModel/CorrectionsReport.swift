// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import MessageTexts

/// The state of the corrections that the gateway fetches for receivers.
public struct CorrectionsReport: Codable, Hashable, Sendable {
    /// The origin of the corrections: `ntrip://caster.example:2101/MOUNT`.
    public var stream: String
    /// The state of the corrections.
    public var state: ReportCode<State>
    /// The cause of a failure.
    public var problem: ReportCode<Cause>?
    /// The reason for the state, in a sentence.
    public var reason: String
    /// The reason as a code with parameters; that of a failure is shorter.
    public var message: CodedText?
    public var since: Timestamp
    /// The time since `since` in seconds when this report was made, by the monotonic clock.
    public var stateAge: Double?
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
    /// The number of messages on the current connection by message number, for at most 64 numbers, and only for those
    /// that have arrived in the last two minutes.
    public var messageNumbers: [String: UInt64] = [:]
    /// The arrival of the last message.
    public var lastMessage: Timestamp?
    /// The age of the last message in seconds when this report was made, by the monotonic clock.
    public var lastMessageAge: Double?
    /// The reference station named in the corrections of the current connection, 0...4095; nil if none was named.
    public var station: UInt16?
    /// The position of the reference station named in the corrections of the current connection; nil if none was named.
    public var stationPosition: StationPosition?
    /// The number of positions sent to the caster.
    public var positions: UInt64 = 0
    /// The time of the last position sent.
    public var lastPosition: Timestamp?
    /// The steps from the caster to a receiver's position, in order. The last step is taken from the receiver for which
    /// that step has the best state. The stage itself leaves this nil.
    public var chain: [CorrectionsLink]?
    /// The receivers that get the corrections.
    public var receivers: [CorrectionsUse]?

    /// The state of the corrections.
    public enum State: String, Coded, CustomStringConvertible {
        /// The caster requires a position, and no receiver has one yet.
        case waitingForPosition = "waiting_for_position"
        /// The gateway is connecting to the caster.
        case connecting
        /// The caster has answered, but no message has arrived yet.
        case connected
        /// Corrections arrive.
        case streaming
        /// The connection failed and will be tried again.
        case failed
        /// The corrections are stopped.
        case stopped

        public var description: String { rawValue }
    }

    /// The causes of failures.
    public enum Cause: String, Coded {
        /// The caster's name cannot be resolved.
        case hostUnknown = "host_unknown"
        /// No program listens at the address.
        case refused
        /// The caster does not answer or cannot be reached.
        case unreachable
        /// The connection could not be encrypted, or the certificate is not trusted.
        case tls
        /// The caster's certificate is not valid yet by this machine's clock, which is probably not set.
        case clockBehind = "clock_behind"
        /// The user or password is wrong or missing.
        case wrongPassword = "wrong_password"
        /// The user may not use this stream, or may not connect now.
        case forbidden
        /// The caster does not have the mount point.
        case mountpointGone = "mountpoint_gone"
        /// The caster has the mount point but currently no data for it.
        case noData = "no_data"
        /// The caster is overloaded or out of order, or the user has too many connections.
        case busy
        /// The stream stopped.
        case stalled
        /// The caster closed the connection.
        case closed
        /// The caster sent a web page.
        case html
        /// The received bytes are not RTCM 3.
        case notRTCM = "not_rtcm"
        /// The answer is not that of a caster.
        case notCaster = "not_caster"
        /// The password could not be read on this machine.
        case login
        /// The source table is larger than the gateway accepts.
        case tooLarge = "too_large"
        /// The source table did not arrive completely in time.
        case tooSlow = "too_slow"

        /// True if the failure persists until a user corrects its cause.
        public var isLasting: Bool {
            switch self {
            case .hostUnknown, .refused, .unreachable, .clockBehind, .noData, .busy, .stalled, .closed, .tooSlow: false
            case .tls, .wrongPassword, .forbidden, .mountpointGone, .html, .notRTCM, .notCaster, .login, .tooLarge: true
            }
        }
    }

    /// Creates the report of corrections that have not been started.
    public init(stream: String, since: Timestamp) {
        (self.stream, self.since, state) = (stream, since, ReportCode(.stopped))
        let text = CorrectionsText.notStarted
        (reason, message) = (text.english, CodedText(text))
    }

    enum CodingKeys: String, CodingKey {
        case stream, state, problem, reason, message, since, connections, failures, messages, bytes, station, positions
        case chain, receivers
        case stateAge = "state_age_s"
        case stationPosition = "station_position"
        case nextTry = "next_try"
        case noiseBytes = "noise_bytes"
        case messageNumbers = "message_numbers"
        case lastMessage = "last_message"
        case lastMessageAge = "last_message_age_s"
        case lastPosition = "last_position"
    }
}
