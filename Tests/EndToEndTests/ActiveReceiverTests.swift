// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Two receivers side by side: what a person chooses is what every server and every stage works with, and one device is
/// open once for all of them.
@Suite(.serialized) struct ActiveReceiverTests {
    /// A daemon with two receivers on terminals, one degree of latitude apart, that send five epochs a second.
    private final class Bench {
        let daemon: RunningProgram
        let rover: NMEALine
        let base: NMEALine
        let gpsd: Int
        let nmea: Int
        private let file: TemporaryFile

        init() throws {
            let name = "/tmp/gnss-active-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
            rover = try NMEALine(name + "-rover", latitude: 48)
            base = try NMEALine(name + "-base", latitude: 47)
            (gpsd, nmea) = (try Program.freePort(), try Program.freePort())
            file = try TemporaryFile(
                """
                receivers:
                  - { id: rover, driver: nmea-serial, config: { device: \(rover.path) } }
                  - { id: base, driver: nmea-serial, config: { device: \(base.path) } }
                listen: { gpsd: ["127.0.0.1:\(gpsd)"], nmea: ["127.0.0.1:\(nmea)"], http: "" }
                discovery: { enabled: false }
                tracks: { log: { enabled: true, interval_s: 1 } }
                captures: { enabled: true, osnma: any }
                """, suffix: ".yaml")
            daemon = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
            try daemon.wait(for: "active receiver: ")
            // A receiver that is active without a position gives way to the first one that has one.
            try eventually("a receiver has no position: \(daemon.messages)") {
                let receivers = try get("/v1/status")["receivers"] as? [[String: Any]] ?? []
                let kinds = receivers.map { ($0["fix"] as? [String: Any])?["kind"] as? String }
                return kinds == ["3d", "3d"]
            }
        }

        func ask(_ arguments: String...) throws -> Program.Result {
            let result = try RunningProgram(
                try Program.gateway, arguments, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
            ).waitForEnd()
            try #require(result.status == 0, "\(arguments): \(result.messages)")
            return result
        }

        func get(_ path: String) throws -> [String: Any] {
            try PlainHTTP.request("GET", path, socket: daemon.socket).json
        }

        func startSampling() throws -> [String: Any] {
            try PlainHTTP.request("POST", "/v1/centroid/start", body: "{}", socket: daemon.socket).json
        }

        var active: String? {
            get throws { (try get("/v1/status")["active"] as? [String: Any])?["receiver"] as? String }
        }

        func use(_ receiver: String) throws {
            _ = try ask("receivers", "use", receiver)
            try eventually("\(receiver) is never active: \(daemon.messages)", within: 30) { try active == receiver }
        }

        /// How often the daemon has a device open.
        func descriptors(of line: NMEALine) throws -> Int {
            let folder = "/proc/\(daemon.identifier)/fd"
            let terminal = try FileManager.default.destinationOfSymbolicLink(atPath: line.path)
            return try FileManager.default.contentsOfDirectory(atPath: folder).count {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == terminal
            }
        }

        /// The newest points of a path.
        func points(_ path: Int) throws -> [[String: Any]] {
            try ask("paths", "show", "\(path)", "--points", "--json").lines.dropFirst().map { try object($0) }
        }
    }

    @Test(arguments: [("base", "rover", 47.0), ("rover", "base", 48.0)])
    func `gpsd, NMEA, paths, the track log, samplings and indicators follow the receiver that was chosen`(
        chosen: String, other: String, latitude: Double
    ) throws {
        let bench = try Bench()
        try bench.use(chosen)
        let device = chosen == "base" ? bench.base.path : bench.rover.path
        let client = try GPSDClient(port: bench.gpsd)
        let reader = try Crowd(1, port: bench.nmea)
        _ = try bench.ask("paths", "start", "field")
        let sampling = try bench.startSampling()
        #expect(sampling["receiver"] as? String == chosen, "\(sampling)")
        #expect(reader.reads { $0.members[0].text.components(separatedBy: "GGA").count > 6 })
        try eventually("no points: \(bench.daemon.messages)") { try bench.points(1).count >= 3 }
        try eventually("no reports") { client.reports("TPV").count >= 6 }

        let reports = client.reports("TPV").map(\.object)
        #expect(reports.allSatisfy { $0["device"] as? String == device }, "\(reports)")
        #expect(reports.compactMap { $0["lat"] as? Double }.allSatisfy { Int($0) == Int(latitude) }, "\(reports)")
        let sentences = reader.members[0].text.split(whereSeparator: \.isNewline).filter { $0.contains("GGA") }
        #expect(sentences.allSatisfy { $0.contains(",\(Int(latitude))30.") }, "\(sentences)")
        let points = try bench.points(1)
        #expect(points.allSatisfy { $0["receiver"] as? String == chosen }, "\(points) \(bench.daemon.messages)")
        #expect(try bench.get("/v1/satellites")["receiver"] as? String == chosen)
        #expect(try bench.get("/v1/status/indicators")["receiver"] as? String == chosen)
        let information = try bench.get("/v1/status/device")
        #expect((information["receiver"] as? [String: Any])?["id"] as? String == chosen, "\(information)")

        // The one that is not chosen is still there for programs that name it.
        let named = try GPSDClient(
            port: bench.gpsd, watch: "?WATCH={\"enable\":true,\"json\":true,\"device\":\"\(other)\"};")
        try eventually("no reports of \(other)") { named.reports("TPV").count >= 2 }
        #expect(named.reports("TPV").map(\.object).allSatisfy { $0["device"] as? String != device })

        // Switched off, it lets go of its device and says so, and the other takes over everywhere.
        _ = try bench.ask("receivers", "stop", chosen)
        try eventually("\(other) never took over: \(bench.daemon.messages)") { try bench.active == other }
        #expect(bench.daemon.messages.contains("\(chosen): stopped: "), "\(bench.daemon.messages)")
        let stopped = chosen == "base" ? bench.base : bench.rover
        try eventually("its device is still open") { try bench.descriptors(of: stopped) == 0 }
        try eventually("no points of \(other)") { try bench.points(1).last?["receiver"] as? String == other }
        let first = try #require(try bench.points(1).first { $0["receiver"] as? String == other })
        #expect(first["begins_segment"] as? Bool == true, "\(first)")
        try eventually("no sampling session of \(other)") {
            let sessions = try bench.get("/v1/centroid")["sessions"] as? [[String: Any]] ?? []
            return sessions.contains { $0["receiver"] as? String == other }
        }

        // Without any, it is said, and not shown as if it were.
        _ = try bench.ask("receivers", "stop", other)
        try eventually("a receiver is still active") { try bench.active == nil }
        let indicators = try bench.get("/v1/status/indicators")["indicators"] as? [[String: Any]]
        let location = try #require(indicators?.first { $0["name"] as? String == "location" })
        #expect(location["colour"] as? String == "red" && location["reason"] as? String == "driver_off", "\(location)")
    }

    /// Whether a point and a report of gpsd, which has nine decimals, have the same place.
    private func isSame(_ point: [String: Any], _ report: [String: Any], unit: String = "") throws -> Bool {
        try [("latitude", "lat"), ("longitude", "lon")].allSatisfy { ours, theirs in
            let (place, told) = (try #require(point[ours + unit] as? Double), try #require(report[theirs] as? Double))
            return abs(place - told) < 1e-9
        }
    }

    @Test func `gpsd, a path, the track log, a photo and the map show the same epochs, and the device is open once`()
        throws
    {
        let bench = try Bench()
        try bench.use("rover")
        let client = try GPSDClient(port: bench.gpsd)
        _ = try bench.ask("paths", "start", "field")
        _ = try bench.startSampling()
        let recording = NSTemporaryDirectory() + "gnss-recording-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: recording) }
        let recorder = try RunningProgram(
            try Program.gateway, ["record", recording], environment: ["GNSS_GATEWAY_SOCKET": bench.daemon.socket])
        try eventually("no points: \(bench.daemon.messages)") { try bench.points(1).count >= 5 }
        try eventually("nothing is recorded: \(recorder.messages)") {
            let attributes = try? FileManager.default.attributesOfItem(atPath: recording)
            return (attributes?[.size] as? Int ?? 0) > 0
        }
        let photo = try TestPhoto.take(socket: bench.daemon.socket)
        let shown = [
            try bench.get("/v1/captures/\(photo)/record")["position"],
            // The map's dot is where this says.
            try bench.get("/v1/live/snapshot?topics=fix")["fix"],
        ].compactMap { $0 as? [String: Any] }
        let times = shown.compactMap { ($0["time"] as? String)?.prefix(21) }
        try #require(times.count == 2, "\(shown)")
        #expect(try bench.descriptors(of: bench.rover) == 1)
        recorder.signal(SIGTERM)
        #expect(recorder.waitForEnd().status == 0)
        let ended = try object(try bench.ask("paths", "stop", "--json").output)
        #expect(ended["saved"] as? Bool == true)
        let newest = try #require(try bench.points(1).last?["time"] as? String).prefix(21)
        for time in times + [newest] {
            try eventually("\(time) is in no report") {
                client.reports("TPV").contains { ($0.object["time"] as? String)?.hasPrefix(time) == true }
            }
        }
        let reports = Dictionary(
            client.reports("TPV").map(\.object).compactMap { report in
                (report["time"] as? String).map { (String($0.prefix(21)), report) }
            }, uniquingKeysWith: { first, _ in first })
        let points = try bench.points(1)
        for point in points {
            let time = try #require(point["time"] as? String)
            let report = try #require(reports[String(time.prefix(21))], "\(time) is in no report")
            #expect(try isSame(point, report), "\(point), \(report)")
        }
        for (time, place) in zip(times, shown) {
            let report = try #require(reports[String(time)], "\(time) is in no report")
            #expect(try isSame(place, report, unit: "_deg"), "\(place), \(report)")
        }
        // The track log is written each ten seconds.
        var tracked: [[String: Any]] = []
        try eventually("no track: \(bench.daemon.messages)") {
            let list = Data(try bench.ask("paths", "list", "--tracks", "--json").output.utf8)
            let tracks = try JSONSerialization.jsonObject(with: list) as? [[String: Any]]
            guard let track = tracks?.first?["id"] as? Int else { return false }
            tracked = try bench.points(track)
            return tracked.count >= 5
        }
        var compared = 0
        for point in tracked {
            let time = try #require(point["time"] as? String)
            guard let report = reports[String(time.prefix(21))] else { continue }
            compared += 1
            #expect(try isSame(point, report), "\(point), \(report)")
        }
        #expect(compared >= 3)
    }
}

/// A receiver on a terminal that sends GGA and RMC five times a second, and moves slowly.
private final class NMEALine: Sendable {
    let path: String

    /// - Parameter latitude: whole degrees; half a degree is added.
    init(_ path: String, latitude: Int) throws {
        self.path = path
        let receiver = PseudoReceiver(path)
        try receiver.plug()
        // It belongs to the thread from here on.
        nonisolated(unsafe) let owned = receiver
        Thread.detachNewThread { [weak self] in
            var epoch = 0
            while self != nil {
                _ = owned.send(Array(Self.epoch(epoch, latitude).utf8), within: 1)
                epoch += 1
                // The receiver's own rate: five epochs a second.
                Thread.sleep(forTimeInterval: 0.2)
            }
            owned.unplug()
        }
    }

    private static func epoch(_ number: Int, _ latitude: Int) -> String {
        let second = 36_000 + number / 5
        let clock = String(
            format: "%02d%02d%02d.%d0", second / 3600, second / 60 % 60, second % 60, number % 5 * 2)
        let place = String(format: "%02d30.%05d,N,01131.32400,E", latitude, number)
        return sentence("GPRMC,\(clock),A,\(place),3.50,0.0,010326,,,A")
            + sentence("GPGGA,\(clock),\(place),1,08,0.9,545.4,M,46.9,M,,")
    }

    private static func sentence(_ body: String) -> String {
        "$\(body)*\(String(format: "%02X", body.utf8.reduce(0) { $0 ^ $1 }))\r\n"
    }
}
