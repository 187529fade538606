// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A recording of a receiver with what gpsd made of it.
struct Capture {
    /// A line of the manifest.
    struct Entry: Decodable {
        var file: String
        var nmea: Int
        var nmeaBad: Int
        var ubx: Int
        var rtcm3: Int
        var casic: Int
        var noiseBytes: Int
    }

    var name: String
    var bytes: [UInt8]
    /// What a plain scanner counted in it.
    var manifest: Entry
    var expectations: [ExpectedReport]

    /// Where the recordings are; they are not part of the project.
    static var folder: URL? {
        ProcessInfo.processInfo.environment["GNSS_TEST_DATA"].map {
            URL(fileURLWithPath: $0).appendingPathComponent("receivers")
        }
    }

    static var areThere: Bool {
        guard let folder else { return false }
        return FileManager.default.fileExists(atPath: folder.appendingPathComponent("manifest.jsonl").path)
    }

    /// All recordings.
    static func all() throws -> [Capture] {
        guard let folder else { return [] }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try lines(folder.appendingPathComponent("manifest.jsonl")).map { line in
            let entry = try decoder.decode(Entry.self, from: line)
            let url = folder.appendingPathComponent(entry.file)
            let expectations = URL(fileURLWithPath: url.path + ".expect.jsonl")
            let isExpected = FileManager.default.fileExists(atPath: expectations.path)
            return Capture(
                name: entry.file, bytes: Array(try Data(contentsOf: url)), manifest: entry,
                expectations: isExpected
                    ? try lines(expectations).map { try decoder.decode(ExpectedReport.self, from: $0) } : [])
        }
    }

    /// Recordings of NMEA alone.
    static func pureNMEA() throws -> [Capture] { try all().filter(\.isPureNMEA) }

    private var isPureNMEA: Bool {
        manifest.nmea > 0 && manifest.ubx == 0 && manifest.rtcm3 == 0 && manifest.casic == 0
    }

    /// Whether no frames are in it that we pass over and gpsd decodes.
    var isDecodedWholly: Bool { manifest.casic == 0 && manifest.nmea + manifest.ubx + manifest.rtcm3 > 0 }

    /// The recording as the receiver sent it. A header `# Delay-Cookie: | 0.01` tells the program that replays it to take
    /// each `|` out and to wait there.
    var withoutReplayMarks: Capture {
        let header = "# Delay-Cookie: | "
        guard String(decoding: bytes.prefix(4096), as: UTF8.self).contains(header) else { return self }
        var capture = self
        capture.bytes.removeAll { $0 == UInt8(ascii: "|") }
        return capture
    }

    /// Recordings that hold frames of other protocols, alone or among sentences.
    static func foreign() throws -> [[UInt8]] {
        try all().filter { !$0.isPureNMEA }.map { Array($0.bytes.prefix(200_000)) }
    }

    private static func lines(_ url: URL) throws -> [Data] {
        try Data(contentsOf: url).split(separator: 0x0A).map { Data($0) }
    }
}

/// A report of gpsd: TPV or SKY.
struct ExpectedReport: Decodable {
    var `class`: String
    var time: String?
    var mode: Int?
    var lat: Double?
    var lon: Double?
    var altHAE: Double?
    var altMSL: Double?
    var geoidSep: Double?
    var speed: Double?
    var track: Double?
    var velN: Double?
    var velE: Double?
    var velD: Double?
    var dgpsAge: Double?
    var dgpsSta: Int?
    var datum: String?
    var uSat: Int?
    var hdop: Double?
    var pdop: Double?
    var vdop: Double?
    var used: [String]?
    var seen: [String]?
}
