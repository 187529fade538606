// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import Transport

/// The message that is on its way to the receiver, as far as the line has not taken it.
struct OutgoingCorrections {
    /// A line that takes no more is asked again after so long: at 9600 baud 19 bytes have gone meanwhile.
    private static let pause: Int64 = 20_000_000

    private var rest: [UInt8] = []
    /// When the line is asked again, by `MonotonicClock`.
    private(set) var deadline = Int64.max
    private(set) var isTold = false

    var isEmpty: Bool { rest.isEmpty }

    /// Whether it is to be told now that the line cannot be written to: once.
    mutating func tellOnce() -> Bool {
        defer { isTold = true }
        return !isTold
    }

    /// What was begun and is not at its end.
    mutating func takeRest() -> [UInt8] {
        defer { (rest, deadline) = ([], .max) }
        return rest
    }

    mutating func keep(_ rest: [UInt8], at now: Int64) { (self.rest, deadline) = (rest, now &+ Self.pause) }
}

extension LineSession {
    /// Sends corrections as far as the line takes them without waiting. What it does not take in time is given up by
    /// the outbox, but for a message that was begun.
    func sendCorrections() throws(DriverError) {
        guard port.isWritable else { return discardCorrections() }
        let rest = outgoing.takeRest()
        var next = rest.isEmpty ? context.outbox.take() : rest
        while let bytes = next {
            switch port.write(bytes.span, deadline: MonotonicClock.now, stop: -1) {
            case .written: next = context.outbox.take()
            case .timedOut(let count): return outgoing.keep(Array(bytes.dropFirst(count)), at: MonotonicClock.now)
            case .stopped: return
            case .failed(let reason): throw lost(reason)
            }
        }
    }

    private func discardCorrections() {
        guard context.outbox.discard() > 0, outgoing.tellOnce() else { return }
        let device = receiver.configuration.device
        context.log(.warning, "\(device): corrections cannot be sent: this user may read but not write to it")
    }
}
