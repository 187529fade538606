// SPDX-License-Identifier: Apache-2.0

import CaptureFormat
import Foundation
import PhotoDocuments
import Synchronization
import Testing

@Suite(.serialized) struct OddRecordTests {
    static let notes = [
        "", "\0\u{1}\u{7}\u{1B}[31mred\u{9F}", "<b>bold</b> & <span foreground='red'>x</span>",
        "هذا حقل قمح 48.1 \u{202E}reversed\u{202C} שדה", String(repeating: "W", count: 2000),
        String(repeating: "a\n", count: 1000), String(repeating: "\n", count: 2000),
        "Z" + String(repeating: "\u{0300}", count: 5000), String(repeating: "🌾👩‍🌾", count: 300),
        "\u{FFFE}\u{FEFF}\u{10FFFF}",
        String(repeating: "田んぼ ", count: 400),
    ]

    @Test(arguments: notes.indices) func `a hostile note is only text`(index: Int) throws {
        let file = try pdf(changed(record(), note: Self.notes[index]), photo: photo(width: 80, height: 60))
        try keep(file, "note-\(index)")
        #expect(try pages(file) <= 30)
        let words = try text(file)
        #expect(words.contains("48.13712346°") && words.contains(sealing.manifestHash))
        if index == 1 { #expect(words.contains("[31mred")) }
        if index == 2 { #expect(words.contains("<b>bold</b> & <span")) }
        if index == 4 { #expect(words.filter { $0 == "W" }.count >= 2000) }
        if index == 5 { #expect(words.components(separatedBy: "a a a a").count > 50) }
    }

    @Test(arguments: [
        "{}", "[]", "null", "\"text\"", "7", #"{"capture":7,"position":[],"satellites":{"a":1},"note":{"x":[1]}}"#,
        #"{"satellites":[1,null,"E02",[],{}],"authentication":{"authenticated":"yes","statement":7,"cause":false}}"#,
        #"{"position":{"latitude_deg":"48","longitude_deg":1e308,"ellipsoidal_height_m":-1e300}}"#,
        #"{"position":{"latitude_deg":91,"longitude_deg":-181,"horizontal_accuracy_m":1e18}}"#,
        #"{"position":{"latitude_deg":1,"longitude_deg":1,"horizontal_accuracy_m":1e300},"camera":{"heading_deg":1e300}}"#,
        #"{"position":{"latitude_deg":1,"longitude_deg":1},"camera":{"heading_deg":-5,"horizontal_view_deg":360}}"#,
        #"{"later_verdict":[],"time":{"gnss":"T","origin":5},"x":{"":{"":{"":[[[[{}]]]]}}}}"#,
        #"{"capture":{"taken":"2026-11-27T23:10:02.250Z","replay":1}}"#, #"{"capture":{"task":{"a":["x"]}}}"#,
    ])
    func `an odd record is shown as far as possible`(json: String) throws {
        let file = try pdf(JSONValue(parsing: Array(json.utf8)), photo: Array("no photo".utf8))
        #expect(try pages(file) >= 1)
        let words = try text(file)
        #expect(words.contains("unknown") && words.contains("The photo cannot be shown here."))
        #expect(words.contains("unknown whether the position is authenticated"))
    }

    @Test func `an odd number is shown as it is`() throws {
        let odd = changed(
            try record(), "position", ["latitude_deg": .string("fortyeight"), "longitude_deg": .number(1e21)])
        let words = try text(pdf(odd))
        #expect(words.contains("fortyeight") && words.contains("1e+21°"))
        #expect(words.contains("No map can be drawn"))
    }

    @Test func `a record of any size gives a bounded number of pages`() throws {
        let huge = JSONValue.object(
            Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("member\($0)", JSONValue.number(Double($0))) }))
        let satellites = JSONValue.array(
            Array(repeating: .object(["id": .string(String(repeating: "x", count: 5000))]), count: 3000))
        let file = try pdf(.object(["x": huge, "note": .string(String(repeating: "n", count: 1_000_000))]))
        #expect(try pages(file) < 80)
        #expect(try text(file).contains("Further values are left out here."))
        #expect(try pages(pdf(.object(["satellites": .array([satellites, .null])]))) < 10)
    }

    @Test(arguments: [
        (90.0, 0.0), (-90, 180), (0, 180), (0, -180), (48, 179.9999), (48, -179.9999), (85.05, 179.99999),
        (-85.051, 10),
        (89.99999, -180), (0, 0),
    ])
    func `tiles are only asked for where they can exist`(latitude: Double, longitude: Double) throws {
        let asked = Mutex<[(Int, Int, Int)]>([])
        let place = ["latitude_deg": JSONValue.number(latitude), "longitude_deg": .number(longitude)]
        let file = try PhotoPDF.file(
            PhotoPDF.Content(photo: [], record: changed(record(), "position", place), sealing: sealing) { zoom, x, y in
                asked.withLock { $0.append((zoom, x, y)) }
                return nil
            })
        #expect(try pages(file) > 0)
        let all = asked.withLock(\.self)
        #expect(all.isEmpty == (latitude.magnitude > 85.06) && all.count <= 150, "\(all.count)")
        for (zoom, x, y) in all {
            let range = 0..<1 << zoom
            #expect((0...22).contains(zoom) && range.contains(x) && range.contains(y))
        }
        if longitude.magnitude > 179.999, latitude.magnitude < 60 {
            // Tiles of both sides of the antimeridian.
            #expect(all.contains { $0.1 == 0 } && all.contains { $0.1 == (1 << $0.0) - 1 })
        }
        #expect(try text(file).contains("no map available"))
    }

    @Test func `the tile of the position is asked for`() throws {
        let asked = Mutex<[[Int]]>([])
        let tile = try photo(width: 256, height: 256)
        let file = try pdf(record()) { zoom, x, y in
            asked.withLock { $0.append([zoom, x, y]) }
            return tile
        }
        // By the formula of the OpenStreetMap wiki for 48.13712° N, 11.57512° W at zoom 18.
        let all = asked.withLock(\.self)
        #expect(all.allSatisfy { $0[0] == all.first?[0] })
        #expect(all.contains([18, 122_643, 90_975]), "\(all)")
        #expect(try !text(file).contains("no map available"))
    }

    @Test func `damaged tiles are left out`() throws {
        let good = try png(side: 64, red: 200, green: 200, blue: 220)
        var huge = good
        huge.replaceSubrange(16..<20, with: [0x7F, 0xFF, 0xFF, 0xFF])
        var other = good
        other[19] = 65
        for tile in [[], [0x89], Array(good.prefix(40)), Array(good.dropLast(30)), huge, other, Array("<svg/>".utf8)] {
            #expect(try pages(pdf(record(), tile: { _, _, _ in tile })) > 0)
        }
    }
}
