// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Simulation

/// A receiver's bytes, which the benchmark decodes.
struct Capture {
    /// The formats in a capture.
    enum Kind: String, CaseIterable {
        case nmea = "NMEA"
        case ubx = "UBX"
        case mixed = "NMEA, UBX and RTCM 3"
    }

    let kind: Kind
    let bytes: [UInt8]
    /// The source of the bytes, for messages.
    let origin: String

    /// Reads all captures of a kind in `GNSS_TEST_DATA`, and repeats them until there are at least `size` bytes. Without
    /// captures, NMEA comes from a simulated drive, and for other kinds the result is nil.
    init?(_ kind: Kind, size: Int) {
        let folder = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"].map { $0 + "/receivers" }
        let files = folder.map { Self.files(kind, in: $0) } ?? []
        if files.isEmpty, kind != .nmea { return nil }
        let once = files.isEmpty ? Self.simulated() : Array(files.joined())
        origin = files.isEmpty ? "a simulated drive" : "\(files.count) captures of receivers"
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + once.count)
        while bytes.count < size { bytes += once }
        (self.kind, self.bytes) = (kind, bytes)
    }

    /// A row of the captures' manifest, with only the fields that the benchmark needs.
    private struct Row: Decodable {
        var file: String
        var headerBytes: Int
        var nmea, ubx, rtcm3, casic: Int

        var kind: Kind? {
            switch (nmea > 0, ubx > 0, rtcm3 > 0, casic > 0) {
            case (true, false, false, false): .nmea
            case (false, true, false, false): .ubx
            case (_, _, _, true), (false, false, false, _): nil
            default: .mixed
            }
        }
    }

    private static func files(_ kind: Kind, in folder: String) -> [[UInt8]] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let manifest = (try? String(contentsOfFile: folder + "/manifest.jsonl", encoding: .utf8)) ?? ""
        return manifest.split(separator: "\n").compactMap { line in
            guard let row = try? decoder.decode(Row.self, from: Data(line.utf8)), row.kind == kind else { return nil }
            let data = FileManager.default.contents(atPath: "\(folder)/\(row.file)")
            return data.map { Array($0.dropFirst(row.headerBytes)) }
        }
    }

    private static func simulated() -> [UInt8] {
        var scenario = DriveScenario(start: UTCTime(nanosecondsSince1970: 1_782_864_000_000_000_000))
        return (0..<1000).flatMap { _ in scenario.nextEpoch().bytes }
    }
}
