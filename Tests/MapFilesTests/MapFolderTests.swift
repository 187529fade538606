// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import GRDBSQLite
import Testing

@testable import MapFiles

/// A folder for maps, removed at the end.
final class MapBench {
    let path = NSTemporaryDirectory() + "gnss-maps-\(UUID().uuidString)"
    /// The smallest image that a browser shows: one red pixel.
    static let pixel = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==")
            ?? Data())

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    var folder: MapFolder { MapFolder(folder: path) }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    /// Makes a database with these statements.
    func database(_ name: String, _ statements: [String]) throws {
        var handle: OpaquePointer?
        try #require(sqlite3_open(path + "/" + name, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        for statement in statements {
            try #require(
                sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK,
                "\(String(cString: sqlite3_errmsg(handle)))")
        }
    }

    static let tables = [
        "CREATE TABLE metadata (name TEXT, value TEXT)",
        "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)",
    ]

    static func tile(_ zoom: Int, _ column: Int, _ row: Int, _ bytes: [UInt8] = pixel) -> String {
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "INSERT INTO tiles VALUES (\(zoom), \(column), \(row), x'\(hex)')"
    }

    static func metadata(_ pairs: [String: String]) -> [String] {
        pairs.map { "INSERT INTO metadata VALUES ('\($0)', '\($1)')" }
    }
}

@Suite struct MapFolderTests {
    @Test func `a map states its name, place and owner, and rows are counted from the north`() async throws {
        let bench = try MapBench()
        try bench.database(
            "aerial.mbtiles",
            MapBench.tables
                + MapBench.metadata([
                    "name": "Aerial 2026", "format": "png", "minzoom": "1", "maxzoom": "3",
                    "bounds": "5.5, 52.4,5.6,52.5", "attribution": "<a href=\"https://x\">© <b>Someone</b></a>",
                ]) + [MapBench.tile(2, 1, 0), MapBench.tile(3, 0, 7, [0xFF, 0xD8, 0xFF, 0xE0])])
        let folder = bench.folder
        let report = await folder.maps()
        #expect(report.problems == [] && report.areas == [] && report.folder == bench.path)
        let source = try #require(report.sources.first)
        #expect(source.id == "aerial" && source.name == "Aerial 2026" && source.attribution == "© Someone")
        #expect(source.minZoom == 1 && source.maxZoom == 3 && source.bounds == [5.5, 52.4, 5.6, 52.5])
        #expect(source.tiles.hasPrefix("/v1/map/aerial/{z}/{x}/{y}?v="))
        // The southernmost row of four is the last one.
        #expect(
            try await folder.tile(of: "aerial", zoom: 2, column: 1, row: 3)
                == MapTile(bytes: MapBench.pixel, mediaType: "image/png"))
        #expect(try await folder.tile(of: "aerial", zoom: 3, column: 0, row: 0)?.mediaType == "image/jpeg")
        for (zoom, column, row) in [(2, 1, 0), (2, 9, 0), (0, 0, 0), (4, 0, 0), (99, 0, 0), (2, 0, 4)] {
            #expect(try await folder.tile(of: "aerial", zoom: zoom, column: column, row: row) == nil)
        }
        await #expect(throws: ControlError.self) { try await folder.tile(of: "other", zoom: 0, column: 0, row: 0) }
        await #expect(throws: ControlError.self) { try await folder.tile(of: "../x", zoom: 0, column: 0, row: 0) }
        await #expect(throws: ControlError.self) { try await folder.areas(of: "aerial") }
    }

    @Test func `files that are no maps are told, and the others are shown`() async throws {
        let bench = try MapBench()
        try bench.write("text.mbtiles", "this is no database")
        try bench.write("empty.mbtiles", "")
        try bench.database("tables.mbtiles", ["CREATE TABLE metadata (name TEXT, value TEXT)"])
        try bench.database("no-tiles.mbtiles", MapBench.tables)
        try bench.database("vector.mbtiles", MapBench.tables + [MapBench.tile(0, 0, 0, [0x1F, 0x8B, 8, 0])])
        try bench.database("my map.mbtiles", MapBench.tables + [MapBench.tile(0, 0, 0)])
        try bench.database("good.mbtiles", MapBench.tables + [MapBench.tile(0, 0, 0), MapBench.tile(4, 0, 0)])
        #expect(mkfifo(bench.path + "/pipe.mbtiles", 0o600) == 0)
        try FileManager.default.createDirectory(
            atPath: bench.path + "/folder.mbtiles", withIntermediateDirectories: true)
        try bench.write("notes.txt", "not a map at all")
        let report = await bench.folder.maps()
        #expect(report.sources.map(\.id) == ["good"])
        #expect(report.sources.first?.minZoom == 0 && report.sources.first?.maxZoom == 4)
        let codes = Dictionary(uniqueKeysWithValues: report.problems.map { ($0.file, $0.message.code) })
        #expect(
            codes == [
                "text.mbtiles": "map.not_mbtiles", "empty.mbtiles": "map.not_mbtiles",
                "tables.mbtiles": "map.not_mbtiles", "no-tiles.mbtiles": "map.no_tiles",
                "vector.mbtiles": "map.vector_tiles", "my map.mbtiles": "map.bad_name",
                "pipe.mbtiles": "map.unreadable", "folder.mbtiles": "map.unreadable",
            ])
        #expect(report.problems.allSatisfy { $0.text.contains($0.file) })
    }

    @Test func `the case of an ending does not count, and two files with the same name are not one map`() async throws {
        let bench = try MapBench()
        try bench.database("Aerial.MBTiles", MapBench.tables + [MapBench.tile(0, 0, 0)])
        try bench.database("twin.MBTILES", MapBench.tables + [MapBench.tile(2, 0, 0)])
        try bench.database("twin.MbTiles", MapBench.tables + [MapBench.tile(3, 0, 0)])
        try bench.database("twin.mbtiles", MapBench.tables + [MapBench.tile(1, 0, 0)])
        try bench.database("aerial.mbtiles", MapBench.tables + [MapBench.tile(4, 0, 0)])
        try bench.write("FIELDS.GEOJSON", #"{"type":"Point","coordinates":[5,52]}"#)
        try bench.write("twin.GeoJSON", #"{"type":"Point","coordinates":[5,52]}"#)
        try bench.write("noteMBTILES", "not a map at all")
        let folder = bench.folder
        let report = await folder.maps()
        // Small letters come first; a name that differs before its ending is another map.
        #expect(
            report.sources.map(\.id) == ["Aerial", "aerial", "twin"] && report.sources.map(\.minZoom) == [0, 4, 1])
        #expect(report.areas.map(\.id) == ["FIELDS", "twin"])
        #expect(report.problems.map(\.file).sorted() == ["twin.MBTILES", "twin.MbTiles"])
        #expect(report.problems.allSatisfy { $0.message.code == "map.same_name" && $0.text.contains($0.file) })
        #expect(try await folder.tile(of: "Aerial", zoom: 0, column: 0, row: 0)?.bytes == MapBench.pixel)
        #expect(try await folder.areas(of: "FIELDS").starts(with: Array("{".utf8)))
    }

    @Test func `a query without an end ends, and other maps go on meanwhile`() async throws {
        let bench = try MapBench()
        let endless = """
            SELECT 0, 0, 0, i FROM (
              WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0)
            """
        try bench.database(
            "endless.mbtiles",
            [
                "CREATE TABLE metadata (name TEXT, value TEXT)",
                "CREATE VIEW tiles (zoom_level, tile_column, tile_row, tile_data) AS \(endless)",
            ])
        let pixel = MapBench.pixel.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        // Shows an image to the question whether there is one, and never ends when it is asked for one.
        try bench.database(
            "sly.mbtiles",
            [
                "CREATE TABLE metadata (name TEXT, value TEXT)",
                "INSERT INTO metadata VALUES ('minzoom', '0'), ('maxzoom', '9')",
                "CREATE VIEW tiles (zoom_level, tile_column, tile_row, tile_data) AS SELECT 7, 0, 0, x'\(pixel)' UNION ALL \(endless)",
            ])
        try bench.database("good.mbtiles", MapBench.tables + [MapBench.tile(0, 0, 0)])
        let folder = bench.folder
        let report = await folder.maps()
        #expect(report.problems.map(\.file) == ["endless.mbtiles"], "\(report)")
        #expect(report.sources.map(\.id) == ["good", "sly"])
        let stuck = Task { try await folder.tile(of: "sly", zoom: 0, column: 0, row: 0) }
        #expect(try await folder.tile(of: "good", zoom: 0, column: 0, row: 0) != nil)
        await #expect(throws: ControlError.self) { _ = try await stuck.value }
    }

    @Test func `a view may not use a function that can take minutes`() async throws {
        let bench = try MapBench()
        for (name, slow) in [
            ("like", "'\(String(repeating: "a", count: 10_000))' LIKE '\(String(repeating: "%a", count: 2000))b'"),
            ("blob", "hex(zeroblob(2000000)) = ''"), ("random", "random() = 0"),
        ] {
            try bench.database(
                "\(name).mbtiles",
                [
                    "CREATE TABLE metadata (name TEXT, value TEXT)",
                    "CREATE VIEW tiles (zoom_level, tile_column, tile_row, tile_data) AS SELECT 0, 0, 0, \(slow)",
                ])
        }
        // Programs that store equal images once make the table a view.
        let pixel = MapBench.pixel.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try bench.database(
            "view.mbtiles",
            [
                "CREATE TABLE metadata (name TEXT, value TEXT)",
                "CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT)",
                "CREATE TABLE images (tile_data BLOB, tile_id TEXT)", "INSERT INTO map VALUES (0, 0, 0, 'a')",
                "INSERT INTO images VALUES (x'\(pixel)', 'a')",
                "CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column, "
                    + "map.tile_row AS tile_row, images.tile_data AS tile_data FROM map JOIN images "
                    + "ON images.tile_id = map.tile_id",
            ])
        let folder = bench.folder
        let report = await folder.maps()
        #expect(report.sources.map(\.id) == ["view"], "\(report)")
        #expect(report.problems.map(\.file).sorted() == ["blob.mbtiles", "like.mbtiles", "random.mbtiles"])
        #expect(report.problems.allSatisfy { $0.text.contains("not authorized to use function") }, "\(report)")
        #expect(try await folder.tile(of: "view", zoom: 0, column: 0, row: 0) != nil)
    }

    @Test func `a file that is replaced or removed while it is open is followed`() async throws {
        let bench = try MapBench()
        try bench.database("map.mbtiles", MapBench.tables + [MapBench.tile(0, 0, 0)])
        let folder = bench.folder
        let first = try #require(await folder.maps().sources.first?.tiles)
        try FileManager.default.removeItem(atPath: bench.path + "/map.mbtiles")
        #expect(try await folder.tile(of: "map", zoom: 0, column: 0, row: 0) != nil)
        try bench.database("map.mbtiles", MapBench.tables + [MapBench.tile(1, 0, 0)])
        // Until the folder's list is old enough to be made again.
        try await Task.sleep(for: MapFolder.refreshAfter + .milliseconds(100))
        let second = try #require(await folder.maps().sources.first)
        #expect(second.tiles != first && second.minZoom == 1)
        // Shortened while it is open: an error, not the end of the process.
        truncate(bench.path + "/map.mbtiles", 100)
        _ = try? await folder.tile(of: "map", zoom: 1, column: 0, row: 1)
        try FileManager.default.removeItem(atPath: bench.path)
        // The list is made again.
        try await Task.sleep(for: MapFolder.refreshAfter + .milliseconds(100))
        #expect(await folder.maps() == MapReport(folder: bench.path))
        try FileManager.default.createDirectory(atPath: bench.path, withIntermediateDirectories: true)
    }

    @Test func `damaged databases are told or read, whatever is in them`() async throws {
        let bench = try MapBench()
        try bench.database("whole.mbtiles", MapBench.tables + (0..<40).map { MapBench.tile(8, $0, 1) })
        let whole = try Data(contentsOf: URL(fileURLWithPath: bench.path + "/whole.mbtiles"))
        for number in 0..<60 {
            var damaged = whole
            for _ in 0..<(1 + number) { damaged[Int.random(in: 0..<damaged.count)] = .random(in: 0...255) }
            if number.isMultiple(of: 3) { damaged = damaged.prefix(Int.random(in: 0..<damaged.count)) }
            try damaged.write(to: URL(fileURLWithPath: bench.path + "/d\(number).mbtiles"))
        }
        let folder = bench.folder
        let report = await folder.maps()
        #expect(report.sources.count + report.problems.count == 61)
        for source in report.sources {
            for column in 0..<40 { _ = try? await folder.tile(of: source.id, zoom: 8, column: column, row: 254) }
        }
    }

    // MARK: Areas

    private func areas(_ text: String) throws -> (json: [String: Any], count: Int, leftOut: Int) {
        let file = try AreaFile(Array(text.utf8))
        let json = try #require(try JSONSerialization.jsonObject(with: Data(file.json)) as? [String: Any])
        return (json, file.count, file.leftOut)
    }

    private func feature(_ geometry: String, _ properties: String = "{}") -> String {
        #"{"type":"Feature","properties":\#(properties),"geometry":\#(geometry)}"#
    }

    @Test func `areas keep their shape and name, and nothing else`() throws {
        let square = #"{"type":"Polygon","coordinates":[[[5,52,7],[5.1,52],[5.1,52.1],[5,52]]]}"#
        let all = [
            feature(square, #"{"name":"North <b>field</b>","secret":"x"}"#), feature(square, #"{"id":12}"#),
            feature(#"{"type":"MultiPolygon","coordinates":[[[[5,52],[6,52],[6,53],[5,52]]]]}"#),
            feature(#"{"type":"LineString","coordinates":[[5,52],[6,52]]}"#),
            feature(#"{"type":"MultiLineString","coordinates":[[[5,52],[6,52]]]}"#),
            feature(#"{"type":"Point","coordinates":[5,52]}"#),
            feature(#"{"type":"MultiPoint","coordinates":[[5,52]]}"#),
            feature("null"), feature(#"{"type":"Circle","coordinates":[5,52]}"#),
            feature(#"{"type":"Polygon","coordinates":[[["a",52]]]}"#), feature(#"{"type":"Point","coordinates":[5]}"#),
            "7",
        ]
        let file = try areas(#"{"type":"FeatureCollection","features":[\#(all.joined(separator: ","))]}"#)
        #expect(file.count == 7 && file.leftOut == 5)
        let features = try #require(file.json["features"] as? [[String: Any]])
        #expect((features[0]["properties"] as? [String: String]) == ["name": "North <b>field</b>"])
        #expect((features[1]["properties"] as? [String: String]) == ["name": "12"])
        #expect((features[2]["properties"] as? [String: String]) == [:])
        let shape = try #require((features[0]["geometry"] as? [String: Any])?["coordinates"] as? [[[[Double]]]])
        #expect(shape == [[[[5, 52], [5.1, 52], [5.1, 52.1], [5, 52]]]])
        #expect(try areas(feature(square)).count == 1)
        #expect(try areas(square).count == 1)
    }

    @Test(arguments: [
        "", "null", "7", "[]", "{}", #"{"type":"FeatureCollection"}"#, #"{"type":"FeatureCollection","features":7}"#,
        String(repeating: "[", count: 100_000),
        #"{"type":"Polygon","coordinates":"# + String(repeating: "[", count: 5000),
        #"{"type":"Point","coordinates":[1e999,2]}"#,
    ]) func `what is no GeoJSON is refused`(text: String) {
        #expect(throws: AreaFile.Failure.self) { try AreaFile(Array(text.utf8)) }
    }

    @Test(arguments: ["1e400", "-2.5E+999", "4e-400"]) func `a number that cannot be read is named`(number: String) {
        let point = #"{"type":"Point","coordinates":[\#(number),52]}"#
        // Numbers within texts, and zeros, are not the cause.
        let inner = feature(point, #"{"a":"\\\"1e500","b":[0e9,-0.0,12,true]}"#)
        for text in [point, inner, #"{"type":"FeatureCollection","features":[\#(inner),\#(feature("null"))]}"#] {
            #expect {
                try AreaFile(Array(text.utf8))
            } throws: {
                if case AreaFile.Failure.notGeoJSON("the number \(number) is too large or too small") = $0 {
                    true
                } else {
                    false
                }
            }
        }
    }

    @Test func `coordinates in metres are told, and too many areas are counted`() throws {
        let metres = feature(#"{"type":"Point","coordinates":[421000.5,5789000]}"#)
        for text in [
            metres,
            #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}},"features":[]}"#,
        ] {
            #expect { try AreaFile(Array(text.utf8)) } throws: {
                if case AreaFile.Failure.notDegrees = $0 { true } else { false }
            }
        }
        for name in ["urn:ogc:def:crs:OGC:1.3:CRS84", "http://www.opengis.net/def/crs/EPSG/0/4326", "epsg:4326"] {
            let text =
                #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"\#(name)"}},"features":[]}"#
            #expect(throws: Never.self) { try AreaFile(Array(text.utf8)) }
        }
        let point = feature(#"{"type":"Point","coordinates":[5,52]}"#)
        let many = Array(repeating: point, count: AreaFile.areaLimit + 10).joined(separator: ",")
        let file = try areas(#"{"type":"FeatureCollection","features":[\#(many)]}"#)
        #expect(file.count == AreaFile.areaLimit && file.leftOut == 10)
    }

    @Test func `an area file of the folder is served, and a large one is refused unread`() async throws {
        let bench = try MapBench()
        try bench.write("fields.geojson", feature(#"{"type":"Point","coordinates":[5,52]}"#))
        try bench.write("wrong.geojson", "{")
        let handle = open(bench.path + "/large.geojson", O_CREAT | O_WRONLY, 0o600)
        #expect(ftruncate(handle, 1 << 34) == 0)
        close(handle)
        let folder = bench.folder
        let report = await folder.maps()
        #expect(report.areas == [MapReport.Areas(id: "fields", count: 1)])
        #expect(report.problems.map(\.message.code).sorted() == ["map.not_geojson", "map.too_large"])
        #expect(try await folder.areas(of: "fields").starts(with: Array("{".utf8)))
        await #expect(throws: ControlError.self) { try await folder.areas(of: "wrong") }
    }
}
