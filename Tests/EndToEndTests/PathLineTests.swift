// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The places of a path for drawing, as the web console asks for them.
@Suite(.serialized) struct PathLineTests {
    /// A path of 12,345 points in two segments.
    private static let points = 12_345
    private static let gap = 10_007

    private func daemon() throws -> RunningProgram {
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        let daemon = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        _ = daemon.socket
        try #require(daemon.isRunning, "\(daemon.messages)")
        let segments = [0..<Self.gap, Self.gap..<Self.points].map { range in
            "<trkseg>" + range.map { "<trkpt lat=\"\(latitude($0))\" lon=\"\(longitude($0))\"/>" }.joined()
                + "</trkseg>"
        }
        let text =
            "<gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk>"
            + "\(segments.joined())</trk></gpx>"
        let answer = try PlainHTTP.request("POST", "/v1/paths/import?format=gpx", body: text, socket: daemon.socket)
        try #require(answer.status == 201, "\(answer.text.prefix(500))")
        return daemon
    }

    private func latitude(_ index: Int) -> Double { 52 + Double(index) / 1_000_000 }
    private func longitude(_ index: Int) -> Double {
        -179.9900005 - Double(index) / 1_000_000 + (index >= 10_000 ? 360 : 0)
    }

    @Test func `a line comes in columns, piece by piece, with its gaps`() throws {
        let daemon = try daemon()
        var (latitudes, longitudes, gaps, next, count): ([Double], [Double], [Int], Int, Int) = ([], [], [], 0, 0)
        while next < Self.points {
            let line = try PlainHTTP.request("GET", "/v1/paths/1/line?from=\(next)", socket: daemon.socket).json
            try #require(line["points"] as? Int == Self.points && line["from"] as? Int == next, "\(line.keys)")
            gaps += (try #require(line["gaps"] as? [Int])).map { $0 + latitudes.count }
            latitudes += try #require(line["latitude_deg"] as? [Double])
            longitudes += try #require(line["longitude_deg"] as? [Double])
            next = try #require(line["next"] as? Int)
            count += 1
        }
        #expect(count == 2 && gaps == [Self.gap])
        try #require(latitudes.count == Self.points && longitudes.count == Self.points)
        // Within a tenth of a millimetre.
        let wrong = (0..<Self.points).filter {
            abs(latitudes[$0] - latitude($0)) > 1e-9 || abs(longitudes[$0] - longitude($0)) > 1e-9
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5).map { (latitudes[$0], longitudes[$0]) })")
        let beyond = try PlainHTTP.request("GET", "/v1/paths/1/line?from=99999", socket: daemon.socket).json
        #expect(beyond["latitude_deg"] as? [Double] == [] && beyond["next"] as? Int == 99_999)
    }

    @Test func `points are left out evenly, and a wrong request is refused`() throws {
        let daemon = try daemon()
        let line = try PlainHTTP.request(
            "GET", "/v1/paths/1/line?from=5&step=100&limit=50", socket: daemon.socket
        ).json
        #expect(line["latitude_deg"] as? [Double] == (0..<50).map { latitude(5 + $0 * 100) })
        #expect(line["next"] as? Int == 5005 && line["step"] as? Int == 100)
        // Point 10 007 begins a segment; of these points, 10 105 is the first one after it.
        #expect(line["gaps"] as? [Int] == [])
        let later = try PlainHTTP.request(
            "GET", "/v1/paths/1/line?from=9905&step=100&limit=50", socket: daemon.socket
        ).json
        #expect(later["gaps"] as? [Int] == [2])
        let split = try PlainHTTP.request(
            "GET", "/v1/paths/1/line?from=10105&step=100&limit=50", socket: daemon.socket
        ).json
        #expect(split["gaps"] as? [Int] == [0], "a segment begins between two requests")
        let last = try PlainHTTP.request("GET", "/v1/paths/1/line?step=1000", socket: daemon.socket).json
        #expect((last["latitude_deg"] as? [Double])?.count == 13 && last["next"] as? Int == Self.points)
        let compressed = try PlainHTTP.request(
            "GET", "/v1/paths/1/line", headers: ["Accept-Encoding": "gzip"], socket: daemon.socket,
            isHeadEnough: true)
        #expect(compressed.headers.contains { $0.lowercased() == "content-encoding: gzip" }, "\(compressed.headers)")
        for (query, status) in [
            ("1/line?step=0", 400), ("1/line?limit=10001", 400), ("1/line?from=-1", 400), ("1/line?to=3", 400),
            ("2/line", 404), ("0/line", 404), ("x/line", 404), ("current/line", 404),
            ("1/line?from=9223372036854775807&step=2147483647", 200),
        ] {
            let answer = try PlainHTTP.request("GET", "/v1/paths/\(query)", socket: daemon.socket)
            #expect(answer.status == status, "\(query): \(answer.status) \(answer.text.prefix(200))")
        }
    }
}
