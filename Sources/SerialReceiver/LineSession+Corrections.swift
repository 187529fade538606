// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import Transport

/// The message being sent to the receiver, as far as the line has not accepted it.
struct OutgoingCorrections {
    /// The delay in nanoseconds before a full line is tried again; at 9600 baud it sends 19 bytes in that time.
    private static let pause: Int64 = 20_000_000

    private var rest: [UInt8] = []
    /// The time of the next attempt, by `MonotonicClock`.
    private(set) var deadline = Int64.max
    private(set) var isTold = false

    var isEmpty: Bool { rest.isEmpty }

    /// Returns true to report now that the line cannot be written to; true only once.
    mutating func tellOnce() -> Bool {
        defer { isTold = true }
        return !isTold
    }

    /// Removes and returns the unsent rest of the current message.
    mutating func takeRest() -> [UInt8] {
        defer { (rest, deadline) = ([], .max) }
        return rest
    }

    mutating func keep(_ rest: [UInt8], at now: Int64) { (self.rest, deadline) = (rest, now &+ Self.pause) }
}

extension LineSession {
    /// True if another message can be sent: none is unfinished, and the companion does not wait for answers.
    var takesCorrections: Bool { outgoing.isEmpty && !isHeld }

    private var isHeld: Bool { companion?.isBusy ?? false }

    /// Sends corrections as far as the line accepts them without waiting. The outbox discards those that are not
    /// accepted in time, except for the rest of a message already begun.
    func sendCorrections() throws(DriverError) {
        guard port.isWritable else { return discardCorrections() }
        let rest = outgoing.takeRest()
        var next = rest.isEmpty ? nextCorrections() : rest
        while let bytes = next {
            switch port.write(bytes.span, deadline: MonotonicClock.now, stop: -1) {
            case .written: next = nextCorrections()
            case .timedOut(let count): return outgoing.keep(Array(bytes.dropFirst(count)), at: MonotonicClock.now)
            case .stopped: return
            case .failed(let reason): throw lost(reason)
            }
        }
    }

    private func nextCorrections() -> [UInt8]? { isHeld ? nil : context.outbox.take() }

    private func discardCorrections() {
        guard context.outbox.discard() > 0, outgoing.tellOnce() else { return }
        let device = receiver.configuration.device
        context.log(.warning, "\(device): corrections cannot be sent, because this user may not write to the device")
    }
}
