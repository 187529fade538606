// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import ReceiverStream
internal import Transport

/// One session on an open line: finds the rate, decodes and publishes, and starts again if nothing valid arrives any
/// more.
final class LineSession {
    let receiver: LineReceiver
    let port: any ReceiverLine
    let context: DriverContext
    let companion: (any LineCompanion)?
    var outgoing = OutgoingCorrections()
    var buffer = [UInt8](repeating: 0, count: 16_384)
    private var decoder: StreamDecoder
    private var epochs: [DecodedEpoch] = []
    private var byteCount = 0
    private var lastArrival: HostTime
    /// The time by `MonotonicClock` at which the gateway last heard of this driver, as far as this session knows.
    private var lastSign = MonotonicClock.now
    private var watches: LineWatches
    private var reporter = LineReporter()
    /// The rate to which the companion set the line, until it has finished with that.
    private var unprovedRate: Int?

    init(
        _ receiver: LineReceiver, _ port: any ReceiverLine, _ context: DriverContext,
        _ companion: (any LineCompanion)?
    ) {
        (self.receiver, self.port, self.context, self.companion) = (receiver, port, context, companion)
        decoder = Self.makeDecoder(receiver)
        lastArrival = context.now()
        watches = LineWatches(receiver, nil, port.kind)
    }

    func run() throws(DriverError) {
        while let hearing = try findRate() {
            begin(hearing)
            try publish(hearing)
            guard try stream() else { return }
        }
    }

    private static func makeDecoder(_ receiver: LineReceiver) -> StreamDecoder {
        var configuration = StreamDecoder.Configuration.live
        configuration.allowsMissingChecksum = receiver.configuration.allowsMissingChecksum
        return StreamDecoder(configuration: configuration)
    }

    private var device: String { receiver.configuration.device }

    func lost(_ reason: String) -> DriverError { .lost("\(device) is gone: \(reason)") }

    // MARK: The stream

    private func begin(_ hearing: Hearing) {
        reporter.speech = receiver.profile.words(of: hearing)
        setWatches(hearing.baud)
        unprovedRate = nil
        companion?.begin(on: LineFacts(kind: port.kind, baud: hearing.baud), at: MonotonicClock.now)
    }

    private func setWatches(_ baud: Int?) {
        let line = baud.map(receiver.configuration.line)
        reporter.place = line.map { "at \($0)" } ?? port.kind.words
        watches = LineWatches(receiver, line, port.kind)
        watches.sense = SenseWatch(
            patience: receiver.patience, now: MonotonicClock.now, decoder.statistics, receiver.profile)
        reporter.lineError = nil
    }

    /// Decodes and publishes; returns false once stopped, true if nothing valid arrives any more.
    private func stream() throws(DriverError) -> Bool {
        speak()
        lastSign = MonotonicClock.now
        while !context.stop.isSignalled {
            let silence = watches.silence.deadline(
                after: lastArrival.monotonicNanoseconds, isOpen: decoder.isOpen)
            let deadline = min(
                silence, companion?.deadline ?? .max, outgoing.deadline, lastSign + receiver.timing.repetition)
            switch read(until: deadline, wake: takesCorrections ? context.outbox.descriptor : -1) {
            case .bytes(let count): try take(count)
            case .timedOut:
                if MonotonicClock.now >= silence { try closeEpoch() }
            case .woken: break
            case .stopped: return false
            case .gone(let reason):
                decoder.finish { epochs.append($0) }
                try publishEpochs()
                throw lost(reason)
            }
            try serveCompanion()
            try sendCorrections()
            watches.silence.adapt(to: decoder.statistics)
            if watches.sense?.isNonsense == true, companion?.isChangingRate != true {
                let words = "\(ReasonPhrase.bytesArrive.rawValue), but none are valid any longer: \(wordsOfNewSearch)"
                context.report(.connecting, words)
                reporter.forget()
                // The memory of the decoder, such as the identity, may concern a different receiver.
                decoder = Self.makeDecoder(receiver)
                return true
            }
            judge()
            giveSignOfLife()
        }
        return false
    }

    /// Shows that the driver is not hung while it has nothing to publish. A log line does so without changing the
    /// receiver's state: a report of `running` would replace the `degraded` that the gateway set because of the silence.
    private func giveSignOfLife() {
        let now = MonotonicClock.now
        guard now - lastSign >= receiver.timing.repetition else { return }
        lastSign = now
        let seconds = (now - lastArrival.monotonicNanoseconds) / 1_000_000_000
        context.log(.debug, "\(device): nothing to publish; the last bytes arrived \(seconds) s ago")
    }

    private func judge() {
        let change = watches.health.judge(at: MonotonicClock.now, bytes: byteCount, decoder.statistics) { port.errors }
        if let change { reporter.lineError = change.condition == nil ? nil : change.text }
        speak()
    }

    private func speak() {
        (reporter.name, reporter.receiverError) = (companion?.name, companion?.error)
        if let (state, text) = reporter.news { context.report(state, text) }
    }

    private var wordsOfNewSearch: String {
        port.kind.hasRate && receiver.configuration.baud == nil
            ? "searching for the baud rate again" : "identifying it again"
    }

    /// Performs the actions that the companion requests.
    private func serveCompanion() throws(DriverError) {
        guard let companion else { return }
        for action in companion.actions(at: MonotonicClock.now) {
            switch action {
            case .send(let bytes): try send(bytes)
            case .setRate(let baud):
                port.drain(deadline: MonotonicClock.now + 2_000_000_000, stop: context.stop.descriptor)
                try configure(at: baud)
                unprovedRate = baud
                setWatches(port.kind.hasRate ? baud : nil)
            case .log(let level, let text): context.log(level, "\(device): \(text)")
            }
        }
        if let baud = unprovedRate, !companion.isChangingRate {
            RateMemory.note(baud, of: device)
            unprovedRate = nil
        }
    }

    private func send(_ bytes: [UInt8]) throws(DriverError) {
        let deadline = MonotonicClock.now + 1_000_000_000
        // The rest of a message already begun is sent first.
        let bytes = outgoing.takeRest() + bytes
        switch port.write(bytes.span, deadline: deadline, stop: context.stop.descriptor) {
        case .written, .stopped: break
        case .timedOut(let count):
            context.log(.warning, "\(device): the line took \(count) of \(bytes.count) bytes within a second")
        case .failed(let reason): throw lost(reason)
        }
    }

    func read(until deadline: Int64, wake: Int32 = -1) -> ReadOutcome {
        let outcome = buffer.withUnsafeMutableBytes {
            port.read(into: $0, deadline: deadline, stop: context.stop.descriptor, wake: wake)
        }
        if case .bytes(let count) = outcome {
            lastArrival = context.now()
            byteCount &+= count
        }
        return outcome
    }

    private func take(_ count: Int) throws(DriverError) {
        // Moved out of the property and back, to avoid a copy.
        var bytes: [UInt8] = []
        swap(&bytes, &buffer)
        defer { swap(&bytes, &buffer) }
        try decode(bytes.span.extracting(0..<count))
        watches.sense?.listen(to: bytes.span.extracting(0..<count), decoder.statistics, at: MonotonicClock.now)
    }

    private func decode(_ bytes: Span<UInt8>) throws(DriverError) {
        companion?.begin(burstAt: MonotonicClock.now, hasBytes: true)
        decoder.consume(bytes, arrivedAt: lastArrival, observer: companion) { epochs.append($0) }
        companion?.endBurst()
        try publishEpochs()
    }

    private func closeEpoch() throws(DriverError) {
        companion?.begin(burstAt: MonotonicClock.now, hasBytes: false)
        decoder.idle(at: context.now(), observer: companion) { epochs.append($0) }
        companion?.endBurst()
        try publishEpochs()
    }

    /// Publishes the data received during the search for the rate, which are as valid as later data.
    private func publish(_ hearing: Hearing) throws(DriverError) {
        lastArrival = context.now()
        try decode(hearing.beginning.span)
    }

    private func publishEpochs() throws(DriverError) {
        guard !epochs.isEmpty else { return }
        defer { epochs.removeAll(keepingCapacity: true) }
        lastSign = MonotonicClock.now
        for epoch in epochs {
            try context.publish(epoch.payloads, at: epoch.hostTime)
            if epoch.payloads.contains(where: \.isOverflowNotice) { watches.health.noteOverflow() }
        }
    }
}

extension Payload {
    /// True if it is the sentence with which u-blox reports a full output buffer: `$GNTXT,01,01,00,txbuf,alloc*hh`.
    fileprivate var isOverflowNotice: Bool {
        guard case .sentence(let sentence) = self, sentence.bytes.count > 24, sentence.bytes[3] == UInt8(ascii: "T"),
            sentence.bytes[4] == UInt8(ascii: "X"), sentence.bytes[5] == UInt8(ascii: "T")
        else { return false }
        return String(decoding: sentence.bytes, as: UTF8.self).contains("txbuf")
    }
}
