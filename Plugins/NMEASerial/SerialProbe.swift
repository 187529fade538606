// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import Transport

/// A look at a device: does a receiver speak NMEA there? Only listens, and leaves the line as it was.
struct SerialProbe {
    let device: String
    /// Until when at most, by `MonotonicClock`.
    let deadline: Int64
    var timing = HuntTiming()

    /// Of what is heard once the rate is known, so much more is listened to, in nanoseconds.
    private static let afterwards: Int64 = 1_250_000_000

    func run() throws(DriverError) -> ProbeFinding {
        guard !device.isEmpty, !device.utf8.contains(0) else { throw .failed("no path of a serial port") }
        let port = try NMEASerialDriver.open(device, restoresSettings: true)
        let settings = SerialSettings(probing: device)
        let hunt = RateHunt(port: port, settings: settings, timing: timing, stop: -1, deadline: deadline)
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let begin = MonotonicClock.now
        switch hunt.run(port.rates(for: settings), &buffer) {
        case .found(var hearing):
            listen(port, &hearing, &buffer)
            if let baud = hearing.baud { RateMemory.note(baud, of: device) }
            return finding(hearing, port)
        case .foreign(let hearing): return ProbeFinding(certainty: 0, text: Diagnosis(foreign: hearing).text)
        case .nothing(let heard):
            let seconds = max(1, Int((MonotonicClock.now - begin + 500_000_000) / 1_000_000_000))
            let text = Diagnosis(heard, seconds: seconds, others: port.otherHolders()).text
            return ProbeFinding(certainty: 0, text: text)
        case .stopped: return ProbeFinding(certainty: 0, text: "stopped")
        case .gone(let reason): throw .lost("\(device) is gone: \(reason)")
        case .refused(let error): throw DriverError(error)
        }
    }

    /// Listens a little more, to tell a receiver from another device that speaks NMEA.
    private func listen(_ port: SerialPort, _ hearing: inout Hearing, _ buffer: inout [UInt8]) {
        let end = min(deadline, MonotonicClock.now + Self.afterwards)
        while hearing.sentencesOfReceivers < 3 || hearing.ubx > 0 {
            let outcome = buffer.withUnsafeMutableBytes { port.read(into: $0, deadline: end, stop: -1) }
            guard case .bytes(let count) = outcome else { return }
            hearing.listen(buffer.span.extracting(0..<count))
        }
    }

    private func finding(_ hearing: Hearing, _ port: SerialPort) -> ProbeFinding {
        let text = "NMEA 0183 \(hearing.baud.map { "at \($0) baud" } ?? port.kind.words)"
        guard hearing.sentencesOfReceivers > 0 else {
            return ProbeFinding(certainty: 30, text: "\(text), so far without a receiver's sentences")
        }
        // Whoever understands both protocols of a receiver serves it better.
        guard hearing.ubx == 0 else { return ProbeFinding(certainty: 60, text: "\(text), and UBX") }
        return ProbeFinding(certainty: hearing.sentencesOfReceivers > 1 ? 95 : 80, text: text)
    }
}
