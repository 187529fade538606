// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import NMEA

/// The NMEA output of a simulated receiver.
public struct NMEARendering: Hashable, Sendable {
    /// A sentence that the receiver may send.
    public enum Sentence: String, Hashable, Sendable, CaseIterable, Decodable {
        /// The sentences of an epoch.
        case rmc, vtg, gga, gns, gsa, gsv, gll, gst, zda, txt
    }

    /// A deviation from the standard.
    public enum Quirk: String, Hashable, Sendable, CaseIterable, Decodable {
        /// Sentences have no checksum.
        case noChecksum = "no-checksum"
        /// The checksum is in lower case.
        case lowerCaseChecksum = "lower-case-checksum"
        /// Lines end with a line feed only.
        case bareLineFeed = "bare-line-feed"
        /// Every sentence has the talker GP, regardless of the system.
        case onlyGPSTalker = "only-gp-talker"
        /// At most twelve satellites are reported as used.
        case twelveSatellites = "twelve-satellites"
        /// The course is omitted below 0.5 m/s.
        case noSlowCourse = "no-slow-course"
    }

    /// The NMEA version that the sentences follow.
    public var version = NMEAVersion.v411
    /// The sentences, in the order of transmission.
    public var sentences: [Sentence] = [.rmc, .vtg, .gga, .gsa, .gsv, .gll, .gst, .zda]
    /// Decimal digits of the minutes, 3...7.
    public var decimals = 5
    /// The interval of the satellite sentences in epochs.
    public var satellitesEvery = 1
    /// The deviations from the standard.
    public var quirks: Set<Quirk> = []

    /// Creates the output of a multi-system receiver with NMEA 4.11.
    public init() {}

    /// The output for an epoch.
    public func bytes(_ epoch: ScenarioEpoch) -> [UInt8] {
        let burst = ScenarioSentences(epoch: epoch, settings: self)
        var bytes: [UInt8] = []
        for sentence in sentences { for line in burst.lines(sentence) { bytes += spoilt(line) } }
        return bytes
    }

    private func spoilt(_ line: [UInt8]) -> [UInt8] {
        guard !quirks.isEmpty, line.count > 5 else { return line }
        var body = Array(line.dropLast(5))
        let sum = Array(line.suffix(5).prefix(3))
        if quirks.contains(.lowerCaseChecksum) {
            body += sum.map { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) ? $0 + 32 : $0 }
        } else if !quirks.contains(.noChecksum) {
            body += sum
        }
        return body + (quirks.contains(.bareLineFeed) ? [10] : [13, 10])
    }
}

/// The sentences of an epoch.
private struct ScenarioSentences {
    let epoch: ScenarioEpoch
    let settings: NMEARendering

    private typealias System = (constellation: Constellation, talker: Talker, signal: UInt8)

    /// The systems with the signal of each in which GSV reports the satellites: L1 C/A, G1 C/A, E1, B1I.
    private static let systems: [System] = [
        (.gps, .gps, 1), (.glonass, .glonass, 1), (.galileo, .galileo, 7), (.beidou, .beidou, 1),
    ]
    private static let unknownDilution = 99.99

    private var solution: ScenarioSolution? { epoch.solution }
    private var time: TimeOfDay? { epoch.statedUTC?.timeOfDay }
    private var talker: Talker { isGPSOnly ? .gps : .combined }
    private var isGPSOnly: Bool { settings.quirks.contains(.onlyGPSTalker) || settings.version < .v23 }
    private var mode: ModeIndicator { solution.map { ModeIndicator($0.quality) } ?? .notValid }
    private var hasSatellites: Bool { epoch.index % max(1, settings.satellitesEvery) == 0 }

    private var course: Angle? {
        guard let solution else { return nil }
        if settings.quirks.contains(.noSlowCourse), solution.speed < 0.5 { return nil }
        return solution.course.map { Angle(degrees: $0) }
    }

    private var used: Int {
        let used = solution?.satellitesUsed ?? 0
        return settings.quirks.contains(.twelveSatellites) ? min(12, used) : used
    }

    private var orthometric: Length? {
        guard let solution, solution.kind == .threeDimensional else { return nil }
        return Length(metres: solution.height - solution.geoidSeparation)
    }

    private var separation: Length? {
        guard let solution, solution.kind == .threeDimensional else { return nil }
        return Length(metres: solution.geoidSeparation)
    }

    private var correctionAge: Double? {
        guard let quality = solution?.quality, quality != .autonomous else { return nil }
        return 1
    }

    func lines(_ sentence: NMEARendering.Sentence) -> [[UInt8]] {
        switch sentence {
        case .rmc: [rmc]
        case .vtg: [vtg]
        case .gga: [gga]
        case .gns: [gns]
        case .gll: [gll]
        case .gst: [gst]
        case .zda: [zda]
        case .gsa: hasSatellites ? systems.flatMap(gsa) : []
        case .gsv: hasSatellites ? systems.flatMap(gsv) : []
        case .txt: epoch.isRestart || epoch.index == 0 ? [txt] : []
        }
    }

    private var systems: [System] {
        Self.systems.filter { system in epoch.satellites.contains { $0.id.constellation == system.constellation } }
    }

    // MARK: Position and motion

    private var rmc: [UInt8] {
        var sentence = RMCSentence()
        (sentence.time, sentence.date) = (time, epoch.statedUTC?.date)
        sentence.isValid = solution != nil
        sentence.position = solution?.position
        sentence.speed = solution.map { Speed(metresPerSecond: $0.speed) }
        sentence.course = course
        sentence.mode = mode
        return sentence.encoded(talker: talker, version: settings.version, decimals: settings.decimals)
    }

    private var vtg: [UInt8] {
        var sentence = VTGSentence()
        sentence.speed = solution.map { Speed(metresPerSecond: $0.speed) }
        sentence.course = course
        sentence.mode = mode
        return sentence.encoded(talker: talker, version: settings.version)
    }

    private var gga: [UInt8] {
        var sentence = GGASentence()
        sentence.time = time
        sentence.position = solution?.position
        sentence.quality = solution.map { GGASentence.quality($0.quality) } ?? 0
        sentence.satellitesUsed = used
        sentence.hdop = solution?.dop.hdop ?? Self.unknownDilution
        (sentence.orthometricHeight, sentence.geoidSeparation) = (orthometric, separation)
        sentence.correctionAge = correctionAge
        sentence.station = correctionAge.map { _ in 1 }
        return sentence.encoded(talker: talker, version: settings.version, decimals: settings.decimals)
    }

    private var gns: [UInt8] {
        var sentence = GNSSentence()
        sentence.time = time
        sentence.position = solution?.position
        sentence.modes = Self.systems.map { system in
            let isUsed = epoch.satellites.contains { $0.isUsed && $0.id.constellation == system.constellation }
            return isUsed ? mode : .notValid
        }
        sentence.satellitesUsed = used
        sentence.hdop = solution?.dop.hdop ?? Self.unknownDilution
        (sentence.orthometricHeight, sentence.geoidSeparation) = (orthometric, separation)
        sentence.correctionAge = correctionAge
        return sentence.encoded(talker: talker, version: settings.version, decimals: settings.decimals)
    }

    private var gll: [UInt8] {
        var sentence = GLLSentence()
        sentence.time = time
        sentence.position = solution?.position
        sentence.isValid = solution != nil
        sentence.mode = mode
        return sentence.encoded(talker: talker, version: settings.version, decimals: settings.decimals)
    }

    private var gst: [UInt8] {
        var sentence = GSTSentence()
        sentence.time = time
        if let solution {
            sentence.statistics = solution.geometry.statistics(rangeError: solution.rangeDeviation)
            sentence.statistics.rangeResidual = Length(metres: solution.rangeDeviation)
        }
        return sentence.encoded(talker: talker, version: settings.version)
    }

    private var zda: [UInt8] {
        var sentence = ZDASentence()
        (sentence.time, sentence.date) = (time, epoch.statedUTC?.date)
        return sentence.encoded(talker: talker, version: settings.version)
    }

    private var txt: [UInt8] {
        var writer = SentenceWriter(talker, "TXT")
        for number in [1, 1, 2] { writer.integer(number, digits: 2) }
        writer.text("simulated receiver")
        return writer.finish()
    }

    // MARK: Satellites

    private func gsa(_ system: System) -> [[UInt8]] {
        let ids = epoch.satellites.filter { $0.isUsed && $0.id.constellation == system.constellation }.map(\.id)
        let unknown = DilutionOfPrecision(
            pdop: Self.unknownDilution, hdop: Self.unknownDilution, vdop: Self.unknownDilution)
        return GSASentence.encoded(
            solution == nil ? [] : ids, fixKind: solution?.kind ?? .none, dop: solution?.dop ?? unknown, talker: talker,
            systemID: SatelliteNumbering.systemID(system.constellation), version: settings.version)
    }

    private func gsv(_ system: System) -> [[UInt8]] {
        let seen = epoch.satellites.filter { $0.id.constellation == system.constellation && $0.path.elevation >= 3 }
        return GSVSentence.encoded(
            seen.map(\.seen), talker: isGPSOnly ? .gps : system.talker, signalID: system.signal,
            version: settings.version)
    }
}
