// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Records
import Testing

/// The track log and the capture: what is recorded all the time.
@Suite(.serialized) struct TracksTests {
    /// Epochs of a receiver, one a second, from so many seconds before a midnight to as many after it.
    private static func capture(_ seconds: Int) -> String {
        (-seconds..<seconds).map { offset in
            let isOld = offset < 0
            let second = isOld ? 86_400 + offset : offset
            let clock = String(format: "%02d%02d%02d.00", second / 3600, second / 60 % 60, second % 60)
            let place = String(format: "48%08.5f,N,01131.32400,E", 7 + Double(offset + seconds) / 1000)
            return sentence("GPRMC,\(clock),A,\(place),3.50,0.0,\(isOld ? "01" : "02")0326,,,A")
                + sentence("GPGGA,\(clock),\(place),1,08,0.9,545.4,M,46.9,M,,")
        }.joined()
    }

    private static func sentence(_ body: String) -> String {
        "$\(body)*\(String(format: "%02X", body.utf8.reduce(0) { $0 ^ $1 }))\r\n"
    }

    /// The fixes of a recording, by their time.
    private func fixes(in paths: [String]) throws -> [UTCTime: Fix] {
        var fixes: [UTCTime: Fix] = [:]
        for path in paths {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            #expect(RecordingHeader(bytes) != nil)
            var reader = RecordReader(Array(bytes.dropFirst(RecordingHeader.size)))
            while let record = try reader.next() {
                guard case .observation(.fix(let fix)) = record.content, let time = fix.time else { continue }
                #expect(fixes[time] == nil, "\(path): an epoch twice")
                fixes[time] = fix
            }
        }
        return fixes
    }

    private func files(_ folder: String) throws -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".gnss") }.sorted().map { "\(folder)/\($0)" }
    }

    /// A daemon that replays a file in the file's own time.
    private func replay(_ file: String, _ folder: URL, captures: String) throws -> RunningProgram {
        let text = """
            receivers: [{ id: rover, driver: file-simulator, config: { file: '\(file)', speed: 0 } }]
            listen: { gpsd: ["127.0.0.1:\(try Program.freePort())"], http: "" }
            tracks:
              log: { enabled: true, interval_s: 1, receiver: rover }
              capture: { enabled: true, folder: '\(captures)', rotate_mib: 0.1 }
            """
        let configuration = try TemporaryFile(text, suffix: ".yaml")
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", configuration.path, "--clock", "replay"],
            environment: ["STATE_DIRECTORY": folder.appending(path: "state").path])
        try daemon.wait(for: "the source ended")
        return daemon
    }

    private func gateway(_ daemon: RunningProgram, _ arguments: String...) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, arguments, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd()
    }

    @Test func `each day is a track that can be exported, and captured files replay to the same fixes`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gnss-tracks-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (first, second) = (folder.appending(path: "first").path, folder.appending(path: "second").path)
        let original = try TemporaryFile(Self.capture(600))

        let recording = try replay(original.path, folder, captures: first)
        recording.signal(SIGTERM)
        #expect(recording.waitForEnd().status == 0)
        let captured = try files(first)
        #expect(captured.count > 1)
        #expect(try fixes(in: captured).count == 1200)

        let daemon = try replay(try #require(captured.first), folder, captures: second)
        let listed = try gateway(daemon, "paths", "list", "--tracks", "--json")
        #expect(listed.status == 0, "\(listed.messages)")
        let tracks = try #require(
            try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]])
        for (name, points) in [("Track 2026-03-01", 600), ("Track 2026-03-02", 600)] {
            // The second run begins the first day anew.
            let track = try #require(tracks.last { $0["name"] as? String == name })
            #expect(track["points"] as? Int == points)
            let file = folder.appending(path: "\(name).gpx").path
            let exported = try gateway(daemon, "paths", "export", "\(track["id"] as? Int ?? 0)", "-o", file)
            #expect(exported.status == 0, "\(exported.messages)")
            #expect(
                try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "<trkpt ").count == points + 1
            )
        }
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
        let expected = try fixes(in: [captured[0]])
        #expect(expected.count > 100)
        #expect(try fixes(in: files(second)) == expected)
    }
}
