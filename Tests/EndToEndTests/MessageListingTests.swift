// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `decode --messages` as a user has it.
@Suite struct MessageListingTests {
    /// The example of RTCM 10403, a message 1005.
    private static let station: [UInt8] = [
        0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62, 0xAC, 0x09,
        0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
    ]

    private func file(_ bytes: [UInt8]) throws -> TemporaryFile {
        let file = try TemporaryFile("")
        try Data(bytes).write(to: URL(fileURLWithPath: file.path))
        return file
    }

    @Test func `every frame is a line with its name, its place and its fields`() throws {
        let epoch = Array(CommandLineTests.epoch.utf8)
        let gga = try #require(epoch.dropFirst().firstIndex(of: UInt8(ascii: "$")))
        let file = try file(epoch + [0xD3, 0x01] + Self.station)
        let result = try Program.run("decode", "--messages", file.path)
        #expect(result.status == 0, "\(result.messages)")
        let lines = try result.lines.map(object)
        #expect(lines.map { $0["protocol"] as? String } == ["NMEA", "NMEA", "RTCM3"])
        #expect(lines.map { $0["name"] as? String } == ["GPRMC", "GPGGA", "1005"])
        #expect(lines.map { $0["offset"] as? Int } == [0, gga, epoch.count + 2])
        let fields = lines.map { $0["fields"] as? [String: Any] ?? [:] }
        #expect(fields.first?["lat"] as? Double == 48.1173)
        #expect(fields.first?["date"] as? String == "010326")
        #expect(fields.last?["DF003"] as? Int == 2003)
        #expect(fields.last?["DF025"] as? Double == 1_114_104.5999)
        #expect(result.messages.contains("2 sentences, 1 RTCM 3 (2 bytes of noise)"), "\(result.messages)")
        // Standard input is the same.
        let piped = try Program.run("/bin/sh", ["-c", "\(try Program.gateway) decode --messages - < \(file.path)"])
        #expect(piped.output == result.output)
    }

    @Test func `what is wrong ends as with decode`() throws {
        #expect(try Program.run("decode", "--messages", "-", input: "no receiver says this").status == 65)
        #expect(try Program.run("decode", "--messages", "-", input: "").status == 65)
        #expect(try Program.run("decode", "--messages", "/").status == 66)
        #expect(try Program.run("decode", "--messages").status == 64)
        let damaged = try file(Self.station.dropLast() + [0])
        let result = try Program.run("decode", "--messages", damaged.path)
        #expect(result.status == 65)
        #expect(result.messages.contains("\(damaged.path): contains no valid frame"))
        #expect(result.output.isEmpty)
    }

    @Test func `a missing file ends with 66, and the others are listed`() throws {
        let file = try file(Self.station)
        let result = try Program.run("decode", "--messages", "/nowhere.rtcm", file.path)
        #expect(result.status == 66)
        #expect(result.messages.contains("/nowhere.rtcm: No such file or directory"))
        #expect(result.lines.count == 1)
    }

    @Test func `a capture without an end of its last frame is listed as far as it goes`() throws {
        let file = try file(Self.station + Self.station.dropLast(3))
        let result = try Program.run("decode", "--messages", file.path)
        #expect(result.status == 0)
        #expect(result.lines.count == 1)
    }

    @Test(
        .enabled(if: Program.captures != nil),
        arguments: [
            ("rtcm3-ntrip/rtcm3.bndm.log", "RTCM3", 100), ("mixed/ublox-f9p-rtcm.log", "RTCM3", 15),
            ("mixed/ublox-f9p-rtcm.log", "UBX", 16), ("mixed/quectel-l76k-dual.log", "CASIC", 910),
            ("mixed/quectel-l76k-dual.log", "NMEA", 2080), ("other/rtklib_GMSD7.rtcm3", "RTCM3", 1143),
            ("malformed/nmea-fuzzy-cases.log", "NMEA", 28),
        ])
    func `captures give the frames that the manifest counts, where they stand`(
        name: String, format: String, count: Int
    ) throws {
        let path = try #require(Program.captures) + "/" + name
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let result = try Program.run("decode", "--messages", path)
        #expect(result.status == 0)
        let lines = try result.lines.map(object).filter { $0["checksum"] == nil }
        #expect(lines.count { $0["protocol"] as? String == format } == count)
        let starts: [String: UInt8] = ["NMEA": 0x24, "UBX": 0xB5, "RTCM3": 0xD3, "CASIC": 0xBA]
        var last = -1
        for line in lines {
            let offset = try #require(line["offset"] as? Int)
            #expect(offset > last)
            last = offset
            let start = starts[line["protocol"] as? String ?? ""]
            #expect(bytes[offset] == start || bytes[offset] == UInt8(ascii: "!"))
        }
    }
}
