// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Corrections
internal import GNSSTypes
internal import ReceiverHost

extension CorrectionsReport {
    /// The report on a state of the corrections.
    ///
    /// - Parameter now: The monotonic clock's time in nanoseconds.
    init(_ status: CorrectionsStatus, now: Int64) {
        self.init(
            stream: status.stream, state: State(status.state), reason: status.reason, since: Timestamp(status.since))
        (problem, message) = (status.cause?.rawValue, status.message)
        nextTry = status.nextTry.map { Timestamp($0) }
        connections = status.connections
        for (cause, count) in status.failures { failures[cause.rawValue] = count }
        (messages, bytes, noiseBytes) = (status.messages, status.bytes, status.noise)
        for (number, count) in status.numbers { messageNumbers["\(number)"] = count }
        lastMessage = status.lastMessage.map { Timestamp($0) }
        lastMessageAge = status.lastMessage.map { Double(max(0, now - $0.monotonicNanoseconds)) / 1e9 }
        station = status.station
        positions = status.positions
        lastPosition = status.lastPosition.map { Timestamp($0) }
    }
}

extension CorrectionsReport.State {
    fileprivate init(_ state: CorrectionsStatus.State) {
        self =
            switch state {
            case .waitingForPosition: .waitingForPosition
            case .connecting: .connecting
            case .connected: .connected
            case .streaming: .streaming
            case .failed: .failed
            case .stopped: .stopped
            }
    }
}

extension CorrectionDeliveryReport {
    init(_ tally: CorrectionTally) {
        self.init(
            messages: tally.messages, bytes: tally.bytes, givenUp: tally.givenUp, refused: tally.refused,
            last: tally.last.map { Timestamp($0) })
    }
}
