// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ReceiverStream
import Testing

/// What the messages of an epoch say of the fix and beside it.
@Suite struct UBXFixTests {
    private static func fix(_ messages: [UInt8]...) -> Fix? { UBXMade.fixes(messages).first }

    private static func payloads(_ messages: [UInt8]...) -> [Payload] {
        decode(messages.flatMap { $0 }).flatMap(\.payloads)
    }

    @Test(arguments: [
        (0, 0x01, FixKind.none, FixQuality.invalid), (1, 0x01, .twoDimensional, .deadReckoning),
        (2, 0x01, .twoDimensional, .autonomous), (3, 0x01, .threeDimensional, .autonomous),
        (3, 0x03, .threeDimensional, .differential), (3, 0x43, .threeDimensional, .rtkFloat),
        (3, 0x83, .threeDimensional, .rtkFixed), (4, 0x01, .threeDimensional, .combinedDeadReckoning),
        (5, 0x03, .threeDimensional, .manual), (3, 0x00, .none, .invalid), (9, 0x01, .none, .invalid),
    ])
    func `kind and quality are those of NAV-PVT, and none where the receiver finds it not OK`(
        type: Int, flags: Int, kind: FixKind, quality: FixQuality
    ) {
        let fix = Self.fix(UBXMade.pvt(1, [.u1(20, type), .u1(21, flags)]))
        #expect(fix?.kind == kind && fix?.quality == quality)
        #expect((fix?.position == nil) == (kind == .none))
        #expect(fix?.satellitesUsed == 17 && fix?.time != nil)
    }

    @Test func `a position that is marked as invalid, or out of range, is none`() {
        #expect(Self.fix(UBXMade.pvt(1, [.u2(78, 1)]))?.kind == FixKind.none)
        #expect(Self.fix(UBXMade.pvt(1, [.u4(28, 910_000_000)]))?.kind == FixKind.none)
    }

    @Test func `the accuracy of the speed is the receiver's, and nil where it states none`() {
        #expect(Self.fix(UBXMade.pvt(1))?.speedAccuracy == Speed(metresPerSecond: 0.17))
        for unknown in [0, 0xFFFF_FFFF] {
            #expect(Self.fix(UBXMade.pvt(1, [.u4(68, unknown)]))?.speedAccuracy == nil)
        }
    }

    @Test func `unknown accuracies and dilutions are nil`() {
        let fix = Self.fix(UBXMade.pvt(1, [.u4(40, 0xFFFF_FFFF), .u4(44, 0xFFFF_FFFF), .u2(76, 9999)]))
        #expect(fix?.horizontalAccuracy == nil && fix?.verticalAccuracy == nil && fix?.dop.pdop == nil)
    }

    @Test func `high precision goes before NAV-PVT`() {
        let fine = UBXMade.message(
            0x01, 0x14, size: 36,
            [
                .u4(4, UBXMade.noon + 1000), .u4(8, 1_705_001_234), .u4(12, -458_776_543), .u4(16, 25_378),
                .u4(20, 23_579), .u1(24, 56), .u1(25, -78), .u1(26, 5), .u1(27, -4), .u4(28, 142), .u4(32, 201),
            ])
        let fix = Self.fix(UBXMade.pvt(1), fine)
        #expect(fix?.position?.longitude.degrees == 170.500123456 && fix?.position?.latitude.degrees == -45.877654378)
        #expect(fix?.height.ellipsoidal?.metres == 25.3785 && fix?.height.orthometric?.metres == 23.5786)
        #expect(fix?.horizontalAccuracy?.value.metres == 0.0142)
    }

    @Test func `receivers without NAV-PVT state position and velocity in the Earth's frame`() throws {
        let sol = UBXMade.message(
            0x01, 0x06, size: 52,
            [
                .u4(0, UBXMade.noon + 1000), .u2(8, 2048), .u1(10, 3), .u1(11, 0x0D), .u4(12, -200_169_112),
                .u4(16, -392_507_405), .u4(20, 459_654_666), .u4(28, 38), .u4(32, -22), .u4(36, -2), .u2(44, 326),
                .u1(47, 7),
            ])
        let fix = try #require(Self.fix(sol))
        // As gpsd has it of the same numbers.
        #expect(abs((fix.position?.latitude.degrees ?? 0) - 46.404648618) < 1e-8)
        #expect(abs((fix.position?.longitude.degrees ?? 0) + 117.02046201) < 1e-8)
        #expect(abs((fix.height.ellipsoidal?.metres ?? 0) - 232.9577) < 1e-3 && fix.height.orthometric == nil)
        #expect(abs((fix.velocity?.east.metresPerSecond ?? 0) - 0.438) < 1e-3)
        #expect(abs((fix.course?.degrees ?? 0) - 94.0052) < 1e-3)
        #expect(fix.dop.pdop == 3.26 && fix.satellitesUsed == 7)
        // The week states the date; the leap seconds are those of that date.
        #expect(fix.time?.nanosecondsSince1970 == 1_555_070_401_000_000_000)
    }

    @Test func `the accuracy in three dimensions is taken where nothing better is stated`() throws {
        func solution(_ accuracy: Int) -> [UInt8] {
            UBXMade.message(
                0x01, 0x06, size: 52,
                [
                    .u4(0, UBXMade.noon + 1000), .u2(8, 2048), .u1(10, 3), .u1(11, 0x0D), .u4(12, -200_169_112),
                    .u4(16, -392_507_405), .u4(20, 459_654_666), .u4(24, accuracy), .u2(44, 326), .u1(47, 7),
                ])
        }
        let alone = try #require(Self.fix(solution(320)))
        #expect(alone.horizontalAccuracy == Accuracy(Length(metres: 3.2), origin: .receiver))
        #expect(alone.verticalAccuracy == Accuracy(Length(metres: 3.2), origin: .receiver))
        for unknown in [0, 0xFFFF_FFFF, 10_000_000] {
            let fix = try #require(Self.fix(solution(unknown)))
            #expect(fix.horizontalAccuracy?.origin != .receiver && fix.verticalAccuracy?.origin != .receiver)
        }
        let better = try #require(Self.fix(UBXMade.pvt(1, [.u4(40, 500), .u4(44, 700)]), solution(320)))
        #expect(better.horizontalAccuracy?.value.metres == 0.5 && better.verticalAccuracy?.value.metres == 0.7)
    }

    @Test func `Earth-fixed coordinates are those that the receiver states, and never computed`() throws {
        let iTOW = UBXMade.Put.u4(0, UBXMade.noon + 1000)
        func posecef(accuracy: Int = 1935) -> [UInt8] {
            UBXMade.message(
                0x01, 0x01, size: 20,
                [iTOW, .u4(4, -438_712_140), .u4(8, 73_414_253), .u4(12, -455_579_993), .u4(16, accuracy)])
        }
        let velecef = UBXMade.message(
            0x01, 0x11, size: 20, [iTOW, .u4(4, 2), .u4(8, -33), .u4(12, 1), .u4(16, 76)])
        let fix = try #require(Self.fix(UBXMade.pvt(1), posecef(), velecef))
        #expect(
            fix.earthFixedPosition
                == EarthFixedPosition(
                    x: Length(metres: -4_387_121.4), y: Length(metres: 734_142.53), z: Length(metres: -4_555_799.93),
                    accuracy: Length(metres: 19.35)))
        #expect(
            fix.earthFixedVelocity
                == EarthFixedVelocity(
                    x: Speed(metresPerSecond: 0.02), y: Speed(metresPerSecond: -0.33), z: Speed(metresPerSecond: 0.01),
                    accuracy: Speed(metresPerSecond: 0.76)))
        // NAV-PVT keeps the geodetic position.
        #expect(fix.position?.latitude.degrees == -45.8776543)
        let alone = try #require(Self.fix(UBXMade.pvt(1)))
        #expect(alone.earthFixedPosition == nil && alone.earthFixedVelocity == nil)
        let refused = try #require(Self.fix(UBXMade.pvt(1, [.u1(21, 0)]), posecef(), velecef))
        #expect(refused.kind == .none && refused.earthFixedPosition == nil && refused.earthFixedVelocity == nil)
        for unknown in [0, 0xFFFF_FFFF] {
            let fix = try #require(Self.fix(UBXMade.pvt(1), posecef(accuracy: unknown)))
            #expect(fix.earthFixedPosition?.x.metres == -4_387_121.4 && fix.earthFixedPosition?.accuracy == nil)
        }
        let fine = UBXMade.message(
            0x01, 0x13, size: 28,
            [
                .u4(4, UBXMade.noon + 1000), .u4(8, -438_712_140), .u4(12, 73_414_253), .u4(16, -455_579_993),
                .u1(20, -7), .u1(21, 5), .u1(22, 99), .u4(24, 192_708),
            ])
        for messages in [fine + posecef(), posecef() + fine] {
            let fix = try #require(Self.fix(UBXMade.pvt(1), messages))
            #expect(fix.earthFixedPosition?.x.metres == -4_387_121.4007)
            #expect(fix.earthFixedPosition?.accuracy?.metres == 19.2708)
        }
    }

    @Test func `NAV-SOL states Earth-fixed coordinates unless it leaves them at zero`() throws {
        func solution(_ x: Int) -> [UInt8] {
            UBXMade.message(
                0x01, 0x06, size: 52,
                [
                    .u4(0, UBXMade.noon + 1000), .u2(8, 2048), .u1(10, 3), .u1(11, 0x0D), .u4(12, x), .u4(24, 2463),
                    .u4(28, 38), .u4(32, -22), .u4(36, -2), .u4(40, 105), .u1(47, 7),
                ])
        }
        let fix = try #require(Self.fix(UBXMade.pvt(1), solution(-637_813_700)))
        #expect(fix.earthFixedPosition?.x.metres == -6_378_137 && fix.earthFixedPosition?.accuracy?.metres == 24.63)
        #expect(fix.earthFixedVelocity?.y.metresPerSecond == -0.22)
        #expect(fix.earthFixedVelocity?.accuracy?.metresPerSecond == 1.05)
        let empty = try #require(Self.fix(UBXMade.pvt(1), solution(0)))
        #expect(empty.earthFixedPosition == nil && empty.earthFixedVelocity == nil)
    }

    @Test func `POSLLH, VELNED and STATUS together make a fix`() {
        let iTOW = UBXMade.Put.u4(0, UBXMade.noon + 1000)
        let posllh = UBXMade.message(
            0x01, 0x02, size: 28,
            [iTOW, .u4(4, 100_000_000), .u4(8, 500_000_000), .u4(12, 1000), .u4(16, 900), .u4(20, 2500)])
        let velned = UBXMade.message(0x01, 0x12, size: 36, [iTOW, .u4(4, 100), .u4(12, 50), .u4(20, 100), .u4(24, 0)])
        let status = UBXMade.message(0x01, 0x03, size: 16, [iTOW, .u1(4, 3), .u1(5, 0x03), .u1(7, 0x80)])
        let fix = Self.fix(posllh, velned, status)
        #expect(fix?.quality == .rtkFixed && fix?.position?.latitude.degrees == 50)
        #expect(fix?.velocity?.up.metresPerSecond == -0.5 && fix?.horizontalAccuracy?.value.metres == 2.5)
        // Alone, a position of no accuracy at all is what a receiver sends that has none.
        #expect(Self.fix(posllh)?.kind == .threeDimensional)
        let lost = UBXMade.message(0x01, 0x02, size: 28, [iTOW, .u4(20, 0xFFFF_FFFF)])
        #expect(Self.fix(lost)?.kind == FixKind.none)
    }

    @Test func `nanoseconds before the second that is stated are no mistake`() {
        let fix = Self.fix(UBXMade.pvt(1, [.u4(16, -1_000_000)]))
        #expect(fix?.time?.nanosecondsSince1970 == 1_555_070_400_999_000_000)
    }

    @Test func `a time that is not valid is none, and GPS time takes the leap seconds that are stated`() {
        #expect(Self.fix(UBXMade.pvt(1, [.u1(11, 0)]))?.time == nil)
        let time = Self.fix(UBXMade.pvt(1, [.u1(11, 0)]), UBXMade.timeGPS(1, leap: 17))?.time
        #expect(time?.nanosecondsSince1970 == 1_555_070_401_999_999_700)
    }

    @Test(arguments: [14_599, 14_600, 20_000, 32_767, 65_535])
    func `a week that is further away than time can be counted is none`(_ week: Int) {
        let time = Self.fix(UBXMade.pvt(1, [.u1(11, 0)]), UBXMade.timeGPS(1, week: week))?.time
        #expect((time != nil) == (week < 14_600))
    }

    @Test func `age and station of corrections are stated where they are used`() {
        let relative = UBXMade.message(
            0x01, 0x3C, size: 64, [.u1(0, 1), .u2(2, 1021), .u4(4, UBXMade.noon + 1000), .u4(60, 0x07)])
        let fix = Self.fix(UBXMade.pvt(1, [.u1(21, 0x83), .u2(78, 3 << 1)]), relative)
        #expect(fix?.corrections == CorrectionsUsed(age: 5, station: 1021))
        #expect(Self.fix(UBXMade.pvt(1, [.u2(78, 3 << 1)]), relative)?.corrections == nil)
    }

    @Test func `the station whose corrections were used is that of a carrier phase solution`() {
        let used = UBXMade.message(0x02, 0x32, size: 8, [.u1(0, 2), .u1(1, 0x04), .u2(4, 1234), .u2(6, 1077)])
        let refused = UBXMade.message(0x02, 0x32, size: 8, [.u1(0, 2), .u1(1, 0x05), .u2(4, 99), .u2(6, 1077)])
        let stations = UBXMade.fixes([
            used, refused, UBXMade.pvt(1, [.u1(21, 0x43)]), UBXMade.pvt(2, [.u1(21, 0x03)]),
        ]).map(\.corrections?.station)
        #expect(stations == [1234, nil])
    }

    @Test func `satellites are listed in their order, each once, and the best signal counts`() {
        let signal: [UBXMade.Put] = [.u1(8, 2), .u1(9, 24), .u1(10, 1), .u1(14, 44), .u2(18, 0x08)]
        let signals = UBXMade.message(
            0x01, 0x43, size: 24, [.u4(0, UBXMade.noon + 1000), .u1(5, 1)] + signal)
        let views = [UBXMade.pvt(1) + UBXMade.satellites(1) + signals, UBXMade.pvt(1) + signals].map {
            decode($0).compactMap(\.skyView).first
        }
        #expect(views[0]?.satellites.map(\.id.description) == ["G05", "E24", "R10"])
        #expect(views[0]?.satellites.map(\.isUsed) == [true, false, false])
        #expect(views[0]?.satellites.map(\.cn0) == [41, 44, nil])
        #expect(views[0]?.satellites.map(\.azimuth?.degrees) == [0, 271, nil])
        #expect(views[0]?.satellites.map(\.elevation?.degrees) == [45, 12, nil])
        #expect(views[1]?.satellites.map(\.id.description) == ["E24"] && views[1]?.satellites.first?.isUsed == true)
        #expect(views[1]?.satellites.first?.cn0 == 44 && views[1]?.satellites.first?.elevation == nil)
        #expect(views[1]?.time != nil)
    }

    @Test(arguments: [1, 2, 31, 64, 65, 255])
    func `satellites in any order and often repeated are listed in order, each once`(count: Int) {
        var random = Dice(seed: UInt64(count))
        let rows = (0..<count).map { _ in
            let system = [0, 2, 3, 6].randomElement(using: &random) ?? 0
            return (
                system: system, number: Int.random(in: 1...10, using: &random),
                cn0: Int.random(in: 1...50, using: &random)
            )
        }
        let list = rows.enumerated().flatMap { index, row -> [UBXMade.Put] in
            let at = 8 + 12 * index
            return [.u1(at, row.system), .u1(at + 1, row.number), .u1(at + 2, row.cn0)]
        }
        let message = UBXMade.message(
            0x01, 0x35, size: 8 + 12 * count, [.u4(0, UBXMade.noon + 1000), .u1(4, 1), .u1(5, count)] + list)
        let view = decode(UBXMade.pvt(1) + message).compactMap(\.skyView).first
        var best: [SatelliteID: Double] = [:]
        for row in rows {
            guard let id = SatelliteID(Constellation(rawValue: UInt8(row.system)), row.number) else { continue }
            best[id] = max(best[id] ?? 0, Double(row.cn0))
        }
        #expect(view?.satellites.map(\.id) == best.keys.sorted())
        #expect(view?.satellites.map(\.cn0) == best.keys.sorted().map { best[$0] })
    }

    @Test func `old chips number all satellites in one row`() {
        let channels: [UBXMade.Put] = [
            .u1(9, 66), .u1(10, 0x01), .u1(11, 4), .u1(12, 30), .u1(13, 20), .u2(14, 10), .u1(21, 211), .u1(24, 31),
        ]
        let svinfo = UBXMade.message(0x01, 0x30, size: 32, [.u4(0, UBXMade.noon + 1000), .u1(4, 2)] + channels)
        let view = decode(UBXMade.pvt(1) + svinfo).compactMap(\.skyView).first
        #expect(view?.satellites.map(\.id.description) == ["E01", "R02"])
        #expect(view?.satellites.map(\.isUsed) == [false, true])
    }

    @Test func `the health of a satellite is the one that NAV-SAT or NAV-SVINFO states`() {
        let iTOW = UBXMade.Put.u4(0, UBXMade.noon + 1000)
        let satellites = UBXMade.message(
            0x01, 0x35, size: 44,
            [
                iTOW, .u1(4, 1), .u1(5, 3), .u1(9, 5), .u4(16, 0x07), .u1(21, 6), .u4(28, 0x17), .u1(33, 7),
                .u4(40, 0x27),
            ])
        let view = decode(UBXMade.pvt(1) + satellites).compactMap(\.skyView).first
        #expect(view?.satellites.map(\.isHealthy) == [nil, true, false])
        let channels = UBXMade.message(
            0x01, 0x30, size: 32, [iTOW, .u1(4, 2), .u1(9, 5), .u1(10, 0x11), .u1(21, 6), .u1(22, 0x01)])
        let old = decode(UBXMade.pvt(1) + channels).compactMap(\.skyView).first
        #expect(old?.satellites.map(\.isHealthy) == [false, true])
    }

    @Test func `covariances are error statistics`() {
        let covariance = UBXMade.message(
            0x01, 0x36, size: 64,
            [.u4(0, UBXMade.noon + 1000), .u1(5, 1), .r4(16, 4), .r4(28, 9), .r4(36, 16)])
        let errors = Self.fix(UBXMade.pvt(1), covariance)?.errorStatistics
        #expect(errors?.latitude?.metres == 2 && errors?.longitude?.metres == 3 && errors?.height?.metres == 4)
        #expect(errors?.semiMajor?.metres == 3 && errors?.semiMinor?.metres == 2 && errors?.orientation?.degrees == 90)
    }

    @Test func `leap seconds that are the firmware's default say so`() {
        let leap = {
            UBXMade.message(0x01, 0x26, size: 24, [.u4(0, UBXMade.noon + 1000), .u1(8, $0), .u1(9, 18), .u1(23, 1)])
        }
        for (source, isDefault) in [(0, true), (2, false)] {
            let timings = Self.payloads(UBXMade.pvt(1), leap(source)).compactMap { payload -> Timing? in
                if case .timing(let timing) = payload { timing } else { nil }
            }
            #expect(timings.map(\.leapSeconds) == [18] && timings.map(\.leapSecondsAreDefault) == [isDefault])
        }
    }

    @Test func `attitude comes of inertial sensors or of a moving base`() {
        let attitude = UBXMade.message(
            0x01, 0x05, size: 32,
            [
                .u4(0, UBXMade.noon + 1000), .u4(8, -250_000), .u4(12, 100_000), .u4(16, 27_000_000), .u4(20, 50_000),
                .u4(24, 9_000_000), .u4(28, 100_000),
            ])
        let base = UBXMade.message(
            0x01, 0x3C, size: 64, [.u1(0, 1), .u4(4, UBXMade.noon + 1000), .u4(24, 4_500_000), .u4(60, 0x127)])
        let attitudes = [Self.payloads(UBXMade.pvt(1), attitude), Self.payloads(UBXMade.pvt(1), base)].map { payloads in
            payloads.compactMap { payload -> Attitude? in
                if case .attitude(let attitude) = payload { attitude } else { nil }
            }
        }
        #expect(attitudes[0].map(\.heading?.degrees) == [270] && attitudes[0].map(\.roll?.degrees) == [-2.5])
        // An accuracy of 90° says that the pitch is not known.
        #expect(attitudes[0].map(\.pitch) == [nil])
        #expect(attitudes[1].map(\.heading?.degrees) == [45] && attitudes[1].first?.time != nil)
    }

    @Test func `a receiver says what it is piece by piece`() {
        var version = Array("EXT CORE 1.00 (f17067)".utf8)
        version += [UInt8](repeating: 0, count: 30 - version.count) + Array("00190000".utf8) + [0, 0]
        for text in ["FWVER=HPG 1.50", "PROTVER=27.50", "MOD=ZED-F9P"] {
            version += Array(text.utf8) + [UInt8](repeating: 0, count: 30 - text.utf8.count)
        }
        let unique = UBXMade.message(0x27, 0x03, size: 9, [.u1(0, 1), .u1(4, 0xAB), .u1(8, 0x0C)])
        let identities = Self.payloads(
            UBXMade.pvt(1), Made.ubx(0x0A, 0x04, version), UBXMade.pvt(2), unique, UBXMade.pvt(3)
        )
        .compactMap { payload -> ReceiverIdentity? in
            if case .receiver(let identity) = payload { identity } else { nil }
        }
        #expect(
            identities == [
                ReceiverIdentity(vendor: "u-blox", model: "ZED-F9P", firmware: "HPG 1.50"),
                ReceiverIdentity(vendor: "u-blox", model: "ZED-F9P", firmware: "HPG 1.50", serial: "AB0000000C"),
            ])
    }

    @Test func `a receiver that states time alone has no fix`() {
        let fixes = UBXMade.fixes([UBXMade.timeGPS(1), UBXMade.satellites(1), UBXMade.timeGPS(2)])
        #expect(fixes.map(\.kind) == [FixKind.none, FixKind.none] && fixes.allSatisfy { $0.time != nil })
    }

    @Test func `payloads cut short or of unknown versions do no harm`() {
        let whole = [UBXMade.pvt(1), UBXMade.satellites(1), UBXMade.dop(1), UBXMade.timeGPS(1)]
        for id in UInt8.min...UInt8.max {
            for size in [0, 1, 4, 8, 16, 40, 100] {
                let message = Made.ubx(0x01, id, [UInt8](repeating: 0xFF, count: size))
                #expect(
                    UBXMade.fixes(whole + [message]).first?.kind == .threeDimensional || size >= 16, "\(id), \(size)")
            }
        }
    }

    @Test(arguments: [
        (60, 0, "2016-12-31T23:59:60.000Z"), (60, 250, "2016-12-31T23:59:60.000000250Z"),
        (60, -50, "2016-12-31T23:59:60.000Z"), (60, -499_999, "2016-12-31T23:59:60.000Z"),
        (60, -600_000, "2016-12-31T23:59:59.999400Z"), (59, -50, "2016-12-31T23:59:58.999999950Z"),
        (59, 999_999_950, "2016-12-31T23:59:59.999999950Z"),
    ])
    func `the instant is exact, and a leap second that is stated as just before it is one`(
        second: Int, nano: Int, time: String
    ) throws {
        let date: [UBXMade.Put] = [.u2(4, 2016), .u1(6, 12), .u1(7, 31), .u1(8, 23), .u1(9, 59), .u1(10, second)]
        let fix = try #require(Self.fix(UBXMade.pvt(1, date + [.u4(16, nano)])))
        #expect(fix.time == UTCTime(iso: time))
        #expect(fix.time?.isLeapSecond == time.contains(":60."))
    }
}
