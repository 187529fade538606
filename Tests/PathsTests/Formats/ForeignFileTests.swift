// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import Paths

struct ForeignFileTests {
    private func read(_ text: String, _ format: PathFormat) throws -> [ImportedPath] {
        try PathReader(format).read(Array(text.utf8))
    }

    /// Latitude and longitude of points, with a `|` before one that begins a segment.
    private func places(_ path: ImportedPath?) -> String {
        (path?.points ?? []).map { point in
            let (latitude, longitude) = (point.position.latitude.degrees, point.position.longitude.degrees)
            return (point.beginsSegment ? "|" : "") + "\(latitude) \(longitude)"
        }.joined(separator: ", ")
    }

    @Test("GPX: tracks with segments, routes, and waypoints")
    func gpx() throws {
        let paths = try read(
            """
            <?xml version="1.0"?><gpx version="1.0" creator="elsewhere" xmlns="http://www.topografix.com/GPX/1/0">
            <name>day</name><wpt lat="1" lon="2"><name>spring</name></wpt><wpt lat="3" lon="4"/>
            <rte><name>way</name><rtept lat="5" lon="6"><ele>7.5</ele></rtept></rte>
            <trk><name>
              run </name><trkseg><trkpt lat="50.1" lon="14.1"><ele>300</ele><time>2026-05-04T12:30:05+02:00</time><fix>3d</fix>
            <sat>9</sat><hdop>0.9</hdop><extensions><a:hr xmlns:a="x">80</a:hr><a:time>late</a:time></extensions></trkpt></trkseg>
            <trkseg/><trkseg><trkpt lon="14.2" lat="50.2"><time/><fix>rtk</fix></trkpt></trkseg></trk></gpx>
            """, .gpx)
        #expect(paths.map(\.name) == ["way", "run", "day"])
        #expect(paths.map(places) == ["5.0 6.0", "50.1 14.1, |50.2 14.2", "1.0 2.0, 3.0 4.0"])
        #expect(paths[0].points[0].height == Height(orthometric: Length(metres: 7.5)))
        let point = paths[1].points[0]
        #expect(point.time == UTCTime(iso8601: "2026-05-04T10:30:05Z", .any))
        #expect(point.fixKind == .threeDimensional)
        #expect(point.quality == .autonomous)
        #expect(point.satellitesUsed == 9)
        #expect(point.dop.hdop == 0.9)
    }

    @Test("The first time of .NET stands for none")
    func noTime() throws {
        let time = "0001-01-01T00:00:00Z"
        let gpx = "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>\(time)</time></trkpt></trkseg></trk></gpx>"
        let point = "<Point><coordinates>2,1</coordinates></Point>"
        let kml = "<kml><Placemark><TimeStamp><when>\(time)</when></TimeStamp>\(point)</Placemark></kml>"
        for paths in [try read(gpx, .gpx), try read(kml, .kml)] {
            #expect(paths.map(places) == ["1.0 2.0"] && paths[0].points[0].time == nil)
        }
    }

    @Test("KML: lines, rings, tracks and points in folders")
    func kml() throws {
        let paths = try read(
            """
            <kml><Document><name>all</name><Folder><name>inner</name>
            <Placemark><name>line</name><LineString><coordinates> 14.1,50.1,0
              14.2,50.2,300.5\t14.3,50.3 </coordinates></LineString></Placemark>
            <Placemark><MultiGeometry><Polygon><altitudeMode>absolute</altitudeMode><outerBoundaryIs><LinearRing><coordinates>
            1,2,0 3,4,0 5,6,0 1,2,0</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>2,3
            3,3 3,4 2,3</coordinates></LinearRing></innerBoundaryIs></Polygon>
            <Point><coordinates>7,8</coordinates></Point></MultiGeometry></Placemark>
            <Placemark><TimeStamp><when>2026-05-04</when></TimeStamp><Point><coordinates>9,10</coordinates></Point></Placemark>
            </Folder><Placemark><LookAt><altitude>5</altitude></LookAt><gx:MultiTrack><gx:Track><when>2026-05-04T12:00:00Z</when>
            <when></when><gx:coord>14 50 200</gx:coord><gx:coord>15  51</gx:coord></gx:Track><gx:Track><when>2026-05-04T13:00Z</when>
            <gx:coord>16 52 0</gx:coord></gx:Track></gx:MultiTrack></Placemark></Document></kml>
            """, .kml)
        #expect(paths.map(\.name) == ["line", "inner", "inner", "inner", "all"])
        #expect(
            paths.map(places) == [
                "50.1 14.1, 50.2 14.2, 50.3 14.3", "2.0 1.0, 4.0 3.0, 6.0 5.0", "3.0 2.0, 3.0 3.0, 4.0 3.0",
                "8.0 7.0, 10.0 9.0", "50.0 14.0, 51.0 15.0, |52.0 16.0",
            ])
        #expect(paths[0].points.map(\.height.orthometric?.metres) == [nil, 300.5, nil])
        #expect(paths[1].points.map(\.height.orthometric?.metres) == [0, 0, 0])
        #expect(paths[3].points.map(\.time) == [nil, UTCTime(iso8601: "2026-05-04T00:00:00Z", .any)])
        #expect(
            paths[4].points.map(\.time) == [
                UTCTime(iso8601: "2026-05-04T12:00:00Z", .any), nil, UTCTime(iso8601: "2026-05-04T13:00:00Z", .any),
            ])
    }

    @Test("GeoJSON: geometries of all kinds, whatever the order of members")
    func geoJSON() throws {
        let paths = try read(
            """
            \u{FEFF}{"features":[
            {"geometry":{"coordinates":[[1,2],[3,4,5]],"type":"LineString"},"properties":{"title":"A\\u00e9\\ud83d\\ude00"},"type":"Feature"},
            {"type":"Feature","properties":null,"geometry":{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[],[[5,6],[7,8]]]}},
            {"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[
              {"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]],[[0.5,0.1],[0.6,0.1],[0.6,0.2],[0.5,0.1]]]},
              {"type":"MultiPolygon","coordinates":[[[[10,0],[11,0],[11,1],[10,0]]]]},
              {"type":"MultiPoint","coordinates":[[8,9]]}, {"type":"Point","coordinates":[]}]},"properties":{"x":{"y":[1,{}]}}},
            {"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[20,21,22,23]},
             "properties":{"time":"2026-05-04T12:00:00Z","hdop":1.5,"origin":"Berlin","sat":12.0,"ele":9,"lat":0,"flag":true}},
            {"type":"Feature","geometry":null,"properties":{}}],"type":"FeatureCollection","bbox":[0,0,1,1]}
            """, .geojson)
        #expect(paths.map(\.name) == ["Aé😀", nil, nil, nil, nil, nil, nil])
        #expect(
            paths.map(places) == [
                "2.0 1.0, 4.0 3.0", "2.0 1.0, 4.0 3.0, |6.0 5.0, 8.0 7.0", "0.0 0.0, 0.0 1.0, 1.0 1.0",
                "0.1 0.5, 0.1 0.6, 0.2 0.6", "0.0 10.0, 0.0 11.0, 1.0 11.0", "9.0 8.0", "21.0 20.0",
            ])
        #expect(paths[0].points[1].height.ellipsoidal?.metres == 5)
        let point = paths[6].points[0]
        #expect(point.time == UTCTime(iso8601: "2026-05-04T12:00:00Z", .any))
        #expect((point.dop.hdop, point.satellitesUsed) == (1.5, 12))
        #expect(point.height.orthometric?.metres == 9)
        #expect(try places(read("{\"type\":\"Point\",\"coordinates\":[1,2]}", .geojson).first) == "2.0 1.0")
    }

    @Test(
        "GeoJSON: a crs that names WGS 84, or names nothing, is accepted",
        arguments: [
            "null", "{}", "{\"type\":\"link\",\"properties\":{\"href\":\"a\"}}", "{\"properties\":{\"name\":7}}",
            "{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:OGC:1.3:CRS84\"}}",
            "{\"properties\":{\"a\":[1],\"name\":\"urn:ogc:def:crs:EPSG::4326\"},\"type\":\"name\"}",
            "{\"properties\":{\"name\":\"http://www.opengis.net/def/crs/EPSG/0/4326\"}}",
            "{\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::4979\"}}",
            "{\"properties\":{\"name\":\"urn:ogc:def:crs:OGC:1.3:CRS84h\"}}",
        ])
    func referenceSystem(_ system: String) throws {
        let text = "{\"crs\":\(system),\"type\":\"Point\",\"coordinates\":[1,2]}"
        #expect(try places(read(text, .geojson).first) == "2.0 1.0")
    }

    static let tables = [
        "lat,lon\n50.5,14.25\n",
        "Longitude;Latitude\r\n\r\n14,25;50,5\r\n",
        "\u{FEFF}\"LAT\",\"LNG\",note\r50.5,14.25,\"a \"\"b\"\",\r\nc\"",
        "id\tLatitude (deg)\tLongitude [deg]\n1\t50.5\t14.25",
    ]

    @Test("CSV: the usual names of columns, separators and line ends", arguments: tables)
    func csv(_ text: String) throws {
        let paths = try read(text, .csv)
        #expect(paths.map(places) == ["50.5 14.25"])
    }

    @Test("CSV: date and time apart, heights, and fields that are missing")
    func csvFields() throws {
        let paths = try read(
            "date,time,lat,lon,alt,sat,hdop\n2026-05-04,12:30:05,1,2,300,7,0.9\n2026-05-05,,3,4\n", .csv)
        let points = try #require(paths.first).points
        #expect(
            points.map(\.time) == [
                UTCTime(iso8601: "2026-05-04T12:30:05Z", .any), UTCTime(iso8601: "2026-05-05T00:00:00Z", .any),
            ])
        #expect(points.map(\.height.orthometric?.metres) == [300, nil])
        #expect(points.map(\.satellitesUsed) == [7, nil])
    }

    @Test("CSV: a unit in brackets is converted; a column with an unknown one is ignored")
    func csvUnits() throws {
        func point(_ name: String, _ value: String) throws -> PathPoint? {
            try read("lat,lon,\"\(name)\"\n1,2,\(value)\n", .csv).first?.points.first
        }
        let heights: [(String, Double?)] = [
            ("Altitude", 100), ("Altitude (m)", 100), ("Altitude [m MSL]", 100), ("altitude(feet)", 30.48),
            ("Elevation [ft]", 30.48), ("Altitude (MSL) [ft]", 30.48), ("Alt (ft AMSL)", 30.48), ("Altitude (mm)", 0.1),
            ("Altitude (ft", 30.48), ("Altitude ()", 100), ("Altitude (yd)", nil), ("Altitude (m²)", nil),
            ("Altitude (m) (ft)", nil), ("Altitude ((ft))", nil), ("Altitude (HAE)", nil), ("Altitude (km/h)", nil),
            ("Altitude" + String(repeating: " ", count: 60) + "(ft)", nil), ("Altitude (m) MSL", 100),
            ("Elevation (MSL, ft)", 30.48), ("Altitude (MSL) ft", 30.48), ("Altitude (m) HAE", nil), ("Altitude)", 100),
        ]
        for (name, expected) in heights {
            let found = try point(name, "100")?.height.orthometric?.metres
            #expect((found ?? -1).distance(to: expected ?? -1).magnitude < 1e-9, "\(name): \(found ?? .nan)")
        }
        #expect(try point("Accuracy [ft]", "10")?.horizontalAccuracy?.value.metres == 10 * 0.3048)
        #expect(try point("vAcc (mm)", "14")?.verticalAccuracy?.value.metres == 14 * 0.001)
        #expect(try point("HAE (ft)", "10")?.height.ellipsoidal?.metres == 10 * 0.3048)
        #expect(try point("Satellites (used)", "7")?.satellitesUsed == 7)
        #expect(try point("Satellites (in view)", "7")?.satellitesUsed == nil)
    }

    @Test(
        "CSV: latitudes and longitudes in degrees, however their columns state that",
        arguments: [
            "(°)", "[ ° ]", "(º)", "(˚)", "(°N)", "(deg)", "(dd.dddddd)", "(decimal degrees)", "(WGS84, °)", "(GPS)",
            "(WGS 84) [deg]", "(°) WGS84", "(EPSG:4326)", "",
        ])
    func csvDegrees(_ remark: String) throws {
        let east = remark == "(°N)" ? "(°E)" : remark
        let text = "\"Latitude \(remark)\",\"Longitude \(east)\",Alt (m),Time (UTC),Speed (km/h)\n1,2,3,2026-05-04,4\n"
        let paths = try read(text, .csv)
        #expect(paths.map(places) == ["1.0 2.0"])
        #expect(paths.first?.points.first?.height.orthometric?.metres == 3)
        #expect(paths.first?.points.first?.time == UTCTime(iso8601: "2026-05-04T00:00:00Z", .any))
    }

    @Test("CSV: a degree sign that is not UTF-8 is one nevertheless")
    func csvLatin1() throws {
        let text = "Latitude (°);Longitude (°)\n50,5;14,25\n".unicodeScalars.map { UInt8($0.value) }
        #expect(try PathReader(.csv).read(text).map(places) == ["50.5 14.25"])
    }

    @Test("CSV: a time in another time zone than UTC is unknown")
    func csvZones() throws {
        func time(_ header: String, _ values: String) throws -> UTCTime? {
            let paths = try read("lat,lon,\(header)\n1,2,\(values)\n", .csv)
            return try #require(paths.first?.points.first).time
        }
        let noon = UTCTime(iso8601: "2026-05-04T12:00:00Z", .any)
        for name in [
            "Time (UTC) [YYYY-MM-DD hh:mm:ss]", "Time (ISO)", "Time (UTC)", "time [Z]", "Time (UTC, ISO 8601)",
            "Time (UTC+00:00)", "Date and time (GMT)",
        ] {
            #expect(try time("\"\(name)\"", "2026-05-04 12:00:00") == noon, "\(name)")
        }
        for name in ["Time (local)", "Time (UTC+2)", "Time (UTC-1)", "Time [GPST]", "Time (s)"] {
            #expect(try time("\"\(name)\"", "2026-05-04 12:00:00") == nil, "\(name)")
        }
        #expect(try time("date,time (hh:mm:ss)", "2026-05-04,12:00:00") == noon)
        #expect(try time("date,time (local)", "2026-05-04,12:00:00") == nil)
        #expect(try time("time (local),time (UTC)", "2026-05-04 14:00:00,2026-05-04 12:00:00") == noon)
    }

    @Test("GeoJSON: a property's unit in brackets is converted; a property with an unknown one is ignored")
    func propertyUnits() throws {
        let text = """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},
             "properties":{"Altitude (ft)":100,"Accuracy (yd)":5,"Time (local)":"2026-05-04T12:00:00"}}
            """
        let paths = try read(text, .geojson)
        let point = try #require(paths.first?.points.first)
        #expect(point.height.orthometric?.metres == 100 * 0.3048)
        #expect(point.horizontalAccuracy == nil && point.time == nil)
    }

    @Test("Times in the forms that files have are read, others are not")
    func times() {
        let noon = UTCTime(nanosecondsSince1970: 1_777_897_805_000_000_000)
        for text in [
            "2026-05-04T12:30:05Z", "2026-05-04 12:30:05", "2026-05-04T14:30:05.000+0200", "2026-05-04t07:00:05-05:30",
        ] {
            #expect(UTCTime(iso8601: text, .any) == noon, "\(text)")
        }
        let bad = [
            "", "12:30", "2026-02-30", "2026-05-04T24:00:00Z", "2026-05-04T12:60:00Z", "2026-05-04T12:30:60Z",
            "20260504T123005Z",
            "2026-05-04T12:30:05ZZ", "2026-05-04T12:30:05.Z", "1500-01-01", "2300-01-01", "2026-05-04T12", "٢٠٢٦-05-04",
        ]
        for text in bad { #expect(UTCTime(iso8601: text, .any) == nil, "\(text)") }
    }
}
