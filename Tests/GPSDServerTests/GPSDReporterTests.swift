// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import GPSDServer

@Suite("Lines of gpsd's protocol")
struct GPSDReporterTests {
    @Test("hold an epoch as gpsd words it")
    func epoch() throws {
        var attitude = Attitude()
        attitude.heading = Angle(degrees: 25.5)
        attitude.rateOfTurn = -3
        let sky = SkyView(time: SampleEpoch.noon, satellites: try SampleEpoch.satellites())
        let payloads: [Payload] = [.fix(SampleEpoch.fix()), .satellites(sky), .attitude(attitude)]
        #expect(
            SampleEpoch.lines(payloads, device: "/dev/ttyACM0") == [
                #"{"class":"SKY","device":"/dev/ttyACM0","time":"2026-08-20T12:00:00.000Z","gdop":1.73,"hdop":1.15,"#
                    + #""pdop":1.63,"tdop":0.58,"xdop":0.82,"ydop":0.82,"vdop":1.15,"nSat":6,"uSat":4,"satellites":["#
                    + #"{"PRN":5,"gnssid":0,"svid":5,"az":0.0,"el":90.0,"ss":44.0,"used":true},"#
                    + #"{"PRN":12,"gnssid":0,"svid":12,"az":0.0,"el":0.0,"ss":40.5,"used":true},"#
                    + #"{"PRN":31,"gnssid":0,"svid":31,"az":120.0,"el":0.0,"ss":38.0,"used":true},"#
                    + #"{"PRN":36,"gnssid":1,"svid":123,"az":190.0,"el":30.0,"ss":33.0,"used":false},"#
                    + #"{"PRN":324,"gnssid":2,"svid":24,"az":240.0,"el":0.0,"ss":41.0,"used":true},"#
                    + #"{"PRN":71,"gnssid":6,"svid":7,"used":false}]}"#,
                #"{"class":"ATT","device":"/dev/ttyACM0","heading":25.500,"rot":-3.000}"#,
                #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-08-20T12:00:00.000Z","ept":0.005,"#
                    + #""lat":47.070700000,"lon":-15.439500000,"altHAE":869.1600,"altMSL":826.5600,"alt":826.5600,"#
                    + #""epx":12.247,"epy":12.247,"epv":26.558,"track":2.5000,"speed":1.500,"geoidSep":42.600,"#
                    + #""eph":21.939,"sep":31.027}"#,
            ])
    }

    @Test("state the health of a satellite if the signals of the epoch do")
    func health() throws {
        func signal(_ system: Constellation, _ number: Int, _ signal: Signal, _ isHealthy: Bool?) throws
            -> TrackedSignal
        {
            TrackedSignal(try #require(SatelliteID(system, number)), signal, isHealthy: isHealthy)
        }
        // GPS 12 is healthy on L1 only, Galileo 24 on no signal; the health of GPS 31 is unknown, and no satellite is
        // listed for GPS 7.
        var signals = SignalView(
            time: SampleEpoch.noon,
            signals: [
                try signal(.gps, 7, .gpsL1CA, true), try signal(.gps, 12, .gpsL1CA, true),
                try signal(.gps, 12, .gpsL5Q, false), try signal(.gps, 31, .gpsL1CA, nil),
                try signal(.galileo, 24, .galileoE1C, false),
            ])
        let sky = SkyView(time: SampleEpoch.noon, satellites: try SampleEpoch.satellites())
        func healths(_ payloads: [Payload]) throws -> [String] {
            let line = try #require(SampleEpoch.lines(payloads).first { $0.contains("SKY") })
            return line.split(separator: "{").filter { $0.contains("\"health\":") }.map { String($0.prefix(8)) }
        }
        // A receiver may send the signals before or after the satellites.
        for payloads in [[Payload.signals(signals), .satellites(sky)], [.satellites(sky), .signals(signals)]] {
            #expect(try healths(payloads) == [#""PRN":12"#, #""PRN":32"#])
            let line = try #require(SampleEpoch.lines(payloads).first)
            #expect(
                line.contains(#"{"PRN":12,"gnssid":0,"svid":12,"az":0.0,"el":0.0,"ss":40.5,"used":true,"health":1}"#))
            #expect(line.contains(#""svid":24,"az":240.0,"el":0.0,"ss":41.0,"used":true,"health":2}"#))
        }
        // The receiver's statement about the satellite itself goes before its signals, and needs none.
        var stated = sky
        stated.satellites[1].isHealthy = false
        stated.satellites[5].isHealthy = true
        for payloads in [[Payload.satellites(stated)], [.satellites(stated), .signals(signals)]] {
            let line = try #require(SampleEpoch.lines(payloads).first)
            #expect(line.contains(#""svid":12,"az":0.0,"el":0.0,"ss":40.5,"used":true,"health":2}"#))
            #expect(line.contains(#"{"PRN":71,"gnssid":6,"svid":7,"used":false,"health":1}"#))
        }
        #expect(try healths([.satellites(stated)]) == [#""PRN":12"#, #""PRN":71"#])
        // Signals of another epoch, or with an unknown time or health, state nothing.
        signals.time = SampleEpoch.time(0.1)
        #expect(try healths([.signals(signals), .satellites(sky)]) == [])
        signals.time = nil
        #expect(try healths([.signals(signals), .satellites(sky)]) == [])
        let unknown = SignalView(time: SampleEpoch.noon, signals: [try signal(.gps, 12, .gpsL1CA, nil)])
        #expect(try healths([.signals(unknown), .satellites(sky)]) == [])
    }

    @Test("give the Earth-fixed coordinates that the receiver states, in three dimensions")
    func earthFixed() throws {
        var fix = SampleEpoch.fix()
        fix.earthFixedPosition = EarthFixedPosition(
            x: Length(metres: -4_387_121.4), y: Length(metres: 734_142.5307), z: Length(metres: 0),
            accuracy: Length(metres: 19.2708))
        #expect(
            try #require(SampleEpoch.lines([.fix(fix)]).last).contains(
                #""speed":1.500,"ecefx":-4387121.4000,"ecefy":734142.5307,"ecefz":0.0000,"ecefpAcc":19.2708,"#
                    + #""geoidSep":42.600"#))
        fix.earthFixedVelocity = EarthFixedVelocity(
            x: Speed(metresPerSecond: 0.02), y: Speed(metresPerSecond: -0.33), z: Speed(metresPerSecond: 0.01),
            accuracy: Speed(metresPerSecond: 0.76))
        fix.earthFixedPosition?.accuracy = nil
        #expect(
            try #require(SampleEpoch.lines([.fix(fix)]).last).contains(
                #""ecefz":0.0000,"ecefvx":0.02,"ecefvy":-0.33,"ecefvz":0.01,"ecefvAcc":0.76,"geoidSep""#))
        fix.kind = .twoDimensional
        #expect(try !#require(SampleEpoch.lines([.fix(fix)]).last).contains("ecef"))
    }

    @Test("say mode 1 where there is no position, with the time if it is known")
    func noFix() {
        var fix = Fix(kind: .none, quality: .invalid)
        #expect(SampleEpoch.lines([.fix(fix)]) == [#"{"class":"TPV","mode":1}"#])
        fix.time = SampleEpoch.noon
        #expect(
            SampleEpoch.lines([.fix(fix)]) == [
                #"{"class":"TPV","mode":1,"time":"2026-08-20T12:00:00.000Z","ept":0.005}"#
            ])
        fix = Fix(kind: .threeDimensional, quality: .autonomous)
        #expect(SampleEpoch.lines([.fix(fix)]) == [#"{"class":"TPV","mode":1}"#])
    }

    @Test(
        "name gpsd's status only from 2 on",
        arguments: [
            (FixQuality.autonomous, nil), (.differential, 2), (.rtkFixed, 3), (.rtkFloat, 4), (.deadReckoning, 5),
            (.combinedDeadReckoning, 6), (.manual, 7), (.simulated, 8), (.precise, 9),
        ] as [(FixQuality, Int?)])
    func status(_ quality: FixQuality, _ status: Int?) throws {
        let line = try #require(SampleEpoch.lines([.fix(SampleEpoch.fix(quality: quality))]).last)
        if let status {
            #expect(line.hasPrefix(#"{"class":"TPV","status":\#(status),"mode":3"#))
        } else {
            #expect(!line.contains("status"))
        }
    }

    @Test("give the magnetic track as the true one minus the east declination")
    func magneticTrack() throws {
        var fix = SampleEpoch.fix()
        fix.magneticVariation = Angle(degrees: 4.1)
        let line = try #require(SampleEpoch.lines([.fix(fix)]).last)
        #expect(line.contains(#""track":2.5000,"magtrack":358.4000,"magvar":4.1"#))
    }

    @Test("give the one height that is known as alt")
    func heights() throws {
        var fix = SampleEpoch.fix()
        fix.height = Height(ellipsoidal: Length(metres: 12))
        #expect(try #require(SampleEpoch.lines([.fix(fix)]).last).contains(#""altHAE":12.0000,"alt":12.0000"#))
        fix.height = Height(orthometric: Length(metres: -9.1))
        #expect(try #require(SampleEpoch.lines([.fix(fix)]).last).contains(#","altMSL":-9.1000,"alt":-9.1000"#))
    }

    @Test("tell of corrections only where there are some")
    func corrections() throws {
        var fix = SampleEpoch.fix(quality: .differential)
        fix.corrections = CorrectionsUsed(age: 6.6, station: 133)
        #expect(try #require(SampleEpoch.lines([.fix(fix)]).last).contains(#","dgpsAge":6.6,"dgpsSta":133"#))
        fix.corrections = CorrectionsUsed(age: 0, station: 0)
        #expect(try !#require(SampleEpoch.lines([.fix(fix)]).last).contains("dgps"))
    }

    @Test("give the climb from successive heights, and the errors of the motion")
    func climb() throws {
        var second = SampleEpoch.fix(at: SampleEpoch.time(0.5))
        second.height = Height(orthometric: Length(metres: 825.56), geoidSeparation: Length(metres: 42.6))
        var first = SampleEpoch.fix()
        first.dop.vdop = 1
        second.dop.vdop = 1.5
        let line = try #require(SampleEpoch.lines([.fix(first), .fix(second)]).last)
        #expect(line.contains(#""climb":-2.000,"epc":115.00"#))
        second.velocity = Velocity(
            north: Speed(metresPerSecond: 1), east: Speed(metresPerSecond: 2), up: Speed(metresPerSecond: 0.25))
        let stated = try #require(SampleEpoch.lines([.fix(first), .fix(second)]).last)
        #expect(stated.contains(#""climb":0.250"#))
        #expect(stated.contains(#""velN":1.000,"velE":2.000,"velD":-0.250"#))
    }

    @Test("derive nothing across a gap or a lost fix")
    func gap() throws {
        let first = Payload.fix(SampleEpoch.fix())
        let late = Payload.fix(SampleEpoch.fix(at: SampleEpoch.time(11)))
        #expect(try !#require(SampleEpoch.lines([first, late]).last).contains("climb"))
        let none = Payload.fix(Fix(kind: .none, quality: .invalid))
        let soon = Payload.fix(SampleEpoch.fix(at: SampleEpoch.time(2)))
        #expect(try !#require(SampleEpoch.lines([first, none, soon]).last).contains("climb"))
    }

    @Test("keep the leap seconds once they are known, and never a firmware's default")
    func leapSeconds() {
        var timing = Timing()
        timing.leapSeconds = 18
        timing.leapSecondsAreDefault = true
        timing.clockBias = -348
        let fix = SampleEpoch.fix()
        #expect(SampleEpoch.lines([.timing(timing), .fix(fix)]).last?.contains("leapseconds") == false)
        #expect(SampleEpoch.lines([.timing(timing), .fix(fix)]).last?.hasSuffix(#""clockbias":-348}"#) == true)
        timing.leapSecondsAreDefault = false
        let next = SampleEpoch.fix(at: SampleEpoch.time(1))
        let lines = SampleEpoch.lines([.timing(timing), .fix(fix), .fix(next)])
        #expect(lines.count { $0.contains(#"Z","leapseconds":18,"ept""#) } == 2)
    }

    @Test("count the satellites of a receiver that never lists them")
    func countedOnly() {
        var fix = SampleEpoch.fix(at: nil)
        fix.satellitesUsed = 7
        fix.dop.hdop = 1.25
        #expect(SampleEpoch.lines([.fix(fix)]).first == #"{"class":"SKY","hdop":1.25,"uSat":7}"#)
        #expect(SampleEpoch.lines([.satellites(SkyView())]) == [#"{"class":"SKY","nSat":0,"uSat":0,"satellites":[]}"#])
    }

    @Test("come once an epoch")
    func oncePerEpoch() throws {
        let later = SampleEpoch.time(1)
        let satellites = try SampleEpoch.satellites()
        let lines = SampleEpoch.lines([
            .fix(SampleEpoch.fix()), .satellites(SkyView(time: SampleEpoch.noon, satellites: satellites)),
            .satellites(SkyView(time: later, satellites: satellites)), .fix(SampleEpoch.fix(at: later)),
        ])
        #expect(lines.map { $0.dropFirst(10).prefix(3) } == ["SKY", "TPV", "SKY", "TPV"])
        #expect(lines.map { $0.contains("12:00:01") } == [false, false, true, true])
    }

    @Test("state how many satellites are used if the fix came in another batch and the view marks none")
    func usedInAnotherBatch() throws {
        var fix = SampleEpoch.fix()
        fix.satellitesUsed = 9
        let satellite = try SampleEpoch.satellite(.gps, 5, 90, 0, cn0: 44)
        var reporter = GPSDReporter(lineEnding: .lineFeed)
        func line(_ payload: Payload) -> String {
            var output: [UInt8] = []
            reporter.report(payload, into: &output)
            reporter.flush(into: &output)
            return String(decoding: output, as: UTF8.self)
        }
        _ = line(.fix(fix))
        let sky = SkyView(time: SampleEpoch.noon, satellites: [satellite])
        #expect(line(.satellites(sky)).contains(#""nSat":1,"uSat":9,"#))
        // An old fix says nothing about the satellites, and their own marks count more than a fix of another batch.
        #expect(line(.satellites(SkyView(time: SampleEpoch.time(6), satellites: [satellite]))).contains(#""uSat":0,"#))
        let marked = SkyView(time: SampleEpoch.noon, satellites: try SampleEpoch.satellites())
        #expect(line(.satellites(marked)).contains(#""uSat":4,"#))
    }

    @Test("round an instant to the millisecond, and give a leap second as the first of the next day")
    func instants() {
        var fix = Fix(kind: .none, quality: .invalid)
        fix.time = UTCTime(nanosecondsSince1970: SampleEpoch.noon.nanosecondsSince1970 - 300)
        #expect(SampleEpoch.lines([.fix(fix)]).last?.contains("2026-08-20T12:00:00.000Z") == true)
        fix.time = UTCTime(nanosecondsSince1970: 1_483_228_800_999_900_000, isLeapSecond: true)
        #expect(SampleEpoch.lines([.fix(fix)]).last?.contains("2017-01-01T00:00:01.000Z") == true)
        fix.time = UTCTime(nanosecondsSince1970: 1_483_228_800_500_000_000, isLeapSecond: true)
        #expect(SampleEpoch.lines([.fix(fix)]).last?.contains("2017-01-01T00:00:00.500Z") == true)
        fix.time = UTCTime(nanosecondsSince1970: 1_483_228_799_999_999_950, isLeapSecond: true)
        #expect(SampleEpoch.lines([.fix(fix)]).last?.contains("2017-01-01T00:00:00.000Z") == true)
        fix.time = UTCTime(nanosecondsSince1970: -1)
        #expect(SampleEpoch.lines([.fix(fix)]) == [#"{"class":"TPV","mode":1}"#])
    }

    @Test("use a line feed or CR LF")
    func lineEndings() {
        var reporter = GPSDReporter()
        var output: [UInt8] = []
        reporter.report(.fix(Fix(kind: .none, quality: .invalid)), into: &output)
        #expect(output.isEmpty)
        reporter.flush(into: &output)
        #expect(String(decoding: output, as: UTF8.self) == "{\"class\":\"TPV\",\"mode\":1}\r\n")
        reporter.flush(into: &output)
        #expect(output.count == 26)
    }
}
