// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import Testing

@testable import MapFiles

/// Files that are added to the folder of the maps, and removed from it.
@Suite struct MapUploadTests {
    private static let field = Array(
        #"{"type":"Polygon","coordinates":[[[5.5,52.4],[5.6,52.4],[5.6,52.5],[5.5,52.4]]]}"#.utf8)

    /// Adds a file whose bytes arrive in pieces.
    private func add(
        _ name: String, _ bytes: [UInt8], to folder: MapFolder, size: Int? = nil
    ) async throws -> Bool {
        try await folder.add(name, size: size ?? bytes.count) { take in
            for start in stride(from: 0, to: bytes.count, by: 1000) {
                try await take(Array(bytes[start..<min(start + 1000, bytes.count)]))
            }
        }
    }

    /// Expects that a file is refused with a text of this code.
    private func expect(
        _ code: String, _ name: String, at location: SourceLocation = #_sourceLocation,
        _ action: () async throws -> Void
    ) async {
        do {
            try await action()
            Issue.record("\(name) was taken", sourceLocation: location)
        } catch {
            let refusal = error as? ControlError
            let found = refusal?.message?.code ?? refusal?.code
            #expect(found == code, "\(name): \(error)", sourceLocation: location)
        }
    }

    private func names(_ bench: MapBench) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: bench.path).sorted()
    }

    @Test func `a file is there at once, is replaced and removed, and the folder is made`() async throws {
        let bench = try MapBench()
        try bench.database("given.mbtiles", MapBench.tables + [MapBench.tile(2, 1, 0)])
        let map = Array(try Data(contentsOf: URL(fileURLWithPath: bench.path + "/given.mbtiles")))
        let folder = MapFolder(folder: bench.path + "/inner", uploadLimit: 1 << 30)
        #expect(await folder.maps().sources == [])
        #expect(try await add("aerial.mbtiles", map, to: folder) == false)
        #expect(await folder.maps().sources.map(\.id) == ["aerial"])
        #expect(try await folder.tile(of: "aerial", zoom: 2, column: 1, row: 3)?.bytes == MapBench.pixel)
        let before = try #require(await folder.maps().sources.first?.tiles)
        #expect(try await add("aerial.mbtiles", map, to: folder) == true)
        #expect(await folder.maps().sources.first?.tiles != before)
        #expect(try await add("fields.geojson", Self.field, to: folder, size: nil) == false)
        #expect(await folder.maps().areas == [MapReport.Areas(id: "fields", count: 1)])
        try await folder.remove("aerial.mbtiles")
        #expect(await folder.maps().sources == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.path + "/inner") == ["fields.geojson"])
    }

    @Test func `an ending in capital letters is stored in small ones, and replaces what differs only in it`()
        async throws
    {
        let bench = try MapBench()
        let folder = MapFolder(folder: bench.path, uploadLimit: 1 << 30)
        #expect(try await add("North.GEOJSON", Self.field, to: folder) == false)
        #expect(try names(bench) == ["North.geojson"])
        #expect(try await add("North.GeoJson", Self.field, to: folder) == true)
        #expect(try await add("north.geojson", Self.field, to: folder) == false)
        #expect(try names(bench) == ["North.geojson", "north.geojson"])
        #expect(await folder.maps().areas.map(\.id) == ["North", "north"])
        // A file that a person has copied keeps its name.
        try bench.write("South.GEOJSON", "{")
        #expect(try await add("South.geojson", Self.field, to: folder) == true)
        #expect(try names(bench) == ["North.geojson", "South.GEOJSON", "north.geojson"])
        // Of two, the one that is shown is replaced, and each can be deleted by its own name.
        try bench.write("North.GEOJSON", "{")
        #expect(try await add("North.GEOJSON", Self.field, to: folder) == true)
        #expect(await folder.maps().problems.map(\.file) == ["North.GEOJSON"])
        try await folder.remove("North.GEOJSON")
        try await folder.remove("South.geojson")
        #expect(try names(bench) == ["North.geojson", "north.geojson"])
        await #expect(throws: ControlError.self) { try await folder.remove("SOUTH.geojson") }
        await expect("map.not_geojson", "x.GEOJSON") { _ = try await add("x.GEOJSON", Array("{".utf8), to: folder) }
        await expect("map.not_mbtiles", "x.MBTILES") { _ = try await add("x.MBTILES", [1], to: folder) }
    }

    @Test func `what is no map is refused with the reason, and the file of that name stays`() async throws {
        let bench = try MapBench()
        let folder = MapFolder(folder: bench.path, uploadLimit: 1 << 30)
        _ = try await add("fields.geojson", Self.field, to: folder)
        let nowhere = #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null}]}"#
        let points = String(repeating: "[5,52],", count: AreaFile.placeLimit)
        let many = #"{"type":"MultiPoint","coordinates":[\#(points)[5,52]]}"#
        let endless = #"{"type":"MultiPoint","coordinates":[\#(points)\#(points)\#(points)[5,52]]}"#
        let wrong: [(String, [UInt8], String)] = [
            ("fields.geojson", Array("{".utf8), "map.not_geojson"),
            ("fields.geojson", Array(#"{"type":"Point","coordinates":[500000,52]}"#.utf8), "map.not_degrees"),
            ("fields.geojson", [], "map.not_geojson"),
            ("fields.geojson", Array(nowhere.utf8), "map.not_geojson"),
            ("fields.geojson", Array(many.utf8), "map.left_out"),
            ("fields.geojson", Array(endless.utf8), "map.too_many_points"),
            ("fields.geojson", [UInt8](repeating: 0x20, count: AreaFile.sizeLimit + 1), "map.too_large"),
            ("aerial.mbtiles", Array("no database".utf8), "map.not_mbtiles"),
            ("aerial.tif", [1], "map.other_format"), ("", [1], "map.other_format"),
            ("a b.geojson", Self.field, "map.bad_name"), (".geojson", Self.field, "map.bad_name"),
            ("../fields.geojson", Self.field, "map.bad_name"), ("ä.geojson", Self.field, "map.bad_name"),
            (String(repeating: "a", count: 100) + ".geojson", Self.field, "map.bad_name"),
        ]
        for (name, bytes, code) in wrong {
            await expect(code, name) { _ = try await add(name, bytes, to: folder) }
        }
        #expect(try names(bench) == ["fields.geojson"])
        #expect(await folder.maps().areas.map(\.count) == [1])
        for name in ["other.geojson", "../fields.geojson", "fields", "", "/etc/passwd"] {
            await #expect(throws: ControlError.self, "\(name)") { try await folder.remove(name) }
        }
        #expect(try names(bench) == ["fields.geojson"])
    }

    @Test func `tiles of zoom levels that do not exist do not count`() async throws {
        let (bench, other) = (try MapBench(), try MapBench())
        func map(_ name: String, zooms: [Int]) throws -> [UInt8] {
            try other.database(name, MapBench.tables + zooms.map { MapBench.tile($0, 0, 0) })
            return Array(try Data(contentsOf: URL(fileURLWithPath: other.path + "/" + name)))
        }
        let good = try map("good.mbtiles", zooms: [.max, -1, 4, 7, 31])
        let wrong = try map("wrong.mbtiles", zooms: [.max, -1])
        let folder = MapFolder(folder: bench.path, uploadLimit: 1 << 30)
        _ = try await add("aerial.mbtiles", good, to: folder)
        let shown = await folder.maps().sources
        #expect(shown.map(\.minZoom) == [4] && shown.map(\.maxZoom) == [7])
        await expect("map.no_tiles", "aerial.mbtiles") { _ = try await add("aerial.mbtiles", wrong, to: folder) }
        #expect(await folder.maps().sources == shown)
        #expect(try names(bench) == ["aerial.mbtiles"])
    }

    @Test func `an upload that breaks off leaves nothing, and one at a time is taken`() async throws {
        struct Broken: Error {}
        let bench = try MapBench()
        let folder = MapFolder(folder: bench.path, uploadLimit: 1 << 30)
        await #expect(throws: Broken.self) {
            try await folder.add("fields.geojson", size: nil) { take in
                try await take(Self.field)
                await expect("busy", "other.geojson") { _ = try await add("other.geojson", Self.field, to: folder) }
                throw Broken()
            }
        }
        #expect(try names(bench) == [])
        // Left behind by a daemon that was killed.
        try bench.write(".upload-123", "a part")
        _ = MapFolder(folder: bench.path)
        #expect(try names(bench) == [])
        #expect(try await add("other.geojson", Self.field, to: folder) == false)
    }

    @Test func `a full disk, a folder that cannot be written and switched-off uploads are told`() async throws {
        let bench = try MapBench()
        let folder = MapFolder(folder: bench.path, uploadLimit: .max)
        await expect("map.no_space", "a.geojson") {
            _ = try await add("a.geojson", Self.field, to: folder, size: 1 << 60)
        }
        await expect("map.no_space", "a.geojson") {
            _ = try await add("a.geojson", Self.field, to: folder, size: .max)
        }
        let nowhere = MapFolder(folder: "/proc/self/maps-of-no-one", uploadLimit: 1)
        await expect("map.not_stored", "a.geojson") { _ = try await add("a.geojson", Self.field, to: nowhere) }
        let off = MapFolder(folder: bench.path)
        await expect("map.no_uploads", "a.geojson") { _ = try await add("a.geojson", Self.field, to: off) }
        await expect("map.no_uploads", "a.geojson") { try await off.remove("a.geojson") }
        // A folder that has the name of a file is neither replaced nor deleted.
        try FileManager.default.createDirectory(
            atPath: bench.path + "/b.geojson/c", withIntermediateDirectories: true)
        await expect("map.not_stored", "b.geojson") { _ = try await add("b.geojson", Self.field, to: folder) }
        await expect("map.not_deleted", "b.geojson") { try await folder.remove("b.geojson") }
        #expect(try names(bench) == ["b.geojson"])
    }
}
