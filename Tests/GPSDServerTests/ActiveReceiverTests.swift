// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ObservationBus
import Testing

@testable import GPSDServer

@Suite("Of several receivers", .timeLimit(.minutes(10)))
struct ActiveReceiverTests {
    private static let base = SourceID(rawValue: "base")
    private static let table = [
        GPSDDevice(source: TestServer.rover, path: "/dev/ttyACM0"), GPSDDevice(source: base, path: "/dev/ttyUSB0"),
    ]

    private func activate(_ source: SourceID?, on server: TestServer) {
        server.publish(
            [.activeReceiver(ActiveReceiver(current: source, previous: nil, reason: "test"))], from: .gateway)
    }

    /// An epoch of both, with a sentence each.
    private func epoch(_ second: Double, on server: TestServer) {
        for (source, talker) in [(TestServer.rover, "GP"), (Self.base, "GN")] {
            server.publish(
                [
                    .sentence(Sentence(format: .nmea, bytes: Array("$\(talker)GLL,\(second)*00\r\n".utf8))),
                    .fix(SampleEpoch.fix(at: SampleEpoch.time(second))),
                ], from: source)
        }
    }

    /// Of each TPV the device and the second.
    private func positions(_ lines: [String]) -> [String] {
        lines.filter { $0.hasPrefix(#"{"class":"TPV""#) }.map { line in
            "\(line.contains("ttyACM0") ? "rover" : "base") \(line.split(separator: ":")[6].prefix(2))"
        }
    }

    @Test("a client that names none gets the active one alone, and on a switch the other")
    func active() async throws {
        let server = TestServer(devices: Self.table)
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"json":true,"nmea":true}"#)
            _ = try await client.lines(3)
            epoch(0, on: server)
            activate(Self.base, on: server)
            epoch(1, on: server)
            activate(TestServer.rover, on: server)
            epoch(2, on: server)
            activate(nil, on: server)
            epoch(3, on: server)
            activate(TestServer.rover, on: server)
            epoch(4, on: server)
            _ = try await client.lines(7, with: #"{"class":"TPV""#)
            #expect(
                positions(client.lines) == [
                    "rover 00", "base 00", "base 01", "rover 02", "rover 03", "base 03", "rover 04",
                ])
            let sentences = client.lines.filter { $0.hasPrefix("$") }
            #expect(
                sentences == [
                    "$GPGLL,0.0*00", "$GNGLL,0.0*00", "$GNGLL,1.0*00", "$GPGLL,2.0*00", "$GPGLL,3.0*00",
                    "$GNGLL,3.0*00", "$GPGLL,4.0*00",
                ])
            try await client.send("?DEVICES;")
            #expect(try await client.lines(2, with: #"{"class":"DEVICES""#)[1].contains("gateway") == false)
        }
    }

    @Test("a client that names one, by its path or by the receiver's name, gets that one")
    func named() async throws {
        let server = TestServer(devices: Self.table)
        try await server.run { address in
            let byPath = try await TestClient(address)
            let byName = try await TestClient(address)
            try await byPath.send(#"?WATCH={"json":true,"device":"/dev/ttyACM0"}"#)
            try await byName.send(#"?WATCH={"json":true,"device":"rover"}"#)
            for client in [byPath, byName] {
                #expect(try await client.lines(3)[2].hasSuffix(#""device":"/dev/ttyACM0"}"#))
            }
            activate(Self.base, on: server)
            epoch(1, on: server)
            epoch(2, on: server)
            for client in [byPath, byName] {
                #expect(try await positions(client.lines(2, with: #"{"class":"TPV""#)) == ["rover 01", "rover 02"])
            }
        }
    }

    @Test("all are sent where the host wants it so, and DEVICE of all in any case")
    func all() async throws {
        let server = TestServer(devices: Self.table) { $0.followsActiveReceiver = false }
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"json":true}"#)
            _ = try await client.lines(3)
            activate(Self.base, on: server)
            epoch(1, on: server)
            #expect(try await positions(client.lines(2, with: #"{"class":"TPV""#)) == ["rover 01", "base 01"])
        }
        let strict = TestServer(devices: Self.table)
        try await strict.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"json":true}"#)
            _ = try await client.lines(3)
            activate(Self.base, on: strict)
            epoch(1, on: strict)
            _ = try await client.lines(1, with: #"{"class":"TPV""#)
            let notices = try await client.lines(2, with: #"{"class":"DEVICE","#)
            #expect(notices.count { $0.contains("ttyACM0") } == 1)
            #expect(notices.count { $0.contains("ttyUSB0") } == 1)
            #expect(positions(client.lines) == ["base 01"])
        }
    }

    @Test("POLL tells of the active one, or of the one that is named")
    func polling() async throws {
        let server = TestServer(devices: Self.table)
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"json":true}"#)
            _ = try await client.lines(3)
            activate(Self.base, on: server)
            epoch(1, on: server)
            _ = try await client.lines(1, with: #"{"class":"TPV""#)
            try await client.send(#"?POLL;?WATCH={"device":"/dev/ttyACM0"};?POLL;"#)
            let polls = try await client.lines(2, with: #"{"class":"POLL""#)
            #expect(polls[0].contains(#""active":1,"tpv":[{"class":"TPV","device":"/dev/ttyUSB0""#))
            #expect(polls[1].contains(#""active":1,"tpv":[{"class":"TPV","device":"/dev/ttyACM0""#))
        }
    }

    @Test("one that is lost leaves no position behind: a TPV of mode 1 and DEVICE with activated 0 say so")
    func lost() async throws {
        let server = TestServer(devices: Self.table)
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"json":true}"#)
            _ = try await client.lines(3)
            epoch(1, on: server)
            server.publish([.driverState(DriverStateReport(.degraded, reason: "quiet"))])
            server.publish([.driverState(DriverStateReport(.lost, reason: "unplugged"))])
            let lines = try await client.lines(1, with: #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"#)
            #expect(lines.count == 1)
            #expect(client.lines.suffix(2).first == #"{"class":"TPV","device":"/dev/ttyACM0","mode":1}"#)
            try await client.send("?POLL;")
            let poll = try await client.lines(1, with: #"{"class":"POLL""#)[0]
            #expect(poll.contains(#""active":1,"tpv":[{"class":"TPV","device":"/dev/ttyUSB0""#))
            // Configured no more.
            server.devices.remove(Self.base)
            try await client.send("?DEVICES;")
            _ = try await client.lines(1, with: #"{"class":"DEVICE","path":"/dev/ttyUSB0","activated":0}"#)
            #expect(client.lines.contains(#"{"class":"TPV","device":"/dev/ttyUSB0","mode":1}"#))
            // Its last words do not bring it back.
            server.publish([.driverState(DriverStateReport(.stopped, reason: ""))], from: Self.base)
            server.publish([.fix(SampleEpoch.fix(at: SampleEpoch.time(7)))])
            _ = try await client.lines(
                1, with: #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-08-20T12:00:07"#)
            try await client.send("?DEVICES;")
            #expect(try await client.lines(3, with: #"{"class":"DEVICES""#)[2].contains("ttyUSB0") == false)
        }
    }
}

@Suite("The last reports")
struct LastReportsTests {
    @Test("of a receiver that has fallen silent are no position any more")
    func silent() {
        var device = DeviceState(GPSDDevice(source: TestServer.rover, path: "/dev/x"))
        let begin = ContinuousClock.now
        var reports = LastReports()
        let tpv = #"{"class":"TPV","device":"/dev/x","mode":3,"lat":1.000000000}"#
        reports.remember(Array((tpv + "\r\n" + #"{"class":"SKY","nSat":0}"# + "\r\n").utf8)[...], at: begin)
        let soon = reports.current(of: device, at: begin + .seconds(9))
        #expect(soon.tpv == Array(tpv.utf8)[...] && soon.sky != nil)
        let late = reports.current(of: device, at: begin + .seconds(11))
        #expect(late.tpv == Array(#"{"class":"TPV","device":"/dev/x","mode":1}"#.utf8)[...] && late.sky == nil)
        // One that reports every 20 s is not silent by then.
        for second in [0.0, 20, 40] { device.learnCycle(from: SampleEpoch.fix(at: SampleEpoch.time(second))) }
        #expect(device.cycle == 20)
        #expect(reports.current(of: device, at: begin + .seconds(59)).tpv == Array(tpv.utf8)[...])
        #expect(reports.current(of: device, at: begin + .seconds(61)).sky == nil)
    }

    @Test("grow old although the receiver still sends others", arguments: [true, false])
    func oldOfOneKind(_ isWritten: Bool) throws {
        let device = DeviceState(GPSDDevice(source: TestServer.rover, path: "/dev/x"))
        let begin = ContinuousClock.now
        var reports = LastReports()
        func remember(_ payloads: [Payload], at second: Int) {
            var reporter = GPSDReporter(devicePath: "/dev/x")
            var (lines, unwritten): ([UInt8], [UnwrittenEpoch]) = ([], [])
            for payload in payloads {
                if isWritten {
                    reporter.report(payload, into: &lines)
                } else {
                    reporter.report(payload, notWriting: &unwritten)
                }
            }
            if isWritten {
                reporter.flush(into: &lines)
                reports.remember(lines[...], at: begin + .seconds(second))
            } else {
                reporter.flush(notWriting: &unwritten)
                for epoch in unwritten { reports.remember(epoch, at: begin + .seconds(second)) }
            }
        }
        var fix = SampleEpoch.fix()
        var errors = ErrorStatistics()
        errors.latitude = Length(metres: 1)
        fix.errorStatistics = errors
        let sky = Payload.satellites(SkyView(satellites: try SampleEpoch.satellites()))
        var compass = Attitude()
        compass.heading = Angle(degrees: 25.5)
        remember([.fix(fix), sky], at: 0)
        for second in 1...10 { remember([.attitude(compass)], at: second) }
        let soon = reports.current(of: device, at: begin + .seconds(10))
        #expect(soon.tpv.map { String(decoding: $0, as: UTF8.self).contains(#""mode":3"#) } == true)
        #expect(soon.sky != nil && soon.gst != nil)
        let late = reports.current(of: device, at: begin + .seconds(11))
        #expect(late.tpv == Array(#"{"class":"TPV","device":"/dev/x","mode":1}"#.utf8)[...])
        #expect(late.sky == nil && late.gst == nil)
        // Satellites that still come are current, but make no position so.
        for second in 11...60 { remember([sky], at: second) }
        let visible = reports.current(of: device, at: begin + .seconds(60))
        #expect(visible.tpv == late.tpv && visible.sky != nil && visible.gst != nil)
        #expect(reports.current(of: device, at: begin + .seconds(61)).gst == nil)
        // Many receivers send their satellites more rarely than their position.
        for second in 61...121 { remember([.fix(SampleEpoch.fix())], at: second) }
        #expect(reports.current(of: device, at: begin + .seconds(120)).sky != nil)
        let rare = reports.current(of: device, at: begin + .seconds(121))
        #expect(rare.tpv.map { String(decoding: $0, as: UTF8.self).contains(#""mode":3"#) } == true)
        #expect(rare.sky == nil)
    }

    @Test("are the newest line of each kind, with and without line endings")
    func newestOfEachKind() {
        let device = DeviceState(GPSDDevice(source: TestServer.rover, path: "/dev/x"))
        let begin = ContinuousClock.now
        func line(_ name: String, _ number: Int) -> String { #"{"class":"\#(name)","number":\#(number)}"# }
        var reports = LastReports()
        let first = [line("SKY", 1), line("GST", 1), line("TPV", 1)].map { $0 + "\r\n" }.joined()
        // The lines of the second epoch begin within an array, and the last one has no end.
        let second = Array((line("TPV", 2) + "\r\n\n" + line("ATT", 2) + "\n" + line("SKY", 3)).utf8)
        reports.remember(Array(first.utf8)[...], at: begin)
        reports.remember((Array(first.utf8) + second).dropFirst(first.utf8.count), at: begin)
        let current = reports.current(of: device, at: begin)
        #expect(current.tpv.map(Array.init) == Array(line("TPV", 2).utf8))
        #expect(current.sky.map(Array.init) == Array(line("SKY", 3).utf8))
        #expect(current.gst.map(Array.init) == Array(line("GST", 1).utf8))
        // More lines than are kept together.
        let many = (1...2000).map { line("SKY", $0) + "\r\n" }.joined() + line("TPV", 9) + "\r\n"
        reports.remember(Array(many.utf8)[...], at: begin)
        let last = reports.current(of: device, at: begin)
        #expect(last.tpv.map(Array.init) == Array(line("TPV", 9).utf8) && last.tpv?.startIndex == 0)
        #expect(last.sky.map(Array.init) == Array(line("SKY", 2000).utf8) && last.sky?.startIndex == 0)
        reports.remember([], at: begin)
        #expect(reports.current(of: device, at: begin).gst != nil)
    }
}
