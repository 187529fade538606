// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Paths

struct RefusalTests {
    private static let gpxHead = "<gpx>\n<trk><trkseg>\n"

    static let wrong: [(PathFormat, String, String)] = [
        (.gpx, "", "not well-formed XML"),
        (.gpx, "<kml/>", "line 1, column 1: the outermost element is \"kml\", expected \"gpx\""),
        (
            .gpx, gpxHead + "<trkpt lat=\"91\" lon=\"0\"/>",
            "line 3, column 26: latitude 91.0, expected -90...90 degrees"
        ),
        (.gpx, gpxHead + "<trkpt lat=\"1\"/>", "a point without a longitude"),
        (.gpx, gpxHead + "<trkpt lat=\"1\" lon=\"-180.1\"/>", "longitude -180.1, expected -180...180 degrees"),
        (.gpx, gpxHead + "<trkpt lat=\"1\" lon=\"x\ny\"/>", "longitude_deg is \"x y\", expected a number"),
        (.gpx, gpxHead + "<trkpt lat=\"0x1p3\" lon=\"1\"/>", "latitude_deg is \"0x1p3\", expected a number"),
        (
            .gpx, gpxHead + "<trkpt lat=\"1\" lon=\"1\"><time>noon</time></trkpt>",
            "time_utc is \"noon\", expected a time such as"
        ),
        (
            .gpx, gpxHead + "<trkpt lat=\"1\" lon=\"1\"><time>1500-01-01T00:00:00Z</time></trkpt>",
            "05Z in the years 1678 to 2261"
        ),
        (.kml, "<kml><Placemark><TimeStamp><when>2300-01-01</when></TimeStamp>", "in the years 1678 to 2261"),
        (.gpx, gpxHead + "</trk>", "line 3, column 3: not well-formed XML: mismatched tag"),
        (.gpx, "<gpx/>", "the file contains no path and no point"),
        (.gpx, "<!DOCTYPE gpx [<!ENTITY a \"aaaa\">]><gpx>&a;</gpx>", "line 1, column 15: a document type declaration"),
        (.kml, "<!DOCTYPE kml SYSTEM \"file:///etc/passwd\"><kml/>", "a document type declaration"),
        (.kml, "<kml>&undeclared;</kml>", "not well-formed XML: undefined entity"),
        (.kml, String(repeating: "<a>", count: 100), "the outermost element is \"a\""),
        (.kml, "<kml>" + String(repeating: "<a>", count: 100), "elements are nested more than 64 levels deep"),
        (.kml, "<gpx/>", "expected \"kml\""),
        (
            .kml, "<kml><Placemark><LineString><coordinates>1,2 3</coordinates>",
            "coordinates \"3\", expected longitude,latitude"
        ),
        (.kml, "<kml><Placemark><Point><coordinates>1,x</coordinates>", "coordinates \"1,x\""),
        (.kml, "<kml><Placemark><Point><coordinates>1,0x2</coordinates>", "coordinates \"1,0x2\""),
        (.kml, "<kml><Placemark><Point><coordinates>" + String(repeating: "1", count: 9999), "coordinates \"111"),
        (.kml, "<kml><Placemark><Track><when>2026</when></Track>", "a track has 0 coordinates and 1 times"),
        (
            .kml, "<kml><Placemark><name>" + String(repeating: "n", count: 70_000),
            "the text of \"name\" is longer than 65536 bytes"
        ),
        (.geojson, "", "line 1, column 1: expected \"{\""),
        (.geojson, "[]", "expected \"{\""),
        (
            .geojson, "{\"type\":\"FeatureCollection\",\n\"features\":[{]",
            "line 2, column 14: expected a string in quotes"
        ),
        (.geojson, "{} x", "unexpected text after the end"),
        (
            .geojson, "{\"type\":\"Topology\"}",
            "not GeoJSON: type \"Topology\", expected one of FeatureCollection, Feature"
        ),
        (.geojson, String(repeating: "{\"a\":", count: 100), "values are nested more than 64 levels deep"),
        (.geojson, "{\"type\":\"Point\",\"coordinates\":[[1,2]]}", "with positions at array depth 1, expected 0"),
        (.geojson, "{\"type\":\"Point\",\"coordinates\":[1]}", "a position needs a longitude and a latitude"),
        (.geojson, "{\"type\":\"LineString\",\"coordinates\":[[1,2],[[1,2]]]}", "positions at different depths"),
        (.geojson, "{\"type\":\"LineString\",\"coordinates\":[[[[[[1,2]]]]]]}", "coordinates are nested too deeply"),
        (.geojson, "{\"type\":\"Point\",\"coordinates\":[1,-90.5]}", "latitude -90.5, expected -90...90"),
        (.geojson, "{\"type\":\"Point\",\"coordinates\":[1,2,[3,4]]}", "coordinates mix numbers and arrays"),
        (.geojson, "{\"type\":\"Point\",\"coordinates\":[1,1e999]}", "expected a number"),
        (.geojson, "{\"type\":\"Point\",\"coordinates\":[1,0x2]}", "expected a number"),
        (.geojson, "{\"type\":\"FeatureCollection\",\"features\":[]}", "contains no path"),
        (
            .geojson, "{\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::25832\"}},",
            "not degrees of WGS 84 (crs \"urn:ogc:def:crs:EPSG::25832\"); convert the file to WGS 84 (EPSG:4326)"
        ),
        (
            .geojson,
            "{\"type\":\"Point\",\"coordinates\":[1,2],\"crs\":{\"properties\":{\"name\":\"EPSG:31287\"}}}",
            "not degrees of WGS 84 (crs \"EPSG:31287\")"
        ),
        (.csv, "", "expected a header that names a latitude and a longitude"),
        (.csv, "50,14\n51,15\n", "line 1: expected a header"),
        (.csv, "lat,lon\n", "contains no path"),
        (.csv, "lat (rad),lon (rad)\n1,2\n", "line 1: expected a header that names a latitude and a longitude"),
        (.csv, "lat,lon [W]\n1,2\n", "line 1: expected a header that names a latitude and a longitude"),
        (.csv, "lat,lon\n50,14\n\n50,x\n", "line 4: longitude_deg is \"x\", expected a number"),
        (.csv, "lat,lon,latitude\n", "line 1: column \"latitude\" has the same meaning as another column"),
        (.csv, "lat,lon\n1,2,3\n", "line 2: 3 fields, expected 2 as in the header"),
        (.csv, "lat,lon\n1,0x2\n", "line 2: longitude_deg is \"0x2\", expected a number"),
        (.csv, "lat,lon\n1,\n", "line 2: a point without a longitude"),
        (.csv, "lat,lon\n1,\"2\n", "line 2: a field has an opening quote but no closing quote"),
        (.csv, "lat,lon\n1,\"2\"3\n", "line 2: expected a separator or the end of the line after a field's closing"),
        (.csv, "lat,lon\n1," + String(repeating: "2", count: 70_000), "line 2: a row of more than 65536 bytes"),
        (.kmz, "PK", "cannot read the archive"),
        (.kmz, "<kml/>", "cannot read the archive"),
    ]

    @Test("What is wrong is said with its place and what is expected", arguments: wrong.indices)
    func refused(_ index: Int) throws {
        let (format, text, words) = Self.wrong[index]
        let error = try #require(throws: PathFormatError.self) { try PathReader(format).read(Array(text.utf8)) }
        #expect(error.description.contains(words), "\(error)")
        #expect(error.description.utf8.allSatisfy { $0 >= 0x20 })
    }

    private func isRefused(_ bytes: [UInt8], _ format: PathFormat, _ limits: PathReader.Limits) -> Bool {
        do {
            _ = try PathReader(format, limits: limits).read(bytes)
            return false
        } catch { return !error.description.isEmpty }
    }

    @Test("More points, paths or bytes than may be read are refused", arguments: PathFormat.allCases)
    func limits(_ format: PathFormat) throws {
        let points = SamplePaths.points((0..<100).map { (Double($0) / 10, 14) })
        let bytes = try SamplePaths.bytes(points, as: format)
        var limits = PathReader.Limits()
        limits.points = 100
        #expect(try PathReader(format, limits: limits).read(bytes).first?.points.count == 100)
        limits.points = 99
        #expect(isRefused(bytes, format, limits))
        limits = PathReader.Limits()
        limits.bytes = bytes.count - 1
        #expect(isRefused(bytes, format, limits))
        limits = PathReader.Limits()
        limits.paths = 0
        #expect(isRefused(bytes, format, limits))
    }

    @Test("Nested GeoJSON holds no more positions than one geometry may")
    func heldPositions() throws {
        var limits = PathReader.Limits()
        limits.held = 10
        let reader = PathReader(.geojson, limits: limits)
        func line(_ count: Int) -> String {
            "\"coordinates\":[" + (0..<count).map { "[\($0),2]" }.joined(separator: ",") + "]"
        }
        func read(_ text: String) throws -> Int { try reader.read(Array(text.utf8)).reduce(0) { $0 + $1.points.count } }
        let words = "expected the type before the coordinates"
        let nested = "{\(line(6)),\"geometries\":[{\(line(5)),\"type\":\"LineString\"}],\"type\":\"LineString\"}"
        let tooMany = try #require(throws: PathFormatError.self) { try read(nested) }
        #expect(tooMany.description.contains(words), "\(tooMany)")
        // A single geometry has the same limit.
        let late = "{\"geometry\":{\(line(11)),\"type\":\"LineString\"},\"type\":\"Feature\"}"
        #expect(throws: PathFormatError.self) { try read(late) }

        // Geometries one after the other are let go.
        let after = (0..<9).map { _ in "{\(line(10)),\"type\":\"LineString\"}" }.joined(separator: ",")
        #expect(try read("{\"geometries\":[\(after)],\"type\":\"GeometryCollection\"}") == 90)
        let feature = "{\"geometry\":{\"coordinates\":[1,2],\"type\":\"Point\"},\"type\":\"Feature\"}"
        let features = Array(repeating: feature, count: 50).joined(separator: ",")
        #expect(try read("{\"features\":[\(features)],\"type\":\"FeatureCollection\"}") == 50)
        // What is replaced, or is never given a type, is let go.
        let untyped = "{\(line(8)),\(line(9))}"
        let some = "{\"geometries\":[\(untyped),\(untyped),{\(line(10)),\"type\":\"LineString\"}]"
        #expect(try read(some + ",\"type\":\"GeometryCollection\"}") == 10)
    }

    @Test("Points that wait for the end of nested features are limited together")
    func heldPoints() throws {
        var limits = PathReader.Limits()
        limits.held = 10
        let reader = PathReader(.geojson, limits: limits)
        func points(_ count: Int) -> String {
            let point = "{\"type\":\"Point\",\"coordinates\":[1,2]}"
            let all = Array(repeating: point, count: count).joined(separator: ",")
            return "\"geometry\":{\"type\":\"GeometryCollection\",\"geometries\":[\(all)]}"
        }
        let fitting = "{\"type\":\"Feature\",\(points(10))}"
        #expect(try reader.read(Array(fitting.utf8)).first?.points.count == 10)
        let nested = "{\"type\":\"Feature\",\(points(6)),\"features\":[{\"type\":\"Feature\",\(points(5))}]}"
        let error = try #require(throws: PathFormatError.self) { try reader.read(Array(nested.utf8)) }
        #expect(error.description.contains("which is the limit"), "\(error)")
    }

    @Test("A KMZ that expands too far is refused, by size and by ratio")
    func expansion() throws {
        let blanks = [UInt8](repeating: 0x20, count: 8 << 20)
        let archive = try KMZArchive.archive(Array("<kml>".utf8) + blanks + Array("</kml>".utf8))
        #expect(archive.count < 20_000)
        let error = try #require(throws: PathFormatError.self) { try PathReader(.kmz).read(archive) }
        #expect(error.description.contains("the KML in the archive is larger than"), "\(error)")
        var limits = PathReader.Limits()
        (limits.expansion, limits.bytes) = (10_000, 4 << 20)
        #expect(isRefused(archive, .kmz, limits))
        limits.bytes = 16 << 20
        let empty = try #require(throws: PathFormatError.self) { try PathReader(.kmz, limits: limits).read(archive) }
        #expect(empty.reason == "the file contains no path and no point")
    }

    @Test("A tag that does not end is refused before it has all been read")
    func longTag() throws {
        let text = Array("<kml a=\"".utf8) + [UInt8](repeating: 0x61, count: 8 << 20)
        let error = try #require(throws: PathFormatError.self) { try PathReader(.kml).read(text) }
        #expect(error.reason == "a tag or comment of more than 1048576 bytes")
    }

    @Test(
        "Each file with a byte missing, doubled or changed is read or refused, and nothing else",
        arguments: PathFormat.allCases)
    func damaged(_ format: PathFormat) throws {
        var random = RandomPoints(seed: 3)
        let bytes = try SamplePaths.bytes(random.points(3), as: format)
        let reader = PathReader(format)
        for index in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 150)) {
            var damaged = bytes
            switch index % 3 {
            case 0: damaged.remove(at: index)
            case 1: damaged.insert(bytes[index], at: index)
            default: damaged[index] ^= UInt8(1 << random.next(8))
            }
            let paths = (try? reader.read(damaged)) ?? []
            #expect(paths.allSatisfy { $0.points.count <= bytes.count })
            #expect(((try? reader.read(Array(bytes[..<index]))) ?? []).count <= 1)
        }
    }
}
