// SPDX-License-Identifier: Apache-2.0

internal import DriverTesting
internal import GNSSTypes
internal import NMEA
internal import ReceiverStream
internal import Simulation
internal import UBX

/// A simulated receiver: it follows a scenario, answers like a u-blox receiver, keeps its settings, and becomes more
/// precise with corrections. It has no clock and no line; it converts bytes to bytes.
struct VirtualReceiver {
    private var simulation: ScenarioSimulation
    private var output: ReceiverOutput
    private var corrections = CorrectionIntake()
    /// The part that processes commands; nil if the receiver does not listen.
    private var unit: FalseUBXReceiver?
    /// The time of the last epoch in seconds of the scenario.
    private(set) var elapsed = 0.0

    /// The data of one epoch.
    struct Burst {
        var bytes: [UInt8]
        /// The time in seconds of the scenario.
        var elapsed: Double
        /// The time and position that it contains; nil if the receiver does not know them.
        var time: UTCTime?
        var place: GeodeticPosition?
    }

    private static let sentences: [(NMEARendering.Sentence, UInt8)] = [
        (.gga, 0x00), (.gll, 0x01), (.gsa, 0x02), (.gsv, 0x03), (.rmc, 0x04), (.vtg, 0x05), (.gst, 0x07),
        (.zda, 0x08), (.gns, 0x0D),
    ]

    /// Creates a receiver that has just been switched on.
    ///
    /// - Parameters:
    ///   - plan: The scenario.
    ///   - personality: The receiver model; nil if it does not listen.
    ///   - isUART: True if it is connected by UART, false for USB.
    ///   - pages: The source of Galileo pages.
    init(
        _ plan: ScenarioPlan, personality: UBXPersonality?, isUART: Bool, pages: (any NavigationPageSource)? = nil
    ) {
        simulation = ScenarioSimulation(plan.scenario)
        output = plan.output(simulation, pages: pages)
        guard let personality else { return }
        var unit = FalseUBXReceiver(personality, port: isUART ? .uart1 : .usb)
        for (sentence, number) in Self.sentences {
            let isOn = plan.nmea?.sentences.contains(sentence) ?? false
            unit.setInterval(of: MessageID(0xF0, number), isOn ? 1 : 0)
        }
        for message in UBXRendering.Message.allCases {
            unit.setInterval(of: message.id, plan.ubx?.intervals[message] ?? 0)
        }
        unit.setPeriod(milliseconds: Int(simulation.interval / 1_000_000))
        ownPeriod = (unit.periodMilliseconds, simulation.interval)
        // The scenario's settings survive a restart; those that a client makes only in RAM do not.
        unit.storeSettings()
        self.unit = unit
        var style = plan.nmea ?? NMEARendering()
        // A client may also switch on sentences that the scenario does not name; these are sent last.
        let named = style.sentences
        style.sentences = named + Self.sentences.map { $0.0 }.filter { !named.contains($0) }
        nmeaStyle = style
        // The messages match the simulated model, even if the scenario names another generation.
        generation = personality == .x20 ? .x20 : personality.hasKeys ? .f9 : .m8
    }

    private var nmeaStyle = NMEARendering()
    private var generation = UBXRendering.Generation.f9
    /// The scenario's interval, and the unit's setting for it, which has whole milliseconds.
    private var ownPeriod = (milliseconds: 0, nanoseconds: Int64(0))

    /// The port's baud rate in bit/s; nil if it has none.
    var baud: Int? { unit?.baud }

    /// Processes bytes sent to the receiver.
    ///
    /// - Returns: The immediate answer.
    mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
        corrections.take(bytes, at: elapsed)
        let resets = unit?.resets ?? 0
        let answer = unit?.receive(bytes) ?? []
        if let unit, unit.resets != resets {
            simulation.restartReceiver()
            corrections = CorrectionIntake()
        }
        return answer
    }

    /// Returns the data of the next epoch; nil at the end of the scenario.
    mutating func next() -> Burst? {
        simulation.correctedQuality = corrections.quality(at: elapsed)
        if let milliseconds = unit?.periodMilliseconds {
            simulation.interval =
                milliseconds == ownPeriod.milliseconds
                ? ownPeriod.nanoseconds : Int64(max(10, milliseconds)) * 1_000_000
        }
        guard let epoch = simulation.next() else { return nil }
        elapsed = epoch.elapsed
        if epoch.isRestart {
            unit?.losePower()
            corrections = CorrectionIntake()
        }
        if let unit { apply(unit, epoch) }
        guard unit?.isStopped != true else { return Burst(bytes: [], elapsed: epoch.elapsed) }
        return Burst(
            bytes: output.bytes(epoch), elapsed: epoch.elapsed, time: epoch.statedUTC, place: epoch.statedPosition)
    }

    /// Applies the receiver's output settings to an epoch.
    private mutating func apply(_ unit: FalseUBXReceiver, _ epoch: ScenarioEpoch) {
        var nmea = nmeaStyle
        nmea.sentences = nmeaStyle.sentences.filter { sentence in
            // TXT, which the receiver sends when it starts, has no setting.
            guard let number = Self.sentences.first(where: { $0.0 == sentence })?.1 else { return true }
            let every = unit.interval(of: MessageID(0xF0, number))
            return every > 0 && epoch.index % every == 0
        }
        output.nmea = nmea.sentences.isEmpty ? nil : nmea
        let intervals = UBXRendering.Message.allCases.map { ($0, unit.interval(of: $0.id)) }
        output.ubx = UBXRendering(generation, intervals: Dictionary(uniqueKeysWithValues: intervals))
    }
}

/// Tracks the corrections sent to a receiver.
struct CorrectionIntake {
    private var demultiplexer = FrameDemultiplexer()
    private var first: Double?
    private var last = 0.0

    private struct Messages: FrameSink {
        var numbers: [Int] = []

        mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) {}
        mutating func take(_ frame: Span<UInt8>, format: FrameFormat, at offset: Int) {
            guard format == .rtcm3, frame.count > 5 else { return }
            numbers.append(Int(frame[3]) << 4 | Int(frame[4]) >> 4)
        }
    }

    /// Processes bytes that may contain corrections.
    ///
    /// - Parameter elapsed: The time in seconds of the scenario.
    mutating func take(_ bytes: [UInt8], at elapsed: Double) {
        var messages = Messages()
        demultiplexer.consume(bytes.span, into: &messages)
        // Observations of a reference station: legacy GPS and GLONASS messages, and multiple signal messages.
        guard messages.numbers.contains(where: { (1001...1012).contains($0) || (1071...1137).contains($0) }) else {
            return
        }
        if first == nil || elapsed - last > 10 { first = elapsed }
        last = elapsed
    }

    /// The fix quality that the corrections permit: differential immediately, RTK float after three seconds and RTK
    /// fixed after ten; nil ten seconds after the last correction.
    func quality(at elapsed: Double) -> FixQuality? {
        guard let first, elapsed - last <= 10 else { return nil }
        switch elapsed - first {
        case ..<3: return .differential
        case ..<10: return .rtkFloat
        default: return .rtkFixed
        }
    }
}
