// SPDX-License-Identifier: Apache-2.0

internal import DriverTesting
internal import GNSSTypes
internal import NMEA
internal import ReceiverStream
internal import Simulation
internal import UBX

/// A simulated receiver: it plays a scenario, answers as a u-blox does, keeps what it is told, and gets better when it
/// is sent corrections. Bytes in, bytes out; no clock and no line.
struct VirtualReceiver {
    private var simulation: ScenarioSimulation
    private var output: ReceiverOutput
    private var corrections = CorrectionIntake()
    /// Its other half, which is spoken to; nil: it does not listen.
    private var unit: FalseUBXReceiver?
    /// Seconds of the scenario of the last epoch.
    private(set) var elapsed = 0.0

    /// What a receiver sends for an epoch.
    struct Burst {
        var bytes: [UInt8]
        /// Seconds of the scenario.
        var elapsed: Double
        /// When and where it says that it is; nil: it does not know.
        var time: UTCTime?
        var place: GeodeticPosition?
    }

    private static let sentences: [(NMEARendering.Sentence, UInt8)] = [
        (.gga, 0x00), (.gll, 0x01), (.gsa, 0x02), (.gsv, 0x03), (.rmc, 0x04), (.vtg, 0x05), (.gst, 0x07),
        (.zda, 0x08), (.gns, 0x0D),
    ]

    /// A receiver that was just switched on.
    ///
    /// - Parameters:
    ///   - plan: what it plays.
    ///   - personality: what it answers as; nil: it does not listen.
    ///   - isUART: whether it is spoken to at its UART; otherwise at its USB.
    ///   - pages: who makes the pages of Galileo.
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
        self.unit = unit
        nmeaStyle = plan.nmea ?? NMEARendering()
        // What it sends is what the receiver knows that it answers as, whatever the scenario names.
        generation = personality == .x20 ? .x20 : personality.hasKeys ? .f9 : .m8
    }

    private var nmeaStyle = NMEARendering()
    private var generation = UBXRendering.Generation.f9

    /// The rate of its port in bits a second; nil where it has none.
    var baud: Int? { unit?.baud }

    /// Takes bytes.
    ///
    /// - Returns: what it answers at once.
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

    /// The next epoch, or nil at the end of the scenario.
    mutating func next() -> Burst? {
        simulation.correctedQuality = corrections.quality(at: elapsed)
        if let unit { simulation.interval = Int64(max(10, unit.periodMilliseconds)) * 1_000_000 }
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

    /// What it is set to send in an epoch.
    private mutating func apply(_ unit: FalseUBXReceiver, _ epoch: ScenarioEpoch) {
        var nmea = nmeaStyle
        nmea.sentences = Self.sentences.compactMap { sentence, number in
            let every = unit.interval(of: MessageID(0xF0, number))
            return every > 0 && epoch.index % every == 0 ? sentence : nil
        }
        output.nmea = nmea.sentences.isEmpty ? nil : nmea
        let intervals = UBXRendering.Message.allCases.map { ($0, unit.interval(of: $0.id)) }
        output.ubx = UBXRendering(generation, intervals: Dictionary(uniqueKeysWithValues: intervals))
    }
}

/// What corrections a receiver was sent.
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

    /// Takes bytes that may be corrections among others.
    ///
    /// - Parameter elapsed: when, in seconds of the scenario.
    mutating func take(_ bytes: [UInt8], at elapsed: Double) {
        var messages = Messages()
        demultiplexer.consume(bytes.span, into: &messages)
        // Observations of a station: the old ones of GPS and GLONASS, and multiple signal messages.
        guard messages.numbers.contains(where: { (1001...1012).contains($0) || (1071...1137).contains($0) }) else {
            return
        }
        if first == nil || elapsed - last > 10 { first = elapsed }
        last = elapsed
    }

    /// What a receiver makes of them: differential at once, ambiguities as numbers after three seconds and as integers
    /// after ten; nil ten seconds after the last.
    func quality(at elapsed: Double) -> FixQuality? {
        guard let first, elapsed - last <= 10 else { return nil }
        switch elapsed - first {
        case ..<3: return .differential
        case ..<10: return .rtkFloat
        default: return .rtkFixed
        }
    }
}
