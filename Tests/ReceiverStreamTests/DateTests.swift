// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import ReceiverStream

@Suite struct DateTests {
    private static func gga(_ time: String) -> String { "GPGGA,\(time),4552.65,S,17030.00,E,1,12,0.64,14.2,M,1.8,M,," }
    private static func rmc(_ time: String, _ date: String) -> String {
        "GPRMC,\(time),A,4552.65,S,17030.00,E,0.1,,\(date),,,A"
    }

    private static func times(_ bodies: [String], _ configuration: StreamDecoder.Configuration = .bare) -> [UTCTime?] {
        decode(bodies, configuration: configuration).compactMap(\.fix).map(\.time)
    }

    @Test func `before a date is stated there is no time`() {
        #expect(
            Self.times([Self.gga("120000.00"), Self.gga("120001.00"), Self.rmc("120002.00", "010203")])
                == [nil, nil, UTCTime(iso: "2003-02-01T12:00:02.000Z")])
    }

    @Test func `past midnight the day is counted on until the receiver says so`() {
        let times = Self.times([
            Self.gga("235959.00"), Self.rmc("235959.00", "311219"), Self.gga("000000.00"), Self.gga("000001.00"),
            Self.rmc("000001.00", "010120"),
        ])
        #expect(
            times
                == ["2019-12-31T23:59:59.000Z", "2020-01-01T00:00:00.000Z", "2020-01-01T00:00:01.000Z"].map {
                    UTCTime(iso: $0)
                })
    }

    @Test func `ZDA's century wins where RMC has none`() {
        #expect(
            Self.times([Self.gga("120000.00"), "GPZDA,120000.00,01,02,2077,,"]) == [
                UTCTime(iso: "2077-02-01T12:00:00.000Z")
            ])
    }

    @Test func `a ZDA that runs ahead past midnight does not move the epoch by a day`() {
        let times = Self.times(["GPZDA,000001.00,02,02,2020,,", Self.gga("235959.00")])
        #expect(times == [UTCTime(iso: "2020-02-01T23:59:59.000Z")])
    }

    @Test func `a leap second is kept as one`() throws {
        let time = try #require(Self.times([Self.rmc("235960.50", "311216")])[0])
        #expect(time.isLeapSecond && time.date == CivilDate(year: 2016, month: 12, day: 31))
    }

    @Test func `a date before the earliest is moved by whole 1024 weeks and says so`() throws {
        var configuration = StreamDecoder.Configuration.bare
        configuration.earliestDate = CivilDate(year: 2026, month: 1, day: 1)
        let fix = try #require(decode([Self.rmc("120000.00", "050406")], configuration: configuration)[0].fix)
        #expect(fix.timeOrigin == .receiverRolledOver)
        let days = (fix.time?.date.daysSince1970 ?? 0) - (CivilDate(year: 2006, month: 4, day: 5)?.daysSince1970 ?? 0)
        #expect(days == 7168 * 2)
        let good = try #require(decode([Self.rmc("120000.00", "050426")], configuration: configuration)[0].fix)
        #expect(good.timeOrigin == .receiver && good.time == UTCTime(iso: "2026-04-05T12:00:00.000Z"))
    }

    @Test func `the host's date is the one within twelve hours`() throws {
        var configuration = StreamDecoder.Configuration.bare
        configuration.dateSource = .host
        let midnight = try #require(UTCTime(iso: "2026-03-02T00:00:10.000Z")).nanosecondsSince1970
        let host = HostTime(monotonicNanoseconds: 0, wallNanoseconds: midnight)
        for (time, iso) in [("235955.00", "2026-03-01T23:59:55.000Z"), ("000005.00", "2026-03-02T00:00:05.000Z")] {
            let fix = try #require(decode(nmea([Self.gga(time)]), configuration: configuration, host: host)[0].fix)
            #expect(fix.time == UTCTime(iso: iso) && fix.timeOrigin == .dateByHost)
        }
    }

    @Test func `the host's date follows the host's clock when that is set`() throws {
        var configuration = StreamDecoder.Configuration.bare
        configuration.dateSource = .host
        let decoder = StreamDecoder(configuration: configuration)
        var times: [UTCTime?] = []
        // An old clock, then the right one; then a silence in which the time of day goes back.
        for (clock, time) in [
            ("2026-10-20T12:00:00.000Z", "120000.00"), ("2026-11-29T12:00:01.000Z", "120001.00"),
            ("2026-11-30T10:00:00.000Z", "100000.00"),
        ] {
            let wall = try #require(UTCTime(iso: clock)).nanosecondsSince1970
            let host = HostTime(monotonicNanoseconds: 0, wallNanoseconds: wall)
            decoder.consume(nmea([Self.gga(time)]).span, arrivedAt: host) { times.append($0.fix?.time) }
        }
        decoder.finish { times.append($0.fix?.time) }
        #expect(times.map { $0?.date.components.month } == [10, 11, 11])
        #expect(times.map { $0?.date.components.day } == [20, 29, 30])
    }

    @Test func `the date with which a receiver's clock starts is no rollover`() throws {
        var configuration = StreamDecoder.Configuration.bare
        configuration.earliestDate = CivilDate(year: 2026, month: 1, day: 1)
        let cold = [
            "GPGGA,000010.00,,,,,0,00,,,M,,M,,", "GPRMC,000010.00,V,,,,,,,060180,,,N",
            "GPZDA,000010.00,06,01,1980,00,00",
        ]
        #expect(decode(cold, configuration: configuration).map { $0.fix?.time } == [nil])
        // A receiver that starts again keeps nothing of its former clock, and its date is not tomorrow.
        let before = ["GPZDA,200000.00,29,11,2026,00,00", Self.gga("200000.00")]
        let restarted = decode(before + cold, configuration: configuration).map { $0.fix?.time }
        #expect(restarted == [UTCTime(iso: "2026-11-29T20:00:00.000Z"), nil])
        // One whose week has rolled over keeps its date while it has no fix.
        let early = [Self.gga("235959.00"), "GPZDA,235959.00,15,04,2007,00,00"]
        let lost = ["GPGGA,000010.00,,,,,0,00,,,M,,M,,", "GPZDA,000010.00,16,04,2007,00,00"]
        #expect(
            decode(early + lost, configuration: configuration).map { $0.fix?.time } == [
                UTCTime(iso: "2026-11-29T23:59:59.000Z"), UTCTime(iso: "2026-11-30T00:00:10.000Z"),
            ])
        // A fix proves that it is one.
        let fix = decode([Self.gga("000010.00"), cold[2]], configuration: configuration)[0].fix
        #expect(fix?.timeOrigin == .receiverRolledOver)
        // A file's dates are its own.
        #expect(decode(cold).map { $0.fix?.time?.date.components.year } == [1980])
    }

    @Test func `the leap seconds of a rolled-over week are those of its true date`() throws {
        var configuration = StreamDecoder.Configuration.bare
        configuration.earliestDate = CivilDate(year: 2026, month: 1, day: 1)
        func solution(week: Int16) -> [UInt8] {
            let place: [UInt8] = little(Int32(637_813_700)) + little(Int32(0)) + little(Int32(0)) + little(UInt32(100))
            return ubx(
                0x01, 0x06,
                little(UInt32(100_000_000)) + little(Int32(0)) + little(week) + [3, 0x0D] + place
                    + [UInt8](repeating: 0, count: 16) + [100, 0, 0, 8, 0, 0, 0, 0])
        }
        let times = [Int16(2447), 1423, 399].map {
            decode(solution(week: $0), configuration: configuration)[0].fix?.time
        }
        #expect(times[0] == UTCTime(iso: "2026-11-30T03:46:22.000Z"))
        #expect(times[1] == times[0] && times[2] == times[0], "\(times)")
    }

    @Test func `a recording's date is that of its first fix, and a stated one ends it`() throws {
        var configuration = StreamDecoder.Configuration.bare
        configuration.dateSource = .recording(try #require(CivilDate(year: 2015, month: 5, day: 6)))
        let epochs = decode(
            [Self.gga("235959.00"), Self.gga("000000.00"), Self.rmc("000001.00", "080515")],
            configuration: configuration)
        #expect(epochs.compactMap(\.fix?.timeOrigin) == [.dateByRecording, .dateByRecording, .receiver])
        #expect(epochs.compactMap(\.fix?.time?.date.components.day) == [6, 7, 8])
    }

    @Test func `the date of an invalid RMC is not believed`() {
        #expect(Self.times(["GPRMC,120000.00,V,,,,,,,061280,,,N", Self.gga("120001.00")]) == [nil, nil])
    }

    @Test func `a bad time voids the time and not the position`() throws {
        let fix = try #require(decode([Self.gga("326012.00")])[0].fix)
        #expect(fix.time == nil && fix.position != nil)
    }
}
