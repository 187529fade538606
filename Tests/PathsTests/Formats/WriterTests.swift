// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import Paths

struct WriterTests {
    @Test("A format is known by the end of a file's name")
    func endings() {
        #expect(PathFormat(fileName: "/a.b/field 7.GPX") == .gpx)
        #expect(PathFormat(fileName: "x.json") == .geojson)
        #expect(PathFormat(fileName: "x.kmz") == .kmz)
        #expect(PathFormat(fileName: "kml") == nil)
        #expect(PathFormat(fileName: "x.kml.gz") == nil)
        #expect(PathFormat.allCases.allSatisfy { PathFormat(fileName: "x.\($0.fileExtension)") == $0 })
    }

    @Test("The name that a file gives to its paths is one that the gateway takes")
    func names() {
        #expect(PathFormat.pathName(fromFile: "/a.b/field 7.tar.GPX") == "field 7")
        #expect(PathFormat.pathName(fromFile: "a\nb\r\nc.gpx") == "a b  c")
        #expect(PathFormat.pathName(fromFile: String(repeating: "n", count: 251) + ".gpx").count == 200)
        #expect(PathFormat.pathName(fromFile: "-").isEmpty && PathFormat.pathName(fromFile: "/").isEmpty)
    }

    @Test("Every property of a point is a field of the files")
    func complete() throws {
        let point = try #require(SamplePaths.full())
        // Position, height and dilutions of precision are several fields each; an accuracy has its origin apart.
        let properties = Mirror(reflecting: point).children.count
        #expect(PointField.allCases.count == properties + (2 - 1) + (3 - 1) + (5 - 1) + 2)
        let empty = PointField.allCases.filter { $0.news(of: point) == nil && $0 != .verticalAccuracyOrigin }
        #expect(empty.isEmpty, "\(empty)")
    }

    @Test("CSV has a header with units and a row for each point")
    func csv() throws {
        let points = [SamplePaths.full(), SamplePaths.point(-0.5, 180)].compactMap { $0 }
        #expect(
            try SamplePaths.text(points, as: .csv) == """
                index,time_utc,latitude_deg,longitude_deg,ellipsoidal_height_m,orthometric_height_m,geoid_separation_m,\
                horizontal_accuracy_m,horizontal_accuracy_origin,vertical_accuracy_m,vertical_accuracy_origin,fix_kind,\
                fix_quality,gdop,pdop,hdop,vdop,tdop,satellites_used,authentication,origin,sample_count,begins_segment,\
                receiver\r
                1,2026-05-04T12:30:05.25Z,47.3768871,8.541694,456.25,408.25,48,0.014,error_statistics,0.02,receiver,3d,\
                rtk_fixed,1.9,1.6,0.8,1.3,0.9,21,authenticated,centroid,20,true,"rover, ""1"" <&> Žluťoučký"\r
                2,,-0.5,180,,,,,,,,2d,autonomous,,,,,,,,recorded,,false,\r\n
                """)
    }

    @Test(
        "No text in CSV begins as a formula, and each comes back as it was",
        arguments: [
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "\"'\t=1\""),
            ("\r=1", "\"'\r=1\""), ("\u{FF1D}1", "'\u{FF1D}1"), ("=A,\"b\"", "\"'=A,\"\"b\"\"\""), ("'=1", "''=1"),
            ("''-", "'''-"), ("'rover", "'rover"), ("'", "'"), ("rover=1", "rover=1"),
            ("x;=1", "x;'=1"), ("x;'=1", "x;''=1"), ("a;b", "a;b"), (";;-", ";;'-"),
        ])
    func formula(_ receiver: String, _ written: String) throws {
        var point = try #require(SamplePaths.point(-0.5, -8))
        point.receiver = receiver
        let text = try SamplePaths.text([point], as: .csv)
        #expect(text.hasSuffix(",\(written)\r\n"), "\(text)")
        // Numbers stay numbers.
        #expect(text.contains(",-0.5,-8,"))
        #expect(try PathReader(.csv).read(Array(text.utf8)).first?.points.first?.receiver == receiver)
    }

    @Test("GPX has the height above mean sea level, a segment after a gap, and the rest in extensions")
    func gpx() throws {
        var gap = try #require(SamplePaths.point(-0.5, 180))
        gap.beginsSegment = true
        let points = [try #require(SamplePaths.full()), gap]
        #expect(
            try SamplePaths.text(points, as: .gpx, of: SamplePaths.path("a<b\u{1}\u{7}&\"c\"")) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="gnss-gateway" xmlns="http://www.topografix.com/GPX/1/1" \
                xmlns:gnss="urn:x-gnss-gateway:path:1">
                <metadata><name>a&lt;b&amp;&quot;c&quot;</name><time>2026-05-04T12:30:05.25Z</time><extensions><gnss:path \
                started_utc="2026-05-04T12:30:05.25Z" ended_utc="2026-05-04T12:31:05.25Z" length_m="120.5" \
                area_m2="800.25" crosses_itself="false"/></extensions></metadata>
                <trk><name>a&lt;b&amp;&quot;c&quot;</name>
                <trkseg>
                <trkpt lat="47.3768871" lon="8.541694"><ele>408.25</ele><time>2026-05-04T12:30:05.25Z</time>\
                <geoidheight>48</geoidheight><fix>dgps</fix><sat>21</sat><hdop>0.8</hdop><vdop>1.3</vdop><pdop>1.6</pdop>\
                <extensions><gnss:point ellipsoidal_height_m="456.25" horizontal_accuracy_m="0.014" \
                horizontal_accuracy_origin="error_statistics" vertical_accuracy_m="0.02" fix_quality="rtk_fixed" \
                gdop="1.9" tdop="0.9" authentication="authenticated" origin="centroid" sample_count="20" \
                begins_segment="true" receiver="rover, &quot;1&quot; &lt;&amp;&gt; Žluťoučký"/></extensions></trkpt>
                </trkseg>
                <trkseg>
                <trkpt lat="-0.5" lon="-180"><fix>2d</fix><extensions><gnss:point longitude_deg="180"/></extensions></trkpt>
                </trkseg>
                </trk>
                </gpx>

                """)
    }

    @Test("GeoJSON has the height above the ellipsoid, points with properties, a line, and a ring that turns left")
    func geoJSON() throws {
        let points = SamplePaths.points([(50, 14), (50.001, 14), (50.001, 14.001)], height: 300)
        let times = (5...7).map { "\"time_utc\":\"2026-05-04T12:30:0\($0).25Z\"" }
        let heights = "\"orthometric_height_m\":300,\"geoid_separation_m\":48"
        let path = """
            "properties":{"name":"Field 7","derived_from":"points","started_utc":"2026-05-04T12:30:05.25Z",\
            "ended_utc":"2026-05-04T12:31:05.25Z","length_m":120.5,"area_m2":800.25,"crosses_itself":false}
            """
        func point(_ place: String, _ time: String) -> String {
            "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(place),348]},"
                + "\"properties\":{\(time),\(heights)}},"
        }
        #expect(
            try SamplePaths.text(points, as: .geojson) == """
                {"type":"FeatureCollection","features":[
                \(point("14,50", times[0]))
                \(point("14,50.001", times[1]))
                \(point("14.001,50.001", times[2]))
                {"type":"Feature",\(path),"geometry":{"type":"LineString","coordinates":[[14,50,348],[14,50.001,348],\
                [14.001,50.001,348]]}},
                {"type":"Feature",\(path),"geometry":{"type":"Polygon","coordinates":[[[14.001,50.001,348],\
                [14,50.001,348],[14,50,348],[14.001,50.001,348]]]}}
                ]}

                """)
    }

    @Test("A file says that its path was imported", arguments: [PathFormat.gpx, .kml, .geojson])
    func imported(_ format: PathFormat) throws {
        var path = SamplePaths.path()
        let points = SamplePaths.points([(50, 14)])
        #expect(try !SamplePaths.text(points, as: format, of: path).contains("imported"))
        path.isImported = true
        let text = try SamplePaths.text(points, as: format, of: path)
        let words = ["imported=\"true\"", "<Data name=\"imported\"><value>true</value>", "\"imported\":true"]
        #expect(words.contains { text.contains($0) }, "\(text)")
    }

    @Test("A path without points is a valid file all the same", arguments: PathFormat.allCases)
    func empty(_ format: PathFormat) throws {
        let text = try SamplePaths.text([], as: format)
        #expect(!text.isEmpty)
        if format == .geojson {
            #expect(text.contains("\"geometry\":null"))
            #expect(!text.contains("Polygon"))
        }
    }

    @Test("Numbers are written without exponents and read as the same")
    func numbers() {
        for value in [
            0, -1.5, 1e-7, -4.7e-12, .leastNonzeroMagnitude, 1e22, 123_456_789.125, 6.02e23, 0.1 + 0.2, 180, 1.5e300,
        ] {
            var bytes: [UInt8] = []
            bytes.put(value)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(Double(text) == value, "\(text)")
            #expect(text.allSatisfy { "-.0123456789".contains($0) }, "\(text)")
        }
        let rounded = [
            (47.123_456_789_4, "47.123456789"), (-0.000_000_000_6, "-0.000000001"), (-180, "-180"), (0.5, "0.5"),
        ]
        for (value, text) in rounded {
            var bytes: [UInt8] = []
            bytes.put(rounded: value)
            #expect(String(decoding: bytes, as: UTF8.self) == text)
        }
    }

    @Test("An instant has the decimals that it needs, and a leap second is 60 where that is allowed")
    func times() throws {
        func text(_ nanoseconds: Int64, leap: Bool = false, xml: Bool = false) -> String {
            var bytes: [UInt8] = []
            bytes.put(UTCTime(nanosecondsSince1970: nanoseconds, isLeapSecond: leap), leapSecond: !xml)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(text(0) == "1970-01-01T00:00:00Z")
        #expect(text(-1) == "1969-12-31T23:59:59.999999999Z")
        #expect(text(1_483_228_800_500_000_000, leap: true) == "2016-12-31T23:59:60.5Z")
        #expect(text(1_483_228_800_500_000_000, leap: true, xml: true) == "2017-01-01T00:00:00.5Z")
        #expect(text(.max) == "2262-04-11T23:47:16.854775807Z")
        #expect(text(.min) == "1677-09-21T00:12:43.145224192Z")
    }
}
