// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Transport

/// One opening of a port: finds the rate, decodes and publishes, and begins anew where nothing valid comes any more.
final class SerialSession {
    private let driver: NMEASerialDriver
    private let port: SerialPort
    private let context: DriverContext
    private var decoder: StreamDecoder
    private var buffer = [UInt8](repeating: 0, count: 16_384)
    private var epochs: [DecodedEpoch] = []
    private var byteCount = 0
    private var lastArrival: HostTime

    init(_ driver: NMEASerialDriver, _ port: SerialPort, _ context: DriverContext) {
        (self.driver, self.port, self.context) = (driver, port, context)
        var configuration = StreamDecoder.Configuration.live
        configuration.allowsMissingChecksum = driver.settings.allowsMissingChecksum
        decoder = StreamDecoder(configuration: configuration)
        lastArrival = context.now()
    }

    func run() throws(DriverError) {
        while let hearing = try findRate() {
            try publish(hearing)
            guard try stream(at: hearing.baud) else { return }
        }
    }

    // MARK: The rate

    /// Listens until NMEA is heard; nil once stopped.
    private func findRate() throws(DriverError) -> Hearing? {
        let all = port.rates(for: driver.settings)
        // What arrived before the line was set is lost: it is set before it is said that somebody listens.
        if all.count == 1 { try configure(at: all[0]) }
        context.report(.connecting, words(ofSearchAt: all))
        var hunt = RateHunt(
            port: port, settings: driver.settings, timing: driver.timing, stop: context.stop.descriptor)
        var rates = all
        var told = ""
        while !context.stop.isSignalled {
            let begin = MonotonicClock.now
            switch hunt.run(rates, &buffer) {
            case .found(let hearing):
                if let baud = hearing.baud { RateMemory.note(baud, of: driver.settings.device) }
                return hearing
            case .foreign(let hearing):
                tell(Diagnosis(foreign: hearing), &told)
                // The rate is right: NMEA may be switched on there.
                if let baud = hearing.baud { rates = [baud] }
            case .nothing(let heard):
                let isSilent = heard.allSatisfy { $0.byteCount == 0 }
                if rates.count < all.count, !isSilent {
                    rates = all
                    continue
                }
                let seconds = max(1, Int((MonotonicClock.now - begin + 500_000_000) / 1_000_000_000))
                tell(Diagnosis(heard, seconds: seconds, others: port.otherHolders()), &told)
                if isSilent, try !waitForBytes() { return nil }
            case .stopped: return nil
            case .gone(let reason): throw lost(reason)
            case .refused(let error): throw DriverError(error)
            }
            // What was left early the first time is heard to the end.
            hunt.isHasty = false
        }
        return nil
    }

    private func configure(at baud: Int) throws(DriverError) {
        do throws(SerialPortError) {
            try port.configure(driver.settings.line(at: baud))
        } catch {
            throw DriverError(error)
        }
    }

    /// Waits on a silent line until it speaks; false once stopped.
    private func waitForBytes() throws(DriverError) -> Bool {
        while !context.stop.isSignalled {
            switch read(until: MonotonicClock.now + 1_000_000_000) {
            case .bytes: return true
            case .timedOut: continue
            case .stopped: return false
            case .gone(let reason): throw lost(reason)
            }
        }
        return false
    }

    private func tell(_ diagnosis: Diagnosis, _ told: inout String) {
        // The numbers in it change from round to round; what matters is what comes before them or instead of them.
        let essence = diagnosis.text.filter { !$0.isNumber }
        guard essence != told else { return }
        told = essence
        context.report(.degraded, "\(driver.settings.device): \(diagnosis.text)")
    }

    private func words(ofSearchAt rates: [Int]) -> String {
        let device = driver.settings.device
        guard port.kind.hasRate, let low = rates.min(), let high = rates.max() else { return "listening to \(device)" }
        return low < high
            ? "looking for the rate of \(device): \(low)…\(high) baud"
            : "listening to \(device) at \(driver.settings.line(at: low))"
    }

    private func lost(_ reason: String) -> DriverError { .lost("\(driver.settings.device) is gone: \(reason)") }

    // MARK: The stream

    /// Decodes and publishes; returns false once stopped, true where nothing valid comes any more.
    private func stream(at baud: Int?) throws(DriverError) -> Bool {
        let line = baud.map(driver.settings.line)
        let running = "NMEA 0183 \(line.map { "at \($0)" } ?? port.kind.words)"
        context.report(.running, running)
        var health = LineHealth(line, window: driver.healthWindow)
        var watch = SilenceWatch(pause: driver.pause, line: line, port.kind)
        var sense = SenseWatch(patience: driver.patience, now: MonotonicClock.now, decoder.statistics)
        while !context.stop.isSignalled {
            let outcome = read(until: watch.deadline(after: lastArrival.monotonicNanoseconds, isOpen: decoder.isOpen))
            switch outcome {
            case .bytes(let count):
                // Taken out and put back: nothing is copied.
                var bytes: [UInt8] = []
                swap(&bytes, &buffer)
                defer { swap(&bytes, &buffer) }
                try decode(bytes.span.extracting(0..<count), &health)
                sense.listen(to: bytes.span.extracting(0..<count), decoder.statistics, at: MonotonicClock.now)
            case .timedOut: try closeEpoch(&health)
            case .stopped: return false
            case .gone(let reason):
                try finish(&health)
                throw lost(reason)
            }
            watch.adapt(to: decoder.statistics)
            let now = MonotonicClock.now
            if sense.isNonsense {
                context.report(.connecting, "bytes arrive but no valid sentence any more: \(wordsOfNewSearch)")
                return true
            }
            let change = health.judge(at: now, bytes: byteCount, decoder.statistics) { port.errors }
            if let change {
                context.report(
                    change.trouble == nil ? .running : .degraded, change.text.isEmpty ? running : change.text)
            }
        }
        return false
    }

    private var wordsOfNewSearch: String {
        port.kind.hasRate && driver.settings.baud == nil ? "looking for the rate again" : "listening for what it is"
    }

    private func read(until deadline: Int64) -> ReadOutcome {
        let outcome = buffer.withUnsafeMutableBytes {
            port.read(into: $0, deadline: deadline, stop: context.stop.descriptor)
        }
        if case .bytes(let count) = outcome {
            lastArrival = context.now()
            byteCount &+= count
        }
        return outcome
    }

    private func decode(_ bytes: Span<UInt8>, _ health: inout LineHealth) throws(DriverError) {
        decoder.consume(bytes, arrivedAt: lastArrival) { epochs.append($0) }
        try publishEpochs(&health)
    }

    private func closeEpoch(_ health: inout LineHealth) throws(DriverError) {
        decoder.idle(at: context.now()) { epochs.append($0) }
        try publishEpochs(&health)
    }

    private func finish(_ health: inout LineHealth) throws(DriverError) {
        decoder.finish { epochs.append($0) }
        try publishEpochs(&health)
    }

    /// What was heard while the rate was looked for is no less true.
    private func publish(_ hearing: Hearing) throws(DriverError) {
        var health = LineHealth(nil)
        lastArrival = context.now()
        try decode(hearing.beginning.span, &health)
    }

    private func publishEpochs(_ health: inout LineHealth) throws(DriverError) {
        guard !epochs.isEmpty else { return }
        defer { epochs.removeAll(keepingCapacity: true) }
        for epoch in epochs {
            try context.publish(epoch.payloads, at: epoch.hostTime)
            if epoch.payloads.contains(where: \.isOverflowNotice) { health.noteOverflow() }
        }
    }
}

extension LineKind {
    /// Over what the sentences come, where there is no rate.
    var words: String {
        switch self {
        case .uart: "over a serial line"
        case .usb: "over USB"
        case .bluetooth: "over Bluetooth"
        case .pseudoTerminal: "over a pseudo-terminal"
        case .kernelReceiver: "from the kernel's receiver"
        }
    }
}

extension Payload {
    /// Whether it is the sentence by which u-blox says that its output buffer is full: `$GNTXT,01,01,00,txbuf,alloc*hh`.
    fileprivate var isOverflowNotice: Bool {
        guard case .sentence(let sentence) = self, sentence.bytes.count > 24, sentence.bytes[3] == UInt8(ascii: "T"),
            sentence.bytes[4] == UInt8(ascii: "X"), sentence.bytes[5] == UInt8(ascii: "T")
        else { return false }
        return String(decoding: sentence.bytes, as: UTF8.self).contains("txbuf")
    }
}
