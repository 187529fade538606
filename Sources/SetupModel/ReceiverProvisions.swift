// SPDX-License-Identifier: Apache-2.0

public import ControlModel
public import GNSSTypes
internal import MessageTexts

/// Setting up u-blox receivers that the daemon runs. The gateway implements it; the control interface serves it.
///
/// A set-up has two parts: the gateway reads the receiver and proposes a plan; once a person agrees, it makes the
/// changes. The receiver is paused during each part, and delivers positions in between.
public protocol ReceiverProvisions: Sendable {
    /// Starts to read a receiver's settings, and returns while that goes on.
    ///
    /// - Throws: `ControlError` if a value is not allowed, the receiver is unknown or not on a serial line, or too many
    ///   set-ups are in progress.
    func startProvisioning(_ receiver: String, _ request: ProvisionRequest) async throws(ControlError)
        -> ProvisionSession

    /// The set-ups in progress and those that ended recently, the newest first.
    func provisionings() async -> [ProvisionSession]

    /// The state of a set-up.
    ///
    /// - Throws: `ControlError` if no set-up has this number, or the gateway no longer keeps it.
    func provisioning(_ id: UInt64) async throws(ControlError) -> ProvisionSession

    /// Agrees to the plan, or declines it.
    ///
    /// - Throws: `ControlError` if the set-up is unknown or does not wait for an answer.
    func answerProvisioning(_ id: UInt64, _ answer: ProvisionAnswer) async throws(ControlError) -> ProvisionSession

    /// Ends a set-up. Changes that the receiver has acknowledged are not undone.
    ///
    /// - Throws: As `provisioning`.
    func endProvisioning(_ id: UInt64) async throws(ControlError) -> ProvisionSession
}

/// The wishes of a person for a receiver's settings.
public struct ProvisionRequest: Codable, Hashable, Sendable {
    /// The memory in which the receiver keeps the changes: `ram`, which is the default, or `flash`.
    public var memory: String?
    /// Epochs per second, 0.1...25; nil for the receiver's current rate.
    public var rate: Double?
    /// The rate of the receiver's UART to set in bits per second, 4800...921600; nil for the current one.
    public var baud: Int?
    /// True to keep the UART's rate even if the line has no room for all messages.
    public var keepsBaud: Bool?
    /// False to switch NMEA off.
    public var nmea: Bool?

    enum CodingKeys: String, CodingKey {
        case memory, baud, nmea
        case rate = "rate_hz"
        case keepsBaud = "keep_baud"
    }

    public init() {}
}

/// A person's answer to a plan.
public struct ProvisionAnswer: Codable, Hashable, Sendable {
    /// True to make the changes of the plan.
    public var agrees: Bool

    public init(agrees: Bool) { self.agrees = agrees }
}

/// A set-up of a receiver that a person follows.
public struct ProvisionSession: Codable, Hashable, Sendable {
    /// The progress of the set-up.
    public enum State: String, Coded {
        /// The gateway is reading the receiver's settings.
        case reading
        /// The plan waits for a person's answer; the receiver runs as before.
        case planned
        /// The gateway is making the changes.
        case changing
        /// The receiver is set up, or needed no change.
        case done
        /// The receiver cannot be set up, or some changes failed; `error` gives the reason.
        case failed
        /// A person ended the set-up.
        case cancelled

        /// True if nothing more will happen.
        public var isOver: Bool { self == .done || self == .failed || self == .cancelled }
    }

    /// The outcome of a change.
    public enum Outcome: String, Coded {
        case made, refused
        case notAnswered = "not_answered"
        case notKept = "not_kept"
        case notHeard = "not_heard"
    }

    /// A change of a setting.
    public struct Change: Codable, Hashable, Sendable {
        /// The setting's name in the manufacturer's documents.
        public var setting: String
        /// The present value, in English.
        public var old: String
        /// The present value as a code with parameters.
        public var oldMessage: CodedText
        /// The value after the change, in English; equal to `old` if the value is only to be stored permanently.
        public var new: String
        /// The value after the change as a code with parameters.
        public var newMessage: CodedText
        /// The outcome; nil as long as the change was not tried.
        public var outcome: ReportCode<Outcome>?
        /// The outcome in English.
        public var text: String?
        /// The outcome as a code with parameters.
        public var message: CodedText?
        /// True if the receiver lacks something required because of the outcome.
        public var isFailure: Bool?

        enum CodingKeys: String, CodingKey {
            case setting, old, new, outcome, text, message
            case oldMessage = "old_message"
            case newMessage = "new_message"
            case isFailure = "failure"
        }

        /// Creates a change that was not tried.
        public init(setting: String, old: CodedText, new: CodedText) {
            (self.setting, self.old, oldMessage) = (setting, old.text, old)
            (self.new, newMessage) = (new.text, new)
        }

        /// Notes the outcome.
        public mutating func note(_ outcome: Outcome, _ message: CodedText, isFailure: Bool) {
            (self.outcome, self.isFailure) = (ReportCode(outcome), isFailure)
            (self.message, text) = (message, message.text)
        }
    }

    /// The set-up's number, which is the last part of its route.
    public var id: UInt64
    /// The receiver's ID.
    public var receiver: String
    public var state = ReportCode(State.reading)
    /// The memory in which the receiver keeps the changes: `ram` or `flash`.
    public var memory: String
    /// The receiver's model and firmware; nil until they are known.
    public var model: String?
    /// The receiver's port that the line is connected to, such as `UART1`.
    public var port: String?
    /// The line's rate in bits per second; nil if it has none.
    public var baud: Int?
    /// The line's rate after the changes, if it changes.
    public var newBaud: Int?
    /// The changes in the order in which they are made; nil until the settings are known.
    public var changes: [Change]?
    /// The number of settings that are already right.
    public var correct: Int?
    /// Settings that this receiver does not have.
    public var unsupported: [String]?
    /// Messages that are left out because the line has no room for them.
    public var omitted: [String]?
    /// The bytes per second that the receiver will send.
    public var bytesPerSecond: Int?
    /// The share of the line's capacity that they take, 1 for all of it; nil if the line has no rate.
    public var load: Double?
    /// The reason for the state `failed`, or for a plan that was read again.
    public var error: CodedText?
    /// The reason in English.
    public var errorText: String?

    enum CodingKeys: String, CodingKey {
        case id, receiver, state, memory, model, port, baud, changes, correct, unsupported, omitted, load, error
        case newBaud = "new_baud"
        case bytesPerSecond = "bytes_per_second"
        case errorText = "error_text"
    }

    /// Creates a set-up that has just started.
    public init(id: UInt64, receiver: String, memory: String) {
        (self.id, self.receiver, self.memory) = (id, receiver, memory)
    }
}
