// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Simulation

/// NMEA to decode.
struct Capture {
    let bytes: [UInt8]
    /// Where it came from.
    let origin: String

    /// The captures of `GNSS_TEST_DATA` that hold NMEA alone, else a simulated drive; repeated to so many bytes.
    init(size: Int) {
        let folder = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"].map { $0 + "/receivers" }
        let files = folder.map(Self.files) ?? []
        let once = files.isEmpty ? Self.simulated() : Array(files.joined())
        origin = files.isEmpty ? "a simulated drive" : "\(files.count) captures of receivers"
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + once.count)
        while bytes.count < size { bytes += once }
        self.bytes = bytes
    }

    /// A row of the captures' manifest, as far as it matters here.
    private struct Row: Decodable {
        var file: String
        var headerBytes: Int
        var nmea, ubx, rtcm3, casic: Int
    }

    private static func files(in folder: String) -> [[UInt8]] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let manifest = (try? String(contentsOfFile: folder + "/manifest.jsonl", encoding: .utf8)) ?? ""
        return manifest.split(separator: "\n").compactMap { line in
            guard let row = try? decoder.decode(Row.self, from: Data(line.utf8)) else { return nil }
            guard row.nmea > 0, row.ubx + row.rtcm3 + row.casic == 0 else { return nil }
            let data = FileManager.default.contents(atPath: "\(folder)/\(row.file)")
            return data.map { Array($0.dropFirst(row.headerBytes)) }
        }
    }

    private static func simulated() -> [UInt8] {
        var scenario = DriveScenario(start: UTCTime(nanosecondsSince1970: 1_782_864_000_000_000_000))
        return (0..<1000).flatMap { _ in scenario.nextEpoch().bytes }
    }
}
