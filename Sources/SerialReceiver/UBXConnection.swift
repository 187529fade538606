// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import Glibc
internal import Transport
public import UBX

/// Talks to a u-blox receiver on an exclusively opened line, one query at a time. Its calls block. Used by one
/// thread; the line is closed with the last reference.
public final class UBXConnection {
    /// The properties of the line.
    public private(set) var facts: LineFacts

    private let line: any ReceiverLine
    private let configuration: LineConfiguration
    private let stop: Int32
    private var listener = UBXListener()
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    /// Opens the line and finds its rate.
    ///
    /// - Parameters:
    ///   - configuration: The device and its settings.
    ///   - patience: The time to wait for another program, or another part of this one, to release the line.
    ///   - stop: Becomes readable to cancel everything; negative for none.
    /// - Throws: `DriverError`, whose text includes the remedy.
    public init(
        _ configuration: LineConfiguration, patience: Duration = .zero, stop: Int32 = -1
    ) throws(DriverError) {
        var configuration = configuration
        configuration.isWritable = true
        (self.configuration, self.stop) = (configuration, stop)
        line = try Self.open(configuration, patience, stop)
        facts = LineFacts(kind: line.kind, baud: nil)
        facts = LineFacts(kind: line.kind, baud: try Self.findRate(line, configuration, stop, &buffer))
    }

    private static func open(
        _ configuration: LineConfiguration, _ patience: Duration, _ stop: Int32
    ) throws(DriverError) -> any ReceiverLine {
        let deadline = ContinuousClock.now + patience
        while true {
            do throws(SerialPortError) {
                return try LineOpening(configuration, stop: stop).open()
            } catch {
                guard case .held = error, ContinuousClock.now < deadline else { throw DriverError(error) }
                // The holder does not notify anyone when it releases the port, so opening is retried.
                usleep(100_000)
            }
        }
    }

    private static func findRate(
        _ line: any ReceiverLine, _ configuration: LineConfiguration, _ stop: Int32, _ buffer: inout [UInt8]
    ) throws(DriverError) -> Int? {
        var hunt = RateHunt(port: line, settings: configuration, profile: .ubx, timing: HuntTiming(), stop: stop)
        hunt.question = UBXWriter.frame(.monVER)
        let (begin, before) = (MonotonicClock.now, line.baud)
        var rates = configuration.rates(on: line)
        hunt.isHasty = rates.count > 1 || line.kind == .pseudoTerminal
        var outcome = hunt.run(rates, &buffer)
        // A pseudo-terminal may lead to a simulated UART, which garbles data at a wrong rate.
        if case .nothing(let heard) = outcome, line.kind == .pseudoTerminal, heard.contains(where: \.isGarbage) {
            let others = RateHunt.usualRates.filter { !rates.contains($0) }
            rates += others
            outcome = hunt.run(others, &buffer)
            if case .nothing(let more) = outcome { outcome = .nothing(heard + more) }
        }
        if case .found(let hearing) = outcome { return hearing.baud }
        // The original rate is restored, because the next reader may not search for the rate.
        if let before { try? line.configure(configuration.line(at: before)) }
        switch outcome {
        case .found(let hearing): return hearing.baud
        case .foreign(let hearing): throw .failed("\(line.path): \(Diagnosis(foreign: hearing, .ubx).text)")
        case .nothing(let heard):
            let seconds = Int((MonotonicClock.now - begin + 999_999_999) / 1_000_000_000)
            var text = Diagnosis(heard, .ubx, seconds: seconds, others: line.otherHolders()).text
            if rates.count > 1 {
                text += "; asked at each of these rates: \(rates.map(String.init).joined(separator: ", ")) baud"
            }
            throw .failed("\(line.path): \(text)")
        case .stopped: throw .failed("stopped")
        case .gone(let reason): throw .lost("\(line.path) is gone: \(reason)")
        case .refused(let error): throw DriverError(error)
        }
    }

    /// Runs a procedure to its end.
    ///
    /// - Parameters:
    ///   - procedure: The procedure in its initial state.
    ///   - progress: Called after each step.
    /// - Throws: `DriverError` if the line fails.
    public func run<Procedure: SetupProcedure>(
        _ procedure: Procedure, progress: (Procedure) -> Void = { _ in }
    ) throws(DriverError) -> Procedure.Outcome {
        var conversation = SetupConversation(procedure, at: MonotonicClock.now)
        while true {
            for action in conversation.takeActions() { try perform(action) }
            progress(conversation.procedure)
            if let outcome = conversation.outcome { return outcome }
            let outcome = buffer.withUnsafeMutableBytes {
                line.read(into: $0, deadline: conversation.deadline, stop: stop)
            }
            switch outcome {
            case .bytes(let count):
                let messages = listener.listen(to: buffer.span.extracting(0..<count))
                for message in messages { conversation.take(message.id, message.payload.span, at: MonotonicClock.now) }
            case .timedOut, .woken: break
            case .stopped: throw .failed("stopped")
            case .gone(let reason): throw .lost("\(line.path) is gone: \(reason)")
            }
            conversation.elapse(to: MonotonicClock.now)
        }
    }

    private func perform(_ action: SetupConversation<some SetupProcedure>.Action) throws(DriverError) {
        switch action {
        case .send(let bytes):
            let deadline = MonotonicClock.now + 2_000_000_000
            if case .failed(let reason) = line.write(bytes.span, deadline: deadline, stop: stop) {
                throw .lost("\(line.path): \(reason)")
            }
        case .setRate(let rate):
            do throws(SerialPortError) {
                try line.configure(configuration.line(at: rate))
            } catch {
                throw DriverError(error)
            }
            if facts.baud != nil { facts = LineFacts(kind: line.kind, baud: rate) }
            listener = UBXListener()
        }
    }
}
