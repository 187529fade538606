// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA

/// The NMEA 4.11 sentences of one epoch from a receiver for four systems.
struct SentenceBurst {
    /// Nil until the receiver knows the time.
    var time: UTCTime?
    var solution: ReceiverSolution?
    /// The satellites in view, in any order.
    var satellites: [Satellite]

    private typealias System = (constellation: Constellation, talker: Talker, signal: UInt8)

    /// The systems, each with the one signal that the receiver uses: L1 C/A, G1 C/A, E1, B1I.
    private static let systems: [System] = [
        (.gps, .gps, 1), (.glonass, .glonass, 1), (.galileo, .galileo, 7), (.beidou, .beidou, 1),
    ]

    /// The value that receivers send for an unknown dilution of precision.
    private static let unknownDilution = 99.99

    private var mode: ModeIndicator { solution == nil ? .notValid : .autonomous }

    /// The concatenated sentences.
    var bytes: [UInt8] {
        var bytes = rmc + vtg + gga
        for system in Self.systems { bytes += gsa(system) }
        for system in Self.systems { bytes += gsv(system) }
        return bytes + gll + gst + zda
    }

    // MARK: Position and motion

    private var rmc: [UInt8] {
        var sentence = RMCSentence()
        sentence.time = time?.timeOfDay
        sentence.isValid = solution != nil
        sentence.position = solution?.position
        sentence.speed = solution?.speed
        sentence.course = solution?.course
        sentence.date = time?.date
        sentence.mode = mode
        return sentence.encoded(talker: .combined)
    }

    private var vtg: [UInt8] {
        var sentence = VTGSentence()
        sentence.speed = solution?.speed
        sentence.course = solution?.course
        sentence.mode = mode
        return sentence.encoded(talker: .combined)
    }

    private var gga: [UInt8] {
        var sentence = GGASentence()
        sentence.time = time?.timeOfDay
        sentence.position = solution?.position
        sentence.quality = solution == nil ? 0 : 1
        sentence.satellitesUsed = solution?.satellitesUsed ?? 0
        sentence.hdop = solution?.dop.hdop ?? Self.unknownDilution
        sentence.orthometricHeight = solution?.height
        sentence.geoidSeparation = solution?.height.map { _ in Length(metres: PolderCourse.geoidSeparation) }
        return sentence.encoded(talker: .combined)
    }

    private var gll: [UInt8] {
        var sentence = GLLSentence()
        sentence.time = time?.timeOfDay
        sentence.position = solution?.position
        sentence.isValid = solution != nil
        sentence.mode = mode
        return sentence.encoded(talker: .combined)
    }

    private var gst: [UInt8] {
        var sentence = GSTSentence()
        sentence.time = time?.timeOfDay
        if let solution { sentence.statistics = solution.statistics }
        return sentence.encoded(talker: .combined)
    }

    private var zda: [UInt8] {
        var sentence = ZDASentence()
        sentence.time = time?.timeOfDay
        sentence.date = time?.date
        return sentence.encoded(talker: .combined)
    }

    // MARK: Satellites

    private func gsa(_ system: System) -> [UInt8] {
        let used = satellites.filter { $0.isUsed && $0.id.constellation == system.constellation }.map(\.id).sorted()
        let unknown = DilutionOfPrecision(
            pdop: Self.unknownDilution, hdop: Self.unknownDilution, vdop: Self.unknownDilution)
        let sentences = GSASentence.encoded(
            solution == nil ? [] : used, fixKind: solution?.kind ?? .none, dop: solution?.dop ?? unknown,
            talker: .combined, systemID: SatelliteNumbering.systemID(system.constellation))
        return sentences.flatMap(\.self)
    }

    private func gsv(_ system: System) -> [UInt8] {
        let inView = satellites.filter { $0.id.constellation == system.constellation }.sorted { $0.id < $1.id }
        return GSVSentence.encoded(inView, talker: system.talker, signalID: system.signal).flatMap(\.self)
    }
}
