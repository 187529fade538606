// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ObservationBus
import Testing

@testable import GPSDServer

@Suite("The server", .timeLimit(.minutes(10)))
struct GPSDServiceTests {
    private static let version = #"{"class":"VERSION","release":"1.0","rev":"1.0","proto_major":3,"proto_minor":15}"#
    private static let watch =
        #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"#
        + #""scaled":false,"timing":false,"split24":false,"pps":false}"#
    private static let idleDevices = #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0"}]}"#

    @Test("greets with VERSION, and answers several requests of one line in order")
    func greeting() async throws {
        try await TestServer().run { address in
            let client = try await TestClient(address)
            #expect(try await client.lines(1) == [Self.version])
            try await client.send("?DEVICES;?WATCH;?VERSION;\r\n")
            let answers = try await client.lines(5)
            #expect(answers[1] == Self.idleDevices)
            #expect(answers[2] == Self.idleDevices)
            #expect(answers[3].hasPrefix(#"{"class":"WATCH","enable":false,"json":false,"#))
            #expect(answers[4] == Self.version)
        }
    }

    @Test("sends an epoch to the clients that watch, and to no other")
    func watching() async throws {
        let server = TestServer()
        try await server.run { address in
            let watcher = try await TestClient(address)
            let idle = try await TestClient(address)
            let mistaken = try await TestClient(address)
            try await watcher.send(#"?WATCH={"enable":true,"json":true}"#)
            try await mistaken.send(#"?WATCH={"enable":true};"#)
            #expect(try await watcher.lines(3)[1...] == [Self.idleDevices, Self.watch])
            try await idle.settle()
            try await mistaken.settle()
            server.publish([.fix(SampleEpoch.fix()), .satellites(SkyView(satellites: try SampleEpoch.satellites()))])
            let lines = try await watcher.lines(6)
            #expect(
                lines[3] == #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":"2026-08-20T12:00:00.000Z"}"#)
            #expect(lines[4].hasPrefix(#"{"class":"SKY","device":"/dev/ttyACM0","#))
            #expect(lines[5].hasPrefix(#"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"#))
            try await idle.settle()
            try await mistaken.settle()
            #expect(idle.lines.count == 3)
            #expect(!mistaken.lines.contains { $0.contains("TPV") })
        }
    }

    @Test("states the health of satellites if the signals came in a batch before their epoch")
    func health() async throws {
        let server = TestServer()
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"enable":true,"json":true}"#)
            _ = try await client.lines(3)
            let satellites = try SampleEpoch.satellites()
            let signals = satellites.map { TrackedSignal($0.id, Signal($0.id.constellation, 0), isHealthy: true) }
            server.publish([.signals(SignalView(time: SampleEpoch.noon, signals: signals))])
            server.publish([
                .fix(SampleEpoch.fix()), .satellites(SkyView(time: SampleEpoch.noon, satellites: satellites)),
            ])
            let sky = try await client.lines(1, with: #"{"class":"SKY""#).first
            #expect(
                sky?.split(separator: #""health":1}"#, omittingEmptySubsequences: false).count == satellites.count + 1)
        }
    }

    @Test("lists every device even if the identity of one is extremely long")
    func longIdentity() async throws {
        let base = SourceID(rawValue: "base")
        let server = TestServer(devices: [
            GPSDDevice(source: TestServer.rover, path: "/dev/ttyACM0"), GPSDDevice(source: base, path: "/dev/ttyACM1"),
        ])
        try await server.run { address in
            // A single character of 60,001 bytes.
            let model = "e" + String(repeating: "\u{301}", count: 30_000)
            server.publish([.receiver(ReceiverIdentity(vendor: "u-blox", model: model, serial: model))])
            let client = try await TestClient(address)
            try await client.send("?DEVICES;")
            let line = try await client.lines(2)[1]
            #expect(line.contains("/dev/ttyACM0") && line.contains("/dev/ttyACM1"))
            // By bytes, because what follows is part of the same character.
            #expect(
                line.utf8.count < 1000
                    && line.utf8.split(separator: 0x2C).contains { part in
                        part.starts(with: #""subtype":"u-blox e"#.utf8)
                    })
        }
    }

    @Test("passes no other line on in a sentence's place")
    func injection() async throws {
        let server = TestServer()
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"enable":true,"json":true,"nmea":true}"#)
            _ = try await client.lines(3)
            let injected = "$GPTXT,01*00\r\n{\"class\":\"TPV\",\"mode\":3,\"lat\":66.6,\"lon\":66.6}\r\n"
            for text in [injected, "{\"class\":\"TPV\",\"mode\":3}\r\n", "$GPTXT,02*00\r\n"] {
                server.publish([.sentence(Sentence(format: .nmea, bytes: Array(text.utf8)))])
            }
            let lines = try await client.lines(1, with: "$GPTXT")
            #expect(lines == ["$GPTXT,02*00"], "\(lines)")
        }
    }

    @Test("leaves out an element that is too long, and keeps those after it")
    func longElement() {
        let long = GPSDDevice(
            source: TestServer.rover, path: "/dev/" + String(repeating: "\u{1}", count: 600))
        let devices =
            Array(repeating: DeviceState(long), count: 8)
            + [DeviceState(GPSDDevice(source: TestServer.rover, path: "/dev/ttyACM1"))]
        let line = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: GPSDReporter.longestLine) { memory in
            var writer = LineWriter(memory)
            writer.devices(devices)
            return writer.isFull ? "" : String(decoding: writer.written, as: UTF8.self)
        }
        #expect(line.hasSuffix(#"{"class":"DEVICE","path":"/dev/ttyACM1"}]}"#))
    }

    @Test("tells when a device comes, is known and goes, and forgets its position then")
    func devices() async throws {
        let server = TestServer()
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"json":true};"#)
            _ = try await client.lines(3)
            server.publish([.driverState(DriverStateReport(.running, reason: ""))])
            server.publish([.sentence(Sentence(format: .nmea, bytes: Array("$GPTXT*00\r\n".utf8)))])
            server.publish([.receiver(ReceiverIdentity(vendor: "u-blox", model: "ZED-F9P", serial: "42"))])
            server.publish([.fix(SampleEpoch.fix())])
            server.publish([.driverState(DriverStateReport(.lost, reason: ""))])
            server.publish([.driverState(DriverStateReport(.stopped, reason: ""))])
            let device = #"{"class":"DEVICE","path":"/dev/ttyACM0""#
            let time = #","activated":"2026-08-20T12:00:00.000Z""#
            let identity = #","driver":"NMEA0183","sernum":"42","subtype":"u-blox ZED-F9P""#
            #expect(
                try await client.lines(4, with: device) == [
                    device + time + "}", device + #","driver":"NMEA0183""# + time + "}", device + identity + time + "}",
                    device + #","activated":0}"#,
                ])
            try await client.send("?POLL;")
            let poll = try await client.lines(1, with: #"{"class":"POLL","time":"2026-08-20T12:0"#)[0]
            #expect(poll.hasSuffix(#"Z","active":0,"tpv":[],"gst":[],"sky":[]}"#))
            #expect(client.lines.count { $0.hasPrefix(device) } == 4)
        }
    }

    @Test("shows nothing of the receiver that was at a device's path before")
    func replacedReceiver() async throws {
        let server = TestServer()
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"json":true};"#)
            _ = try await client.lines(3)
            server.publish([.driverState(DriverStateReport(.running, reason: ""))])
            server.publish([.sentence(Sentence(format: .nmea, bytes: Array("$GPTXT*00\r\n".utf8)))])
            server.publish([.receiver(ReceiverIdentity(vendor: "u-blox", model: "ZED-F9P", serial: "42"))])
            server.publish([.driverState(DriverStateReport(.lost, reason: "unplugged"))])
            server.publish([.driverState(DriverStateReport(.running, reason: ""))])
            server.publish([.receiver(ReceiverIdentity(vendor: "Quectel"))])
            let device = #"{"class":"DEVICE","path":"/dev/ttyACM0""#
            let time = #","activated":"2026-08-20T12:00:00.000Z""#
            #expect(
                try await client.lines(6, with: device).suffix(2) == [
                    device + time + "}", device + #","subtype":"Quectel""# + time + "}",
                ])
        }
    }

    @Test("keeps the driver that the host named after a receiver is gone")
    func givenDriver() {
        var device = DeviceState(GPSDDevice(source: TestServer.rover, path: "/dev/x", driver: "u-blox"))
        _ = device.activate(at: SampleEpoch.noon)
        let isGone = device.lose()
        #expect(isGone && device.driver == "u-blox")
    }

    @Test("answers POLL with the last reports of what is watched")
    func polling() async throws {
        let server = TestServer()
        try await server.run { address in
            let client = try await TestClient(address)
            server.publish([.fix(SampleEpoch.fix()), .satellites(SkyView())])
            try await client.send("?POLL;")
            let empty = try await client.lines(1, with: #"{"class":"POLL""#)
            #expect(empty[0].hasSuffix(#""active":0,"tpv":[],"gst":[],"sky":[]}"#))
            try await client.send(#"?WATCH={"enable":true};"#)
            // Reports of 10 s ago are no current ones any more: on a busy machine it is tried again.
            var polls = 1
            try await poll {
                server.publish([.fix(SampleEpoch.fix()), .satellites(SkyView())])
                try await client.send("?POLL;")
                polls += 1
                let full = try await client.lines(polls, with: #"{"class":"POLL""#).last ?? ""
                return full.contains(#""active":1,"tpv":[{"class":"TPV","device":"/dev/ttyACM0","mode":3,"#)
                    && full.contains(#"],"gst":[],"sky":[{"class":"SKY","#)
            }
        }
    }

    @Test("answers POLL with a time that goes on while the receiver is silent")
    func pollTime() async throws {
        let server = TestServer()
        try await server.run { address in
            let client = try await TestClient(address)
            server.publish([.fix(SampleEpoch.fix())])
            try await server.settle()
            let noon = #"{"class":"POLL","time":"2026-08-20T12:00:00.000Z""#
            var polls = 0
            try await poll {
                try await client.send("?POLL;")
                polls += 1
                let last = try await client.lines(polls, with: #"{"class":"POLL""#).last ?? ""
                // By the observations' clock, not by the machine's.
                return last.hasPrefix(#"{"class":"POLL","time":"2026-08-20T12:0"#) && !last.hasPrefix(noon)
            }
        }
    }

    @Test("makes NMEA sentences of the reports of a receiver that sends none")
    func madeSentences() async throws {
        let server = TestServer()
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"enable":true,"nmea":true};"#)
            _ = try await client.lines(3)
            server.publish([.fix(SampleEpoch.fix()), .satellites(SkyView(satellites: try SampleEpoch.satellites()))])
            let made = try await client.lines(8)
            #expect(made[3].hasPrefix("$GPRMC,120000.00,A,4704.24200,N,01526.37000,W,"))
            #expect(made[4].hasPrefix("$GPGGA,") && made.contains { $0.hasPrefix("$GPGSV,2,1,") })
            #expect(!made.contains { $0.contains("TPV") })
            // Once it speaks NMEA itself, its own are passed on alone.
            let own = "$GPGLL,,,,,,V,N*64"
            server.publish([
                .sentence(Sentence(format: .nmea, bytes: Array("\(own)\r\n".utf8))), .fix(SampleEpoch.fix()),
            ])
            _ = try await client.lines(1, with: own)
            try await client.settle()
            #expect(client.lines.count { $0.hasPrefix("$GPRMC") } == 1)
            // Many epochs without one are a fast receiver's; ten seconds of them are other settings.
            for _ in 0..<100 { server.publish([.fix(SampleEpoch.fix())], at: 9) }
            try await client.settle()
            #expect(client.lines.count { $0.hasPrefix("$GPRMC") } == 1)
            for _ in 0..<2 { server.publish([.fix(SampleEpoch.fix())], at: 11) }
            _ = try await client.lines(3, with: "$GPRMC")
        }
    }

    @Test("makes NMEA sentences of each fix of a batch, and of satellites that come later")
    func madeSentencesOfBatches() async throws {
        let server = TestServer()
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"enable":true,"nmea":true};"#)
            _ = try await client.lines(3)
            server.publish([.fix(SampleEpoch.fix()), .fix(SampleEpoch.fix(at: SampleEpoch.time(0.5)))])
            _ = try await client.lines(2, with: "$GPRMC")
            #expect(!client.lines.contains { $0.hasPrefix("$GPGSA") })
            server.publish([.satellites(SkyView(satellites: try SampleEpoch.satellites()))], at: 1)
            #expect(try await client.lines(1, with: "$GPGSA")[0].hasPrefix("$GPGSA,A,3,"))
            // A kind that the receiver sends itself is not made.
            let own = "$GNGSA,A,3,05,,,,,,,,,,,,1.0,1.0,1.0*2C"
            server.publish([
                .sentence(Sentence(format: .nmea, bytes: Array("\(own)\r\n".utf8))), .fix(SampleEpoch.fix()),
                .satellites(SkyView(satellites: try SampleEpoch.satellites())),
            ])
            _ = try await client.lines(3, with: "$GPRMC")
            try await client.settle()
            #expect(client.lines.count { $0.hasPrefix("$GPGSA") } == 1 && client.lines.contains(own))
        }
    }

    @Test("passes NMEA sentences through unchanged, and binary frames as hexadecimal or as they are")
    func sentences() async throws {
        let server = TestServer()
        try await server.run { address in
            let nmea = try await TestClient(address)
            let hexadecimal = try await TestClient(address)
            try await nmea.send(#"?WATCH={"enable":true,"nmea":true,"raw":true};"#)
            try await hexadecimal.send(#"?WATCH={"raw":1};"#)
            let verbatim = try await TestClient(address)
            try await verbatim.send(#"?WATCH={"raw":2};"#)
            _ = try await (nmea.lines(3), hexadecimal.lines(3), verbatim.lines(3))
            server.publish([
                .sentence(Sentence(format: .nmea, bytes: Array("$GPGLL,,,,,,V,N*64\r\n".utf8))),
                .sentence(Sentence(format: .ubx, bytes: [0xB5, 0x62, 0x01, 0x0A])),
                .sentence(Sentence(format: .nmea, bytes: Array("$GPTXT,01*00".utf8))), .fix(SampleEpoch.fix()),
            ])
            #expect(try await nmea.lines(5)[3...] == ["$GPGLL,,,,,,V,N*64", "$GPTXT,01*00"])
            #expect(try await hexadecimal.lines(6)[3...] == ["$GPGLL,,,,,,V,N*64", "b562010a", "$GPTXT,01*00"])
            // The frame's last byte is a line feed, and its first one is no UTF-8.
            #expect(try await verbatim.lines(6)[3...] == ["$GPGLL,,,,,,V,N*64", "\u{FFFD}b\u{1}", "$GPTXT,01*00"])
        }
    }

    @Test("sends one device's reports where one is asked for, and refuses one that it has not")
    func oneDevice() async throws {
        let base = SourceID(rawValue: "base")
        let server = TestServer(devices: [
            GPSDDevice(source: TestServer.rover, path: "/dev/ttyACM0"),
            GPSDDevice(source: base, path: "/dev/ttyUSB0", driver: "u-blox"),
        ])
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"json":true,"device":"/dev/nope"};"#)
            #expect(try await client.lines(2)[1] == #"{"class":"ERROR","message":"No such device as /dev/nope"}"#)
            try await client.send(#"?WATCH={"json":true,"device":"/dev/ttyUSB0"};"#)
            #expect(try await client.lines(4)[3].hasSuffix(#""pps":false,"device":"/dev/ttyUSB0"}"#))
            server.publish([.fix(SampleEpoch.fix())])
            server.publish([.fix(SampleEpoch.fix())], from: base)
            let tpv = try await client.lines(1, with: #"{"class":"TPV""#)
            #expect(tpv[0].hasPrefix(#"{"class":"TPV","device":"/dev/ttyUSB0""#))
            try await client.send(#"?DEVICE;?DEVICE={"path":"/dev/ttyUSB0","bps":9600};?DEVICE={"path":"/x"};"#)
            let errors = try await client.lines(3, with: #"{"class":"ERROR""#)
            #expect(errors[1].contains("No path specified in DEVICE, but multiple devices are attached."))
            #expect(errors[2].contains("Can't open /x."))
            #expect(
                client.lines.contains { $0.hasPrefix(#"{"class":"DEVICE","path":"/dev/ttyUSB0","driver":"u-blox""#) })
        }
    }

    @Test("adds the times of the epoch and TOFF where they are asked for")
    func timing() async throws {
        let server = TestServer()
        try await server.run { address in
            let plain = try await TestClient(address)
            let timed = try await TestClient(address)
            // As gpsmon asks.
            let verbatim = try await TestClient(address)
            try await plain.send(#"?WATCH={"json":true}"#)
            try await timed.send(#"?WATCH={"json":true,"timing":true,"pps":true}"#)
            try await verbatim.send(#"?WATCH={"raw":2,"pps":true}"#)
            _ = try await (plain.lines(3), timed.lines(3), verbatim.lines(3))
            for tenth in [0.0, 0.5, 1] {
                var fix = SampleEpoch.fix(at: SampleEpoch.time(tenth))
                (fix.satellitesUsed, fix.leapSeconds) = (7, 18)
                server.publish([.sentence(Sentence(format: .nmea, bytes: Array("$GPTXT*00\r\n".utf8))), .fix(fix)])
            }
            let reports = try await timed.lines(3, with: #"{"class":"TPV""#)
            let noon = "1787227200.000000000"
            let ends = ["388818.000", "388818.500", "388819.000"].map {
                #","rtime":\#(noon),"sor":\#(noon),"chars":11,"sats":7,"week":2432,"tow":\#($0),"rollovers":2}"#
            }
            #expect(zip(reports, ends).allSatisfy { $0.hasSuffix($1) }, "\(reports)")
            let offset =
                #"{"class":"TOFF","device":"/dev/ttyACM0","real_sec":178722720N,"real_nsec":0,"#
                + #""clock_sec":1787227200,"clock_nsec":0,"precision":-1}"#
            #expect(
                timed.lines.filter { $0.hasPrefix(#"{"class":"TOFF""#) }
                    == ["0", "1"].map { offset.replacing("N", with: $0) })
            #expect(
                try await verbatim.lines(2, with: #"{"class":"TOFF""#)
                    == ["0", "1"].map { offset.replacing("N", with: $0) })
            #expect(!verbatim.lines.contains { $0.contains("TPV") })
            let others = try await plain.lines(3, with: #"{"class":"TPV""#)
            #expect(!others.contains { $0.contains("rtime") } && !plain.lines.contains { $0.contains("TOFF") })
            try await plain.send("?DEVICE;")
            let device = try await plain.lines(2, with: #"{"class":"DEVICE""#).last
            #expect(device?.hasSuffix(#","flags":1,"cycle":0.50}"#) == true, "\(device ?? "")")
        }
    }

    @Test("shows a serial line's settings, and changes nothing of a receiver")
    func settings() async throws {
        var device = GPSDDevice(source: TestServer.rover, path: "/dev/ttyS0")
        device.line = GPSDDevice.SerialLine(speed: 38400)
        let server = TestServer(devices: [device])
        try await server.run { address in
            let client = try await TestClient(address)
            server.publish([.driverState(DriverStateReport(.running, reason: ""))])
            try await client.send(#"?WATCH={"json":true};"#)
            _ = try await client.lines(3)
            // The receiver's state may arrive at the server after the client's request.
            var isRunning = false
            for number in 1...500 where !isRunning {
                try await client.send(#"?DEVICE={"path":"/dev/ttyS0"};"#)
                isRunning = try await client.lines(number, with: #"{"class":"DEVICE""#).last?.contains("bps") == true
            }
            #expect(isRunning)
            try await client.send(#"?DEVICE={"path":"/dev/ttyS0","bps":9600,"native":1};?DEVICE={"hexdata":"b562"};"#)
            _ = try await client.lines(1, with: #"{"class":"ERROR""#)
            let answers = client.lines.suffix(2)
            #expect(
                answers.first?.hasSuffix(#""native":0,"bps":38400,"parity":"N","stopbits":1}"#) == true, "\(answers)")
            #expect(answers.last?.contains("not written to receivers") == true)
        }
    }

    @Test("shows the rate that the driver found, and no longer once the receiver is gone")
    func foundRate() async throws {
        let server = TestServer(devices: [GPSDDevice(source: TestServer.rover, path: "/dev/ttyS0")])
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"json":true};"#)
            _ = try await client.lines(3)
            server.publish([.driverState(DriverStateReport(.running, reason: "NMEA 0183 at 38400 baud"))])
            let found = try await client.lines(1, with: #"{"class":"DEVICE","#).last
            #expect(found?.hasSuffix(#""native":0,"bps":38400,"parity":"N","stopbits":1}"#) == true, "\(found ?? "")")
            server.publish([.driverState(DriverStateReport(.running, reason: "u-blox: UBX at 115200 baud 8E1"))])
            let raised = try await client.lines(2, with: #"{"class":"DEVICE","#).last
            #expect(raised?.hasSuffix(#""bps":115200,"parity":"E","stopbits":1}"#) == true, "\(raised ?? "")")
            server.publish([.sentence(Sentence(format: .ubx, bytes: [0xB5, 0x62, 0x01, 0x0A]))])
            let binary = try await client.lines(3, with: #"{"class":"DEVICE","#).last
            #expect(binary?.contains(#""native":1,"bps":115200,"#) == true, "\(binary ?? "")")
            server.publish([.driverState(DriverStateReport(.lost, reason: "unplugged"))])
            server.publish([.driverState(DriverStateReport(.running, reason: "NMEA 0183 over USB"))])
            let later = try await client.lines(5, with: #"{"class":"DEVICE","#).last
            #expect(later?.contains("bps") == false, "\(later ?? "")")
        }
    }

    @Test(
        "understands what real clients open with, however it comes",
        arguments: [
            // QGIS, QField; an integer that is given as true is 0.
            (#"?WATCH={"enable":true,"nmea":true,"raw":true};"#, "nmea"),
            // Signal K
            (#"?WATCH={"class":"WATCH","nmea":true,"json":false}"# + "\n", "nmea"),
            // OpenCPN, now and before
            (#"?WATCH={"class":"WATCH", "nmea":true}"#, "nmea"),
            (#"?WATCH={"class":"WATCH", "raw":1,"scaled":true}"#, "nmea"),
            // hcxdumptool
            (#"?WATCH={"json":true}"#, "json"),
            // Kismet, old probe lines first
            ("L\nJ=1,W=1,R=1\n" + #"?WATCH={"json":true};"# + "\n", "json"),
            // libgps, gps3, gpsd-py3
            (#"?WATCH={"enable":true,"json":true};"# + "\n", "json"),
            (#"?WATCH={"enable": true, "json": true}"#, "json"),
        ])
    func openings(_ opening: String, _ form: String) async throws {
        let server = TestServer()
        try await server.run { address in
            for isPiecemeal in [false, true] {
                let client = try await TestClient(address)
                if isPiecemeal {
                    for byte in opening.utf8 { try await client.send([byte]) }
                } else {
                    try await client.send(opening)
                }
                _ = try await client.lines(1, with: #"{"class":"WATCH","enable":true"#)
                #expect(!client.lines.contains { $0.contains("ERROR") })
                server.publish([
                    .sentence(Sentence(format: .nmea, bytes: Array("$GPTXT*00\r\n".utf8))), .fix(SampleEpoch.fix()),
                ])
                _ = try await client.lines(1, with: form == "json" ? #"{"class":"TPV""# : "$GPTXT*00")
                #expect(!client.lines.contains { $0.hasPrefix(form == "json" ? "$" : #"{"class":"TPV""#) })
            }
        }
    }

    @Test("follows the host's table while clients are there")
    func table() async throws {
        let server = TestServer(devices: [])
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send("?DEVICES;?DEVICE;")
            #expect(try await client.lines(2)[1] == #"{"class":"DEVICES","devices":[]}"#)
            server.devices.set(GPSDDevice(source: TestServer.rover, path: "/tmp/capture.nmea", driver: "NMEA0183"))
            try await client.send("?DEVICES;")
            #expect(try await client.lines(4)[3].contains(#""path":"/tmp/capture.nmea","driver":"NMEA0183"}]"#))
            server.devices.remove(TestServer.rover)
            try await client.send("?DEVICES;")
            #expect(try await client.lines(5)[4] == #"{"class":"DEVICES","devices":[]}"#)
            try await client.send(#"?WATCH={"json":true};"#)
            try await client.settle()
            // What a removed receiver still sends does not bring it back, unlike a source that was never in the table.
            server.publish([.fix(SampleEpoch.fix())])
            server.publish([.driverState(DriverStateReport(.stopped, reason: ""))])
            server.publish([.fix(SampleEpoch.fix())], from: SourceID(rawValue: "base"))
            _ = try await client.lines(1, with: #"{"class":"TPV","device":"base""#)
            try await client.send("?DEVICES;")
            let devices = try await client.lines(5, with: #"{"class":"DEVICES""#)[4]
            #expect(devices.contains(#""path":"base""#) && !devices.contains("rover"))
            #expect(!client.lines.contains { $0.hasPrefix(#"{"class":"TPV","device":"rover""#) })
            // The table names it again.
            server.devices.set(GPSDDevice(source: TestServer.rover, path: "/tmp/capture.nmea"))
            server.publish([.fix(SampleEpoch.fix())])
            _ = try await client.lines(1, with: #"{"class":"TPV","device":"/tmp/capture.nmea""#)
        }
    }

    @Test("follows a named receiver to another path, and leaves no position at the former one")
    func exchangedPaths() async throws {
        let base = SourceID(rawValue: "base")
        let server = TestServer(devices: [
            GPSDDevice(source: TestServer.rover, path: "/dev/pts/1"), GPSDDevice(source: base, path: "/dev/pts/2"),
        ])
        try await server.run { address in
            let (named, all) = (try await TestClient(address), try await TestClient(address))
            try await named.send(#"?WATCH={"json":true,"device":"rover"};"#)
            try await all.send(#"?WATCH={"json":true};"#)
            for client in [named, all] { _ = try await client.lines(1, with: #"{"class":"WATCH""#) }
            for source in [TestServer.rover, base] { server.publish([.fix(SampleEpoch.fix())], from: source) }
            _ = try await named.lines(1, with: #"{"class":"TPV","device":"/dev/pts/1""#)
            _ = try await all.lines(1, with: #"{"class":"TPV","device":"/dev/pts/2""#)
            server.devices.set(GPSDDevice(source: TestServer.rover, path: "/dev/pts/3"))
            server.devices.set(GPSDDevice(source: base, path: "/dev/pts/1"))
            for source in [base, TestServer.rover] { server.publish([.fix(SampleEpoch.fix())], from: source) }
            _ = try await named.lines(1, with: #"{"class":"TPV","device":"/dev/pts/3""#)
            #expect(
                named.lines.filter { $0.hasPrefix(#"{"class":"TPV","device":"/dev/pts/1""#) && $0.contains("lat") }
                    .count == 1)
            _ = try await all.lines(1, with: #"{"class":"TPV","device":"/dev/pts/3""#)
            for path in ["/dev/pts/1", "/dev/pts/2"] {
                let gone = #"{"class":"DEVICE","path":"\#(path)","activated":0}"#
                #expect(all.lines.contains(gone), "\(all.lines)")
                #expect(
                    all.lines.contains { $0.hasPrefix(#"{"class":"TPV","device":"\#(path)","mode":1"#) }, "\(all.lines)"
                )
            }
            // A receiver without a path has its name for one.
            let network = SourceID(rawValue: "network")
            server.devices.set(GPSDDevice(source: network, path: "network"))
            let third = try await TestClient(address)
            try await third.send(#"?WATCH={"json":true,"device":"network"};"#)
            _ = try await third.lines(1, with: #"{"class":"WATCH""#)
            server.devices.set(GPSDDevice(source: network, path: "/dev/pts/4"))
            server.publish([.fix(SampleEpoch.fix())], from: network)
            _ = try await third.lines(1, with: #"{"class":"TPV","device":"/dev/pts/4""#)
            // Without its receiver, the client gets nothing, also not what comes from its former path.
            server.devices.remove(TestServer.rover)
            server.devices.set(GPSDDevice(source: base, path: "/dev/pts/3"))
            server.publish([.fix(SampleEpoch.fix())], from: base)
            _ = try await all.lines(2, with: #"{"class":"TPV","device":"/dev/pts/3""#)
            #expect(named.lines.filter { $0.contains("lat") }.count == 2, "\(named.lines)")
        }
    }

    @Test("answers what it does not understand with an escaped ERROR")
    func errors() async throws {
        try await TestServer().run { address in
            let client = try await TestClient(address)
            try await client.send("?FOO \"\\\u{1}\n")
            #expect(
                try await client.lines(2)[1]
                    == #"{"class":"ERROR","message":"Unrecognized request '?FOO \"\\\u0001\n'"}"#)
            try await client.send(#"?WATCH={"json":true,"enable":"true"};"#)
            #expect(
                try await client.lines(5)[2...] == [
                    #"{"class":"ERROR","message":"Invalid WATCH: saw quoted value when expecting nonstring"}"#,
                    Self.idleDevices, Self.watch,
                ])
        }
    }
}
