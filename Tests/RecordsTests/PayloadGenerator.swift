// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Random payloads of every kind, with each field known or not.
enum PayloadGenerator {
    static func all(using generator: inout some RandomNumberGenerator) -> [Payload] {
        [
            .fix(fix(using: &generator)), .satellites(sky(using: &generator)),
            .signals(signals(using: &generator)), .navigationPage(page(using: &generator)),
            .measurements(measurements(using: &generator)), .corrections(corrections(using: &generator)),
            .attitude(attitude(using: &generator)), .timing(timing(using: &generator)),
            .sentence(Sentence(format: .nmea, bytes: bytes(using: &generator))),
            .receiver(
                ReceiverIdentity(vendor: "u-blox", model: maybe("ZED-F9P", &generator), firmware: nil, serial: "ö")),
            .driverState(
                DriverStateReport(DriverState.allCases.randomElement(using: &generator) ?? .lost, reason: "weg")),
        ]
    }

    static func maybe<T>(_ value: T, _ generator: inout some RandomNumberGenerator) -> T? {
        Bool.random(using: &generator) ? value : nil
    }

    static func number(_ range: ClosedRange<Double>, _ g: inout some RandomNumberGenerator) -> Double? {
        maybe(Double.random(in: range, using: &g), &g)
    }

    static func bytes(using g: inout some RandomNumberGenerator) -> [UInt8] {
        (0..<Int.random(in: 0...99, using: &g)).map { _ in UInt8.random(in: 0...255, using: &g) }
    }

    static func time(using g: inout some RandomNumberGenerator) -> UTCTime? {
        maybe(UTCTime(nanosecondsSince1970: Int64.random(in: 0...4_000_000_000_000_000_000, using: &g)), &g)
    }

    private static func fix(using g: inout some RandomNumberGenerator) -> Fix {
        let kind = FixKind.allCases.randomElement(using: &g) ?? .none
        var fix = Fix(kind: kind, quality: FixQuality.allCases.randomElement(using: &g) ?? .invalid)
        fix.time = time(using: &g)
        if fix.time != nil { fix.timeOrigin = TimeOrigin.allCases.randomElement(using: &g) ?? .receiver }
        if kind != .none {
            fix.position = GeodeticPosition(
                latitude: Angle(degrees: Double.random(in: -90...90, using: &g)),
                longitude: Angle(degrees: Double.random(in: -180...180, using: &g)))
        }
        fix.height = Height(
            ellipsoidal: number(-500...9000, &g).map(Length.init),
            orthometric: number(-500...9000, &g).map(Length.init),
            geoidSeparation: number(-110...90, &g).map(Length.init))
        fix.datum = maybe("W72", &g)
        fix.speed = number(0...600, &g).map { Speed(metresPerSecond: $0) }
        fix.speedAccuracy = number(0...99, &g).map { Speed(metresPerSecond: $0) }
        fix.course = number(0...359, &g).map(Angle.init)
        fix.magneticVariation = number(-30...30, &g).map(Angle.init)
        if let up = number(-5...5, &g) {
            fix.velocity = Velocity(
                north: Speed(metresPerSecond: 1), east: Speed(metresPerSecond: -2), up: Speed(metresPerSecond: up))
        }
        fix.earthFixedPosition = number(-7e6...7e6, &g).map { z in
            EarthFixedPosition(
                x: Length(metres: 4_200_000.5), y: Length(metres: -1_100_000.25), z: Length(metres: z),
                accuracy: number(0...99, &g).map(Length.init))
        }
        fix.earthFixedVelocity = number(-600...600, &g).map { z in
            EarthFixedVelocity(
                x: Speed(metresPerSecond: 3), y: Speed(metresPerSecond: -4), z: Speed(metresPerSecond: z),
                accuracy: number(0...9, &g).map { Speed(metresPerSecond: $0) })
        }
        fix.horizontalAccuracy = number(0...99, &g).map { Accuracy(Length(metres: $0), origin: .receiver) }
        fix.verticalAccuracy = number(0...99, &g).map { Accuracy(Length(metres: $0), origin: .dilutionOfPrecision) }
        fix.errorStatistics = statistics(using: &g)
        fix.dop = dop(using: &g)
        fix.satellitesUsed = maybe(17, &g)
        fix.corrections = maybe(CorrectionsUsed(age: 1.5, station: maybe(4095, &g)), &g)
        fix.leapSeconds = maybe(18, &g)
        fix.sources = Bool.random(using: &g) ? ["GNRMC", "GNGGA"] : []
        return fix
    }

    private static func statistics(using g: inout some RandomNumberGenerator) -> ErrorStatistics? {
        guard let rms = number(0...99, &g) else { return nil }
        var statistics = ErrorStatistics()
        statistics.rangeResidual = Length(metres: rms)
        statistics.semiMajor = number(0...99, &g).map(Length.init)
        statistics.semiMinor = number(0...99, &g).map(Length.init)
        statistics.orientation = number(0...359, &g).map(Angle.init)
        statistics.latitude = number(0...99, &g).map(Length.init)
        statistics.longitude = number(0...99, &g).map(Length.init)
        statistics.height = number(0...99, &g).map(Length.init)
        return statistics
    }

    private static func dop(using g: inout some RandomNumberGenerator) -> DilutionOfPrecision {
        DilutionOfPrecision(
            gdop: number(0...9, &g), pdop: number(0...9, &g), hdop: number(0...9, &g), vdop: number(0...9, &g),
            tdop: number(0...9, &g))
    }

    private static func sky(using g: inout some RandomNumberGenerator) -> SkyView {
        let satellites = (1...32).compactMap { number -> Satellite? in
            guard Bool.random(using: &g), let id = SatelliteID(.galileo, number) else { return nil }
            let isSeen = Bool.random(using: &g)
            return Satellite(
                id, elevation: isSeen ? Angle(degrees: Double(Int.random(in: -5...90, using: &g))) : nil,
                azimuth: isSeen ? Angle(degrees: Double(Int.random(in: 0...359, using: &g))) : nil,
                cn0: maybe(Double(Int.random(in: 0...55, using: &g)), &g), isUsed: Bool.random(using: &g),
                isHealthy: maybe(Bool.random(using: &g), &g))
        }
        return SkyView(time: time(using: &g), satellites: satellites, dop: dop(using: &g), sources: ["GAGSV"])
    }

    private static func attitude(using g: inout some RandomNumberGenerator) -> Attitude {
        var attitude = Attitude()
        attitude.time = time(using: &g)
        attitude.heading = number(0...359, &g).map(Angle.init)
        attitude.magneticHeading = number(0...359, &g).map(Angle.init)
        attitude.pitch = number(-90...90, &g).map(Angle.init)
        attitude.roll = number(-180...180, &g).map(Angle.init)
        attitude.rateOfTurn = number(-90...90, &g)
        attitude.heave = number(-9...9, &g).map(Length.init)
        return attitude
    }

    private static func timing(using g: inout some RandomNumberGenerator) -> Timing {
        var timing = Timing()
        timing.time = time(using: &g)
        timing.leapSeconds = maybe(18, &g)
        timing.leapSecondsAreDefault = timing.leapSeconds != nil && Bool.random(using: &g)
        timing.clockBias = number(-9e5...9e5, &g)
        timing.clockDrift = number(-9e3...9e3, &g)
        timing.sources = ["PUBX"]
        return timing
    }
}
