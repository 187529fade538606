// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The status of the corrections.
public struct CorrectionsStatus: Hashable, Sendable {
    /// The state of the corrections.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// The caster needs a position, but no receiver has one yet.
        case waitingForPosition = "waiting_for_position"
        /// The request was sent.
        case connecting
        /// The caster has answered, but no message has arrived yet.
        case connected
        /// Corrections are arriving.
        case streaming
        /// The connection failed and will be retried; `reason` contains the cause.
        case failed
        /// The corrections are stopped.
        case stopped
    }

    /// The stream: `ntrip://caster.example:2101/MOUNT`.
    public var stream: String
    public var state = State.stopped
    /// The cause of the failure; nil if none exists.
    public var cause: CasterError.Cause?
    /// The reason of the state in a sentence for people.
    public var reason = CorrectionsText.notStarted.english
    /// The reason by its code; that of a failure is shorter.
    public var message = CodedText(CorrectionsText.notStarted)
    public var since: HostTime
    /// When the next attempt takes place; nil if none is scheduled.
    public var nextTry: HostTime?
    /// The number of connection attempts.
    public var connections: UInt64 = 0
    /// The number of failures by cause.
    public var failures: [CasterError.Cause: UInt64] = [:]
    /// The number of complete messages received.
    public var messages: UInt64 = 0
    public var bytes: UInt64 = 0
    /// The number of bytes that belonged to no message.
    public var noise: UInt64 = 0
    /// The number of messages by message number, for at most 64 numbers.
    public var numbers: [UInt16: UInt64] = [:]
    /// When the last message arrived.
    public var lastMessage: HostTime?
    /// The ID of the reference station, 0...4095.
    public var station: UInt16?
    /// How often the position was sent.
    public var positions: UInt64 = 0
    /// When the position was last sent.
    public var lastPosition: HostTime?

    init(stream: String, since: HostTime) { (self.stream, self.since) = (stream, since) }

    mutating func note(_ message: RTCMMessage, at time: HostTime) {
        messages &+= 1
        bytes &+= UInt64(message.bytes.count)
        lastMessage = time
        if let number = message.number, numbers[number] != nil || numbers.count < 64 {
            numbers[number, default: 0] &+= 1
        }
        station = message.station ?? station
    }
}
