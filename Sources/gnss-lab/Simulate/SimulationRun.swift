// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import Gateway
internal import Glibc
internal import Simulation
internal import Synchronization

/// Runs a scenario on a line at the scenario's pace.
struct SimulationRun {
    var receiver: VirtualReceiver
    var faults: FaultyLine
    let line: any SimulatedLine
    /// The speed relative to real time; nil for as fast as possible.
    let speed: Double?

    private static let endWanted = Atomic(false)

    /// True if a signal has requested the end of the run.
    static var isEnding: Bool { endWanted.load(ordering: .relaxed) }

    /// Ends the run at SIGINT and SIGTERM, so that temporary files are removed.
    static func endAtSignals() {
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in SimulationRun.endWanted.store(true, ordering: .relaxed) }
        }
    }

    /// Runs until the end of the scenario or a signal.
    ///
    /// With a pace, a terminal loses a burst if its client has not taken the one before. Without a pace, the run begins
    /// when the first client connects, and waits for slow clients.
    ///
    /// - Returns: The seconds of the scenario and the number of bytes sent.
    /// - Throws: `GatewayError` if the line fails.
    mutating func play() throws(GatewayError) -> (seconds: Double, bytes: Int) {
        if speed == nil { try waitForClient() }
        let start = ContinuousClock.now
        var (seconds, sent) = (0.0, 0)
        while !Self.isEnding, let burst = receiver.next() {
            seconds = burst.elapsed
            if let speed {
                try wait(until: start.advanced(by: .seconds(burst.elapsed / speed)))
            } else {
                try settle()
            }
            let delivery = faults.send(burst.bytes, at: burst.elapsed)
            try line.plug(!delivery.isUnplugged)
            sent += try deliver(delivery.pieces)
        }
        if speed == nil { try finish() }
        return (seconds, sent)
    }

    /// Sends a burst.
    ///
    /// - Returns: The number of bytes sent.
    private mutating func deliver(_ pieces: [[UInt8]]) throws(GatewayError) -> Int {
        // Whole bursts are lost, so that no client receives half a sentence followed by half of another one.
        guard speed == nil || !line.losesUnread || !line.hasUnsent else { return 0 }
        var sent = 0
        for (index, piece) in pieces.enumerated() {
            // Without a pause, consecutive pieces would be read as one.
            if index > 0, speed != nil { usleep(500) }
            try send(piece)
            sent += piece.count
            if speed == nil { try settle() }
        }
        return sent
    }

    /// Waits until the first client connects.
    private mutating func waitForClient() throws(GatewayError) {
        while !line.hasClients, !Self.isEnding {
            // No event signals that a program opens a terminal.
            usleep(5000)
            try listen()
        }
    }

    /// Processes input, and waits until the clients have taken all bytes.
    private mutating func settle() throws(GatewayError) {
        try listen()
        while line.hasUnsent, !Self.isEnding {
            // No event signals that a program makes room in a terminal.
            usleep(500)
            try listen()
        }
    }

    /// Gives the clients of a terminal up to a second, because unread bytes are lost when it is closed.
    private mutating func finish() throws(GatewayError) {
        try settle()
        // No event signals that a program closes a terminal.
        for _ in 0..<200 where line.losesUnread && line.hasClients && !Self.isEnding { usleep(5000) }
    }

    /// Processes input until an instant, and at least once even if the instant has passed, so that a delayed receiver
    /// still reads.
    private mutating func wait(until due: ContinuousClock.Instant) throws(GatewayError) {
        repeat {
            let left = ContinuousClock.now.duration(to: due).components
            let milliseconds = max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
            let isLate = left.seconds < 0 || left.attoseconds <= 0 && left.seconds == 0
            var waiting = line.inputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            // No event signals that a client makes room for unsent bytes.
            let pause: Int64 = line.hasUnsent ? 5 : 200
            let answer = poll(&waiting, nfds_t(waiting.count), isLate ? 0 : Int32(min(pause, milliseconds)))
            guard answer > 0 || line.hasUnsent else { continue }
            // A pseudo-terminal without a reader reports a hang-up immediately, and no event signals when it is opened.
            if !isLate, !waiting.contains(where: { $0.revents & Int16(POLLIN) != 0 }) { usleep(2000) }
            try listen()
        } while !Self.isEnding && ContinuousClock.now < due
    }

    private mutating func listen() throws(GatewayError) {
        let bytes = try line.receive()
        guard !bytes.isEmpty else { return }
        // A change of the baud rate takes effect after the answer, which is still sent at the old rate.
        let isHeard = isSameRate
        let answer = isHeard ? receiver.receive(bytes) : []
        if !answer.isEmpty { try line.send(answer) }
    }

    /// If the rates differ, both sides receive garbage.
    private var isSameRate: Bool {
        guard let other = line.baud, let own = receiver.baud else { return true }
        return other == own
    }

    private func send(_ bytes: [UInt8]) throws(GatewayError) {
        try line.send(isSameRate ? bytes : bytes.map { ($0 &* 37) | 0x80 })
    }
}
