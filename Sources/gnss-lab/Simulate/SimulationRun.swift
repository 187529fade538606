// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import Gateway
internal import Glibc
internal import Simulation
internal import Synchronization

/// Plays a scenario on a line, at its pace.
struct SimulationRun {
    var receiver: VirtualReceiver
    var faults: FaultyLine
    let line: any SimulatedLine
    /// How much faster than real time; nil: as fast as it goes.
    let speed: Double?

    private static let endWanted = Atomic(false)

    /// Whether a signal came that ends the run.
    static var isEnding: Bool { endWanted.load(ordering: .relaxed) }

    /// Ends the run at SIGINT and SIGTERM, so that what it made is taken away.
    static func endAtSignals() {
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in SimulationRun.endWanted.store(true, ordering: .relaxed) }
        }
    }

    /// Plays to the end of the scenario, or until a signal ends it.
    ///
    /// - Returns: seconds of the scenario, and bytes.
    mutating func play() throws(GatewayError) -> (seconds: Double, bytes: Int) {
        let start = ContinuousClock.now
        var (seconds, sent) = (0.0, 0)
        while !Self.isEnding, let burst = receiver.next() {
            seconds = burst.elapsed
            if let speed { try wait(until: start.advanced(by: .seconds(burst.elapsed / speed))) }
            let delivery = faults.send(burst.bytes, at: burst.elapsed)
            try line.plug(!delivery.isUnplugged)
            for (index, piece) in delivery.pieces.enumerated() {
                // Pieces that follow at once would be read as one.
                if index > 0, speed != nil { usleep(500) }
                try send(piece)
                sent += piece.count
            }
        }
        return (seconds, sent)
    }

    /// Listens until an instant; once also where that is past, so that a receiver that is behind still hears.
    private mutating func wait(until due: ContinuousClock.Instant) throws(GatewayError) {
        repeat {
            let left = ContinuousClock.now.duration(to: due).components
            let milliseconds = max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
            let isLate = left.seconds < 0 || left.attoseconds <= 0 && left.seconds == 0
            var waiting = line.inputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let answer = poll(&waiting, nfds_t(waiting.count), isLate ? 0 : Int32(min(200, milliseconds)))
            guard answer > 0 else { continue }
            // A terminal that nobody has open says at once that it is hung up, and nothing tells when it is opened.
            if !isLate, !waiting.contains(where: { $0.revents & Int16(POLLIN) != 0 }) { usleep(2000) }
            try listen()
        } while !Self.isEnding && ContinuousClock.now < due
    }

    private mutating func listen() throws(GatewayError) {
        let bytes = try line.receive()
        guard !bytes.isEmpty else { return }
        // Its rate changes behind the answer, which still goes out at the old one.
        let isHeard = isSameRate
        let answer = isHeard ? receiver.receive(bytes) : []
        if !answer.isEmpty { try line.send(answer) }
    }

    /// At another rate than its own, garbage is heard of it and by it.
    private var isSameRate: Bool {
        guard let other = line.baud, let own = receiver.baud else { return true }
        return other == own
    }

    private func send(_ bytes: [UInt8]) throws(GatewayError) {
        try line.send(isSameRate ? bytes : bytes.map { ($0 &* 37) | 0x80 })
    }
}
