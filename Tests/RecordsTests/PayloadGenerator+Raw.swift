// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

// Random pages, signals, measurements and corrections.

extension PayloadGenerator {
    static func page(using g: inout some RandomNumberGenerator) -> NavigationPage {
        let bitCount = Int.random(in: 1...492, using: &g)
        let bytes = (0..<(bitCount + 7) / 8).map { _ in UInt8.random(in: 0...255, using: &g) }
        var page = NavigationPage(
            satellite: satellite(using: &g), signal: .galileoE5bI,
            message: NavigationMessage(rawValue: UInt8.random(in: 0...20, using: &g)), bytes: bytes, bitCount: bitCount)
        page.frequencyChannel = maybe(Int.random(in: -7...6, using: &g), &g)
        page.check = PageCheck.allCases.randomElement(using: &g) ?? .failed
        page.time = maybe(GST(secondsSinceEpoch: Int.random(in: 0...3_000_000_000, using: &g)), &g) ?? nil
        if page.time != nil { page.timeOrigin = .pages }
        page.sources = Bool.random(using: &g) ? ["RXM-SFRBX"] : []
        return page
    }

    static func signals(using g: inout some RandomNumberGenerator) -> SignalView {
        let signals = (0..<Int.random(in: 0...70, using: &g)).map { _ in
            TrackedSignal(
                satellite(using: &g), Signal(.galileo, UInt8.random(in: 0...255, using: &g)),
                frequencyChannel: maybe(Int.random(in: -7...6, using: &g), &g),
                cn0: maybe(Double(Int.random(in: 0...99, using: &g)), &g),
                quality: maybe(SignalQuality.allCases.randomElement(using: &g) ?? .acquired, &g),
                isHealthy: maybe(Bool.random(using: &g), &g),
                use: TrackedSignal.Use(rawValue: UInt8.random(in: 0...127, using: &g)),
                residual: maybe(Length(metres: -2.5), &g), isClaimedAuthentic: Bool.random(using: &g))
        }
        return SignalView(time: time(using: &g), signals: signals, sources: ["NAV-SIG"])
    }

    static func measurements(using g: inout some RandomNumberGenerator) -> MeasurementEpoch {
        let nanoseconds = Int64.random(in: 0..<GPSTime.nanosecondsInWeek, using: &g)
        let measurements = (0..<Int.random(in: 0...90, using: &g)).map { _ in measurement(using: &g) }
        return MeasurementEpoch(
            time: maybe(GPSTime(week: 2425, nanosecondsOfWeek: nanoseconds), &g) ?? nil, leapSeconds: maybe(18, &g),
            isClockReset: Bool.random(using: &g), measurements: measurements, sources: ["RXM-RAWX"])
    }

    static func corrections(using g: inout some RandomNumberGenerator) -> CorrectionData {
        CorrectionData(
            bytes: bytes(using: &g), station: maybe(UInt16.random(in: 0...4095, using: &g), &g),
            age: number(0...99, &g), origin: Bool.random(using: &g) ? "ntrip://caster.example:2101/ÜBER" : "")
    }

    private static func measurement(using g: inout some RandomNumberGenerator) -> SignalMeasurement {
        var m = SignalMeasurement(satellite(using: &g), .galileoE1C)
        m.frequencyChannel = maybe(Int.random(in: -7...6, using: &g), &g)
        m.pseudorange = number(1.8e7...2.9e7, &g).map(Length.init)
        m.pseudorangeDeviation = maybe(Length(metres: 0.25), &g)
        m.carrierPhase = number(-1.5e8...1.5e8, &g)
        m.carrierPhaseDeviation = maybe(0.0625, &g)
        m.isHalfCycleResolved = Bool.random(using: &g)
        m.isHalfCycleSubtracted = Bool.random(using: &g)
        m.doppler = number(-5e3...5e3, &g)
        m.dopplerDeviation = maybe(0.5, &g)
        m.cn0 = maybe(44, &g)
        m.lockTime = maybe(64.5, &g)
        return m
    }

    private static let galileo = (1...36).compactMap { SatelliteID(.galileo, $0) }

    private static func satellite(using g: inout some RandomNumberGenerator) -> SatelliteID {
        galileo[Int.random(in: 0..<galileo.count, using: &g)]
    }
}
