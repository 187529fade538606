// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Files that someone sends to be imported, who means no good: the daemon stays small, and others get their turn.
@Suite(.serialized) struct PathImportTests {
    /// What a daemon may take beyond its idle memory, in kB.
    private static let growth = 64 << 10

    private func daemon(state: String? = nil) throws -> RunningProgram {
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        let program = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path],
            environment: state.map { ["STATE_DIRECTORY": $0] } ?? [:])
        try program.wait(for: "active receiver: rover")
        return program
    }

    private func upload(_ body: String, as format: String, to daemon: RunningProgram) throws -> PlainHTTP.Answer {
        try PlainHTTP.request("POST", "/v1/paths/import?format=\(format)", body: body, socket: daemon.socket)
    }

    /// What is sent, and a part of the answer; an empty one: it is imported.
    private struct Attack: CustomTestStringConvertible, Sendable {
        var name: String
        var format: String
        var words: String
        var body: @Sendable () -> String
        var testDescription: String { name }

        init(_ name: String, _ format: String, _ words: String, _ body: @escaping @Sendable () -> String) {
            (self.name, self.format, self.words, self.body) = (name, format, words, body)
        }
    }

    private static let attacks = [
        Attack("many names", "kml", "more than 10000 different names") {
            "<kml>" + (0..<2_000_000).map { "<a\($0)/>" }.joined() + "</kml>"
        },
        Attack("long names", "gpx", "a name of more than 1024 bytes") {
            "<gpx><" + String(repeating: "n", count: 900_000) + ">" + String(repeating: " ", count: 100_000)
        },
        Attack("text", "kml", "contains no path") {
            "<kml><description>" + String(repeating: "x", count: 40_000_000) + "</description></kml>"
        },
        Attack("times", "kml", "more than 500000 times") {
            "<kml><Placemark><Track>" + String(repeating: "<when>2026</when>", count: 600_000)
        },
        Attack("empty geometries", "geojson", "more than 10000 geometries") {
            "{\"type\":\"GeometryCollection\",\"geometries\":[" + String(repeating: "{},", count: 9_000_000) + "{}]}"
        },
        Attack("type behind coordinates", "geojson", "before its type; expected the type before the coordinates") {
            "{\"coordinates\":[" + String(repeating: "[1,2],", count: 600_000) + "[1,2]],\"type\":\"LineString\"}"
        },
        Attack("a long text", "geojson", "a string is longer than 65536 bytes") {
            "{\"" + String(repeating: "x", count: 40_000_000) + "\":1}"
        },
        Attack("an endless line", "csv", "a row of more than 65536 bytes") {
            "lat,lon\n" + String(repeating: "1", count: 40_000_000)
        },
        Attack("a long path", "csv", "") { "lat,lon\n" + String(repeating: "1,2\n3,4\n", count: 100_000) },
        Attack("long names of paths", "kml", "") {
            let name = String(repeating: "e\u{301}", count: 15_000)
            let path =
                "<Placemark><name>\(name)</name><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>"
            return "<kml><Document>" + String(repeating: path, count: 800) + "</Document></kml>"
        },
    ]

    @Test func `hostile files are refused or stored within 64 MiB`() throws {
        let daemon = try daemon()
        _ = try upload("lat,lon\n1,2\n", as: "csv", to: daemon)
        for attack in Self.attacks {
            try #require(FileManager.default.isWritableFile(atPath: "/proc/\(daemon.identifier)/clear_refs"))
            try "5".write(toFile: "/proc/\(daemon.identifier)/clear_refs", atomically: false, encoding: .ascii)
            let idle = try #require(daemon.status("VmRSS:"))
            let answer = try upload(attack.body(), as: attack.format, to: daemon)
            #expect(answer.status == (attack.words.isEmpty ? 201 : 400), "\(attack.name): \(answer.text.prefix(300))")
            #expect(
                attack.words.isEmpty || answer.text.contains(attack.words), "\(attack.name): \(answer.text.prefix(300))"
            )
            let growth = try #require(daemon.peakMemory) - idle
            #expect(growth < Self.growth, "\(attack.name): \(growth) kB more")
        }
    }

    @Test func `the name of a path cannot turn around the text of a table or message`() throws {
        let daemon = try daemon()
        let answer = try PlainHTTP.request(
            "POST", "/v1/paths/import?format=csv&name=left%E2%80%AEright", body: "lat,lon\n1,2\n", socket: daemon.socket
        )
        try #require(answer.status == 201, "\(answer.text)")
        func paths(_ arguments: String...) throws -> Program.Result {
            try RunningProgram(
                try Program.gateway, ["paths"] + arguments, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
            ).waitForEnd()
        }
        let list = try paths("list")
        #expect(list.output.contains("left right"), "\(list.output) \(list.messages)")
        let id = try #require(list.output.split(separator: "\n").last?.split(separator: " ").first)
        let renamed = try paths("rename", String(id), "up\u{202E}down")
        #expect(renamed.messages.contains("\"up down\""), "\(renamed.output) \(renamed.messages)")
    }

    @Test func `a second upload is refused at once while the first one arrives, and taken after it`() throws {
        let daemon = try daemon()
        var held = try HeldUpload(socket: daemon.socket, length: 100_000)
        var refused = try upload("lat,lon\n1,2\n", as: "csv", to: daemon)
        // The daemon may not have read the first head yet: then the first one may be the one that is refused.
        let deadline = Date(timeIntervalSinceNow: 60)
        while refused.status != 409, Date() < deadline {
            held = try HeldUpload(socket: daemon.socket, length: 100_000)
            refused = try upload("lat,lon\n1,2\n", as: "csv", to: daemon)
        }
        #expect(refused.json["code"] as? String == "busy", "\(refused.text)")
        let other = try HeldUpload(socket: daemon.socket, length: 100_000)
        #expect(other.answer().lowercased().contains("retry-after: 5"))
        held.close()
        var taken = try upload("lat,lon\n1,2\n", as: "csv", to: daemon)
        while taken.status == 409, Date() < deadline { taken = try upload("lat,lon\n1,2\n", as: "csv", to: daemon) }
        #expect(taken.status == 201, "\(taken.text)")
    }

    @Test func `an upload that stalls loses its place after 10 s`() throws {
        let daemon = try daemon()
        let held = try HeldUpload(socket: daemon.socket, length: 100_000)
        let answer = held.answer()
        #expect(answer.hasPrefix("HTTP/1.1 408") && answer.contains("no data arrived for"), "\(answer)")
        #expect(try upload("lat,lon\n1,2\n", as: "csv", to: daemon).status == 201)
    }

    @Test func `a file that is announced as too large is refused before it is sent`() throws {
        let daemon = try daemon()
        let answer = try HeldUpload(socket: daemon.socket, length: (64 << 20) + 1).answer()
        #expect(answer.hasPrefix("HTTP/1.1 413") && answer.contains("67108865 bytes are announced"), "\(answer)")
    }

    @Test func `an import that is cut off by kill -9 leaves nothing behind`() throws {
        let folder = NSTemporaryDirectory() + "gnss-import-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var daemon = try daemon(state: folder)
        let body = "lat,lon\n" + String(repeating: "1,2\n3,4\n", count: 600_000)
        let held = try HeldUpload(socket: daemon.socket, length: body.utf8.count, body: body)
        let database = folder + "/store.sqlite-wal"
        let deadline = Date(timeIntervalSinceNow: 60)
        while size(database) < 2 << 20 {
            try #require(Date() < deadline, "no point was stored")
            poll(nil, 0, 10)
        }
        daemon.signal(SIGKILL)
        _ = daemon.waitForEnd()
        held.close()
        daemon = try self.daemon(state: folder)
        let paths = try PlainHTTP.request("GET", "/v1/paths", socket: daemon.socket)
        #expect(paths.text == "[]\n")
        try daemon.wait(for: "removed the rest of an import")
        #expect(try PlainHTTP.request("GET", "/v1/paths/1", socket: daemon.socket).status == 404)
    }

    @Test func `what a file says wrong at its end takes back what was stored of it`() throws {
        let daemon = try daemon()
        let answer = try upload(
            "lat,lon\n" + String(repeating: "1,2\n3,4\n", count: 30_000) + "x,y\n", as: "csv", to: daemon)
        #expect(answer.status == 400 && answer.text.contains("line 60002"), "\(answer.text)")
        #expect(try PlainHTTP.request("GET", "/v1/paths", socket: daemon.socket).text == "[]\n")
        #expect(try PlainHTTP.request("GET", "/v1/paths/1/points", socket: daemon.socket).status == 404)
    }

    @Test(arguments: ["1677-10-01", "1897-12-31", "2200-01-01", "2262-04-01"])
    func `a file with a far-off date is imported as one without a date`(day: String) throws {
        let daemon = try daemon()
        let times = "<time>\(day)T00:00:00Z</time>"
        let body =
            "<gpx><trk><trkseg><trkpt lat=\"50\" lon=\"14\">\(times)</trkpt>"
            + "<trkpt lat=\"51\" lon=\"14\">\(times)</trkpt></trkseg></trk></gpx>"
        let answer = try upload(body, as: "gpx", to: daemon)
        #expect(answer.status == 201, "\(answer.text)")
        #expect(!answer.text.contains("\"started\":\"\(day)"), "\(answer.text)")
        let points = try PlainHTTP.request("GET", "/v1/paths/1/points", socket: daemon.socket)
        #expect(points.text.contains("\(day)T00:00:00"), "\(points.text.prefix(300))")
        #expect(try PlainHTTP.request("GET", "/v1/paths/1", socket: daemon.socket).status == 200)
    }

    @Test func `points with far-off dates do not hide the dates of the other ones`() throws {
        let daemon = try daemon()
        let days = ["1677-10-01", "2026-08-20", "2026-08-21", "2262-04-01"]
        let points = days.map { "<trkpt lat=\"50\" lon=\"14\"><time>\($0)T12:00:00Z</time></trkpt>" }.joined()
        let answer = try upload("<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>", as: "gpx", to: daemon)
        #expect(answer.status == 201, "\(answer.text)")
        #expect(answer.text.contains("\"started\":\"2026-08-20T12:00:00"), "\(answer.text)")
        #expect(answer.text.contains("\"ended\":\"2026-08-21T12:00:00"), "\(answer.text)")
    }

    @Test(arguments: ["sat>65536</sat", "sat>1e15</sat"])
    func `a number that the store cannot hold is refused, and the store stays sound`(element: String) throws {
        let daemon = try daemon()
        let points = (0..<3).map { "<trkpt lat=\"5\($0)\" lon=\"14\">\($0 == 1 ? "<\(element)>" : "")</trkpt>" }
            .joined()
        let answer = try upload("<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>", as: "gpx", to: daemon)
        #expect(answer.status == 400 && answer.text.contains("0...65535"), "\(answer.text)")
        #expect(try PlainHTTP.request("GET", "/v1/paths", socket: daemon.socket).text == "[]\n")
    }

    private func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }
}

/// A client that announces a file and sends no more than it is told to.
private final class HeldUpload {
    private let descriptor: Int32

    init(socket path: String, length: Int, body: String = "") throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isConnected)
        let head = "POST /v1/paths/import?format=csv HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n\r\n"
        var left = Array((head + body).utf8)[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            try #require(count > 0)
            left = left.dropFirst(count)
        }
    }

    deinit { close() }

    private var isClosed = false

    func close() {
        if !isClosed { Glibc.close(descriptor) }
        isClosed = true
    }

    /// What the daemon answers, to the end of its first piece with a body.
    func answer() -> String {
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !text.contains("}") {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { break }
            text += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        return text
    }
}
