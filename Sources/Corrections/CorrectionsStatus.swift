// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// How the corrections are doing.
public struct CorrectionsStatus: Hashable, Sendable {
    /// How they are doing, in a word.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// The caster is to be told a position, and no receiver has one yet.
        case waitingForPosition = "waiting_for_position"
        /// The caster was asked.
        case connecting
        /// The caster has answered, no message has come yet.
        case connected
        /// Corrections come.
        case streaming
        /// They do not; `reason` says why, and it is tried again.
        case failed
        /// They were stopped.
        case stopped
    }

    /// Where they come from: `ntrip://caster.example:2101/MOUNT`.
    public var stream: String
    /// How they are doing.
    public var state = State.stopped
    /// The cause of a failure; nil if absent.
    public var cause: CasterError.Cause?
    /// Why the state is as it is, in a sentence for people.
    public var reason = "not started yet"
    public var since: HostTime
    /// When it is tried again.
    public var nextTry: HostTime?
    /// How often the caster was asked.
    public var connections: UInt64 = 0
    /// How often each failure occurred.
    public var failures: [CasterError.Cause: UInt64] = [:]
    /// Whole messages that came.
    public var messages: UInt64 = 0
    public var bytes: UInt64 = 0
    /// Bytes that belonged to no message.
    public var noise: UInt64 = 0
    /// How many came of each message number; of 64 numbers at most.
    public var numbers: [UInt16: UInt64] = [:]
    /// When a message came last.
    public var lastMessage: HostTime?
    /// The reference station, 0...4095.
    public var station: UInt16?
    /// How often the position was sent.
    public var positions: UInt64 = 0
    /// When it was sent last.
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
