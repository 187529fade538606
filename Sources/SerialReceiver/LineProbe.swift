// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import Transport

/// Probes a device for a receiver. It only reads, and restores the line's settings.
struct LineProbe {
    let device: String
    let profile: LineProfile
    /// The end of the probe, by `MonotonicClock`.
    let deadline: Int64
    var timing = HuntTiming()

    /// The additional time in nanoseconds for which the line is read once the rate is known.
    private static let afterwards: Int64 = 1_250_000_000

    func run() throws(DriverError) -> ProbeResult {
        guard !device.isEmpty, !device.utf8.contains(0) else { throw .failed("not a serial port's path") }
        let settings = LineConfiguration(probing: device)
        let port: any ReceiverLine
        do throws(SerialPortError) {
            port = try LineOpening(settings, stop: -1, deadline: deadline, restoresSettings: true).open()
        } catch {
            throw DriverError(error)
        }
        return try run(on: port)
    }

    func run(on port: any ReceiverLine) throws(DriverError) -> ProbeResult {
        let settings = LineConfiguration(probing: device)
        let hunt = RateHunt(
            port: port, settings: settings, profile: profile, timing: timing, stop: -1, deadline: deadline)
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let begin = MonotonicClock.now
        switch hunt.run(settings.rates(on: port), &buffer) {
        case .found(var hearing):
            listen(port, &hearing, &buffer)
            if let baud = hearing.baud { RateMemory.note(baud, of: device) }
            return profile.finding(hearing, port.kind)
        case .foreign(let hearing): return ProbeResult(certainty: 0, text: Diagnosis(foreign: hearing, profile).text)
        case .nothing(let heard):
            let seconds = max(1, Int((MonotonicClock.now - begin + 500_000_000) / 1_000_000_000))
            let text = Diagnosis(heard, profile, seconds: seconds, others: port.otherHolders()).text
            return ProbeResult(certainty: 0, text: text)
        case .stopped: return ProbeResult(certainty: 0, text: "stopped")
        case .gone(let reason): throw .lost("\(device) is gone: \(reason)")
        case .refused(let error): throw DriverError(error)
        }
    }

    /// Reads a little longer, to distinguish a receiver from other devices and to find its further protocols.
    private func listen(_ port: any ReceiverLine, _ hearing: inout Hearing, _ buffer: inout [UInt8]) {
        let end = min(deadline, MonotonicClock.now + Self.afterwards)
        // A line on which bytes always wait never ends the wait for them.
        while !profile.isCertain(of: hearing), MonotonicClock.now < end {
            let outcome = buffer.withUnsafeMutableBytes { port.read(into: $0, deadline: end, stop: -1) }
            guard case .bytes(let count) = outcome else { return }
            hearing.listen(buffer.span.extracting(0..<count))
        }
    }
}

extension LineProfile {
    /// Returns true if reading longer would not make the result more certain.
    fileprivate func isCertain(of hearing: Hearing) -> Bool {
        if understandsUBX, hearing.ubx >= 2 { return true }
        guard !understandsUBX || isContentWithNMEA else { return false }
        return hearing.sentencesOfReceivers >= 3 && hearing.ubx == 0
    }

    /// A driver for UBX is the best choice for a receiver that speaks UBX; for NMEA alone, all drivers are equally
    /// suitable.
    fileprivate func finding(_ hearing: Hearing, _ kind: LineKind) -> ProbeResult {
        let place = hearing.baud.map { "at \($0) baud" } ?? kind.words
        guard understandsUBX, hearing.ubx > 0 || !isContentWithNMEA else {
            let text = "NMEA 0183 \(place)"
            guard hearing.sentencesOfReceivers > 0 else {
                return ProbeResult(certainty: 30, text: "\(text), so far without a receiver's sentences")
            }
            guard hearing.ubx == 0 else { return ProbeResult(certainty: 60, text: "\(text), and UBX") }
            return ProbeResult(certainty: hearing.sentencesOfReceivers > 1 ? 95 : 80, text: text)
        }
        guard hearing.ubx > 0 else {
            return ProbeResult(certainty: 0, text: "NMEA 0183 \(place), no UBX")
        }
        // No other driver can be more certain than this one.
        return ProbeResult(certainty: hearing.ubx > 1 ? 100 : 90, text: "\(words(of: hearing)) \(place)")
    }
}
