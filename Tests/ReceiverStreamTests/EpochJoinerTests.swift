// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import ReceiverStream

@Suite struct EpochJoinerTests {
    static let first = [
        "GNRMC,003956.00,A,4552.65403,S,17030.00668,E,0.025,12.5,120419,,,A,V",
        "GNGGA,003956.00,4552.65403,S,17030.00668,E,1,12,0.64,14.2,M,1.8,M,,",
        "GNGSA,A,3,13,16,21,15,,,,,,,,,1.05,0.64,0.83,1",
        "GNGSA,A,3,82,66,81,,,,,,,,,,1.05,0.64,0.83,2",
        "GPGSV,1,1,02,13,37,124,29,15,63,083,11,1", "GPGSV,1,1,02,13,37,124,35,15,63,083,,6",
        "GLGSV,1,1,01,66,58,305,32,1", "GNGLL,4552.65403,S,17030.00668,E,003956.00,A,A",
    ]
    static let second = first.map { $0.replacing("003956.00", with: "003957.00") }

    @Test func `an epoch makes one fix and one sky view`() throws {
        let epochs = decode(Self.first + Self.second)
        #expect(epochs.count == 2)
        for epoch in epochs { #expect(epoch.payloads.map(\.kind) == [.fix, .satellites, .signals]) }
        let fix = try #require(epochs[0].fix)
        #expect(fix.time == UTCTime(iso: "2019-04-12T00:39:56.000Z"))
        #expect(fix.kind == .threeDimensional && fix.quality == .autonomous)
        #expect(fix.height.orthometric?.metres == 14.2 && fix.height.ellipsoidal?.metres == 16)
        #expect(fix.course?.degrees == 12.5 && fix.dop.vdop == 0.83 && fix.satellitesUsed == 12)
        #expect(fix.sources == ["GNRMC", "GNGGA", "GNGSA", "GPGSV", "GLGSV", "GNGLL"])
    }

    @Test func `satellites of several signals are one row with the best C/N0`() throws {
        let view = try #require(decode(Self.first)[0].skyView)
        #expect(view.satellites.map(\.id.description) == ["G13", "G15", "R02"])
        #expect(view.satellites.map(\.cn0) == [35, 11, 32])
        #expect(view.usedCount == 3)
    }

    @Test func `epochs are the same however the stream is split`() {
        let bytes = nmea(Self.first + Self.second)
        let whole = decode(bytes, configuration: .init())
        for feed in [1, 3, 50, 299] { #expect(decode(bytes, configuration: .init(), feed: feed) == whole) }
        let sentences = whole[0].payloads.compactMap { payload -> [UInt8]? in
            if case .sentence(let sentence) = payload { sentence.bytes } else { nil }
        }
        #expect(sentences.flatMap { $0 } == nmea(Self.first))
    }

    @Test func `one sentence that says "no solution" is enough`() throws {
        for (index, body) in [
            (0, "GNRMC,003956.00,V,4552.65403,S,17030.00668,E,0.025,12.5,120419,,,N,V"),
            (1, "GNGGA,003956.00,4552.65403,S,17030.00668,E,0,12,0.64,14.2,M,1.8,M,,"),
            (7, "GNGLL,4552.65403,S,17030.00668,E,003956.00,V,N"),
        ] {
            var bodies = Self.first
            bodies[index] = body
            let epochs = decode(bodies + Self.second)
            let fix = try #require(epochs[0].fix)
            #expect(fix.kind == .none && fix.position == nil && fix.speed == nil && fix.quality == .invalid)
            #expect(fix.time == UTCTime(iso: "2019-04-12T00:39:56.000Z") || index == 0)
            #expect(epochs[1].fix?.kind == .threeDimensional)
        }
    }

    @Test(arguments: ["-17030.0668,E", "7030.0668,E", "1x030.0668,E", "17030.0668,Q"])
    func `a sentence with an unreadable position is counted, and the epoch keeps its fix`(field: String) throws {
        for index in [0, 1, 7] {
            var bodies = Self.first
            bodies[index] = bodies[index].replacing("17030.00668,E", with: field)
            let decoder = StreamDecoder(configuration: .bare)
            var epochs: [DecodedEpoch] = []
            decoder.consume(
                nmea(bodies + Self.second).span, arrivedAt: .init(monotonicNanoseconds: 0, wallNanoseconds: 0)
            ) {
                epochs.append($0)
            }
            decoder.finish { epochs.append($0) }
            #expect(epochs.count == 2 && decoder.statistics.unreadablePositions == 1)
            let fix = try #require(epochs[0].fix)
            #expect(fix.kind == .threeDimensional && fix.position == epochs[1].fix?.position)
        }
    }

    @Test func `an epoch in which no position can be read has no fix`() throws {
        let bodies = Self.first.map { $0.replacing("17030.00668", with: "1703x.00668") }
        #expect(try #require(decode(bodies)[0].fix).kind == .none)
    }

    @Test func `the leap second is an epoch of its own, of the old day`() {
        let bodies = [("235959.00", "311216"), ("235960.00", "311216"), ("000000.00", "010117")].flatMap { time, date in
            [
                "GPRMC,\(time),A,4552.65403,N,01030.00668,E,0.025,12.5,\(date),,,A",
                "GPGGA,\(time),4552.65403,N,01030.00668,E,1,12,0.64,14.2,M,1.8,M,,",
            ]
        }
        for bodies in [bodies, bodies.filter { $0.hasPrefix("GPGGA") || $0.contains("235959") }] {
            let times = decode(bodies).compactMap(\.fix?.time)
            #expect(
                times
                    == [
                        "2016-12-31T23:59:59.000Z", "2016-12-31T23:59:60.000Z", "2017-01-01T00:00:00.000Z",
                    ].compactMap { UTCTime(iso: $0) })
        }
    }

    @Test func `course and speed of an epoch whose first sentence was lost stay with it`() {
        let epochs = (0..<6).map { second in
            [
                "GPRMC,12000\(second),A,4552.65403,N,01030.00668,E,\(second).0,1\(second).0,311216,,,A",
                "GPVTG,1\(second).0,T,,M,\(second).0,N,,K,A",
                "GPGGA,12000\(second),4552.65403,N,01030.00668,E,1,12,0.64,14.2,M,1.8,M,,",
            ]
        }
        var bodies = epochs.flatMap { $0 }
        bodies.remove(at: 12)
        #expect(decode(bodies).compactMap { $0.fix?.speed?.knots.rounded() } == [0, 1, 2, 3, 4, 5])
        #expect(decode(bodies).compactMap(\.fix?.course?.degrees) == [10, 11, 12, 13, 14, 15])
    }

    @Test func `GSA's mode 1 takes the position back`() throws {
        let bodies = Self.first.map { $0.replacing("GSA,A,3", with: "GSA,A,1") }
        #expect(try #require(decode(bodies)[0].fix).kind == .none)
    }

    @Test func `the last position is never carried into an epoch without one`() throws {
        let empty = ["GNRMC,003957.00,A,,,,,,,120419,,,A,V", "GNGGA,003957.00,,,,,1,05,1.0,,,,,,"]
        let epochs = decode(Self.first + empty)
        #expect(epochs.count == 2)
        #expect(try #require(epochs[1].fix).position == nil && epochs[1].fix?.kind == FixKind.none)
    }

    @Test func `bursts without any time are one epoch each`() throws {
        let burst = [
            "GPRMC,,V,,,,,,,,,,N", "GPVTG,,,,,,,,,N", "GPGGA,,,,,,0,00,99.99,,,,,,", "GPGSV,1,1,00", "GPGLL,,,,,,V,N",
        ]
        let epochs = decode(burst + burst + burst + Self.first)
        #expect(epochs.count == 4)
        #expect(epochs.prefix(3).allSatisfy { $0.fix?.kind == FixKind.none && $0.fix?.time == nil })
        let quectel = Array(repeating: "GPGGA,,,,,,0,,,,,,,,", count: 5)
        #expect(decode(quectel).count == 5)
    }

    @Test func `GGA of several systems make one epoch`() throws {
        let epochs = decode([
            "GPGGA,043539.00,4333.190206,N,00127.618380,E,1,05,1.3,250.8,M,50.0,M,,",
            "GAGGA,043539.00,,,,,0,00,,,M,,M,,",
            "GPRMC,043539.00,A,4333.190206,N,00127.618380,E,0.0,,040925,1.7,W,A,V",
        ])
        #expect(epochs.count == 1 && epochs[0].fix?.kind == .threeDimensional)
        #expect(epochs[0].fix?.satellitesUsed == 5)
        let sirf = decode([
            "GPGGA,020935.000,4404.1351,N,12118.8556,W,1,08,0.9,1123.9,M,-19.6,M,,0000",
            "GLGGA,020935.000,4404.1351,N,12118.8556,W,1,02,0.9,1123.9,M,-19.6,M,,0000",
            "GNGSA,A,3,15,17,30,28,01,19,24,11,,,,,1.8,0.9,1.5", "GNGSA,A,3,73,82,,,,,,,,,,,1.8,0.9,1.5",
        ])
        #expect(sirf.map(\.fix?.satellitesUsed) == [10])
    }

    @Test func `a receiver that repeats itself has no fix`() throws {
        let burst = [
            "GPGGA,193221.00,2037.72792,N,08704.08478,W,1,04,1.7,-30.40,M,-13.9,M,,",
            "GPGSA,A,3,10,28,09,13,,,,,,,,,3,1,3",
            "GPRMC,193221.00,A,2037.72792,N,08704.08478,W,00.1,201.8,231207,01,W,A",
        ]
        let kinds = decode(burst + burst + burst).compactMap(\.fix?.kind)
        #expect(kinds == [.threeDimensional, .none, .none])
        #expect(decode([burst[0], burst[0], burst[1], burst[2]]).compactMap(\.fix?.kind) == [.threeDimensional])
    }

    @Test(arguments: ["", ".00"])
    func `a file whose receiver states each second several times has a fix in all but the first one`(
        fraction: String
    ) {
        func burst(_ second: Int) -> [String] {
            let time = "12000\(second)\(fraction)"
            return [
                "GPRMC,\(time),A,3351.1234,S,15112.5432,E,0.0,,010126,,,A",
                "GPGGA,\(time),3351.1234,S,15112.5432,E,1,08,1.0,12.5,M,3,M,,",
                "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.5,1.0,1.1",
            ]
        }
        let kinds = decode((0..<4).flatMap { second in (0..<5).flatMap { _ in burst(second) } }).compactMap(\.fix?.kind)
        #expect(kinds.count == 20 && kinds.dropFirst(5).allSatisfy { $0 == .threeDimensional }, "\(kinds)")
    }

    @Test func `values of PASHR and PUBX,00 that no other sentence states are in the fix`() throws {
        let rmc = "GPRMC,120000.00,A,3351.1234,S,15112.5432,E,10.0,90.0,010126,,,"
        let ashtech = try #require(
            decode([
                "PASHR,POS,1,08,120000.00,3351.1234,S,15112.5432,E,00012.5,,90.0,10.0,-03.2,1.5,1.0,1.1,0.8,XX00", rmc,
            ]).first?.fix)
        #expect(ashtech.kind == .threeDimensional && ashtech.quality == .differential)
        #expect(ashtech.velocity?.up.metresPerSecond == -3.2)
        #expect(abs((ashtech.velocity?.east.metresPerSecond ?? 0) - 5.144) < 0.001)
        let kinematic = decode([
            "PASHR,POS,3,08,120000.00,3351.1234,S,15112.5432,E,00012.5,,90.0,10.0,-03.2,1.5,1.0,1.1,0.8,XX00",
            rmc + "R",
        ])
        #expect(kinematic.first?.fix?.quality == .rtkFixed)
        let ublox = try #require(
            decode([
                "PUBX,00,120000.00,3351.1234,S,15112.5432,E,15.5,G3,2.1,2.0,18.0,90.0,-3.2,,0.92,1.19,0.77,9,0,0", rmc,
            ]).first?.fix)
        #expect(ublox.velocity?.up.metresPerSecond == 3.2)
    }

    @Test func `times that differ by less than 10 ms are one epoch`() {
        let bodies = [
            "GPGLL,3908.8199,N,00023.0832,W,120824.758,A",
            "GPGGA,120824.76,3908.8199,N,00023.0832,W,1,06,2.1,176,M,,,,",
        ]
        #expect(decode(bodies).count == 1)
        #expect(decode([bodies[0].replacing(".758", with: ".750"), bodies[1]]).count == 2)
    }

    @Test func `a ZDA that runs ahead makes no epoch of its own`() {
        let zda = "GPZDA,193223.00,23,12,2007,00,00"
        let epochs = decode([zda, "GPGGA,193221.00,2037.72792,N,08704.08478,W,1,04,1.7,-30.40,M,-13.9,M,,"])
        #expect(epochs.compactMap(\.fix?.time) == [UTCTime(iso: "2007-12-23T19:32:21.000Z")].compactMap { $0 })
    }

    @Test func `a timing receiver that sends ZDA alone has epochs with a time`() {
        let times = decode(["GPZDA,193223.00,23,12,2007,00,00", "GPZDA,193224.00,23,12,2007,00,00"]).compactMap(
            \.fix?.time)
        #expect(times.count == 2)
    }

    @Test func `random streams never trap and make at most one fix and one sky view an epoch`() {
        var random = Dice(seed: 9)
        let pool =
            Self.first + Self.second + [
                "GPGGA,,,,,,0,,,,,,,,", "GPZDA,003955.00,12,04,2019,,", "PUBX,00,003957.00,,,,,,NF,,,,,,,,,,,0,0",
                "HEHDT,12.5,T",
                "PASHR,003957.00,1,T,1,1,1,1,1,1,1", "GPGSV,9,9,99,1,2,3,4", "GPGSV,2,1,05,1,,,9,2,,,9",
                "PSTI,030,003957.00,A,,,,,,1,1,1",
                "GNTXT,1,1,2,MOD=X", "PUBX,04,003957.00,120419,0,0,18,1,1,1", "GPGSA,A,2,1,2,300,400,500",
                "GPGLL,,,,,,A", "XXABC,1",
            ]
        for _ in 0..<60 {
            var bytes: [UInt8] = []
            for _ in 0..<60 {
                var line = nmea([pool[.random(in: 0..<pool.count, using: &random)]])
                if Int.random(in: 0..<8, using: &random) == 0 {
                    line.removeLast(.random(in: 1..<line.count, using: &random))
                }
                if Int.random(in: 0..<8, using: &random) == 0 {
                    line.insert(.random(in: 0...255, using: &random), at: min(3, line.count))
                }
                bytes += line
            }
            var configuration = StreamDecoder.Configuration.live
            configuration.allowsMissingChecksum = .random(using: &random)
            for epoch in decode(bytes, configuration: configuration, feed: 64) {
                #expect(epoch.payloads.count { $0.kind == .fix } <= 1)
                #expect(epoch.payloads.count { $0.kind == .satellites } <= 1)
                if let fix = epoch.fix { #expect((fix.kind == .none) == (fix.position == nil)) }
                let ids = epoch.skyView?.satellites.map(\.id) ?? []
                #expect(ids == ids.sorted() && Set(ids).count == ids.count)
            }
        }
    }
}

/// Random numbers that are the same in every run.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
