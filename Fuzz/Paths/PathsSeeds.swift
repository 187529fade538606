// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Paths

/// The seeds: a path in each format, and files as other programs write them.
func seeds() -> [[UInt8]] {
    let kml = """
        <kml><Document><Folder><name>a</name><Placemark><MultiGeometry><LineString><coordinates>1,2,3 4,5</coordinates>
        </LineString><Polygon><outerBoundaryIs><LinearRing><coordinates>1,2 3,4 5,6 1,2</coordinates></LinearRing>
        </outerBoundaryIs></Polygon></MultiGeometry></Placemark><Placemark><gx:MultiTrack><gx:Track><when>2026-05-04</when>
        <gx:coord>1 2 3</gx:coord></gx:Track></gx:MultiTrack></Placemark></Folder></Document></kml>
        """
    let gpx = """
        <gpx><wpt lat="1" lon="2"/><rte><rtept lat="3" lon="4"><ele>5</ele></rtept></rte><trk><trkseg>
        <trkpt lat="5" lon="6"><time>2026-05-04T12:30:05+02:00</time></trkpt></trkseg></trk></gpx>
        """
    let geoJSON = """
        {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"MultiLineString",
        "coordinates":[[[1,2],[3,4]],[[5,6,7]]]}},{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":
        [{"type":"MultiPolygon","coordinates":[[[[1,2],[3,4],[5,6],[1,2]]]]},{"type":"Point","coordinates":[1,2]}]},
        "properties":{"name":"\\u00e9","hdop":1.5}}]}
        """
    let csv = "date;time;lat;lon;alt\n2026-05-04;12:30:05;1,5;\"2,5\";300\n"
    let foreign: [(PathFormat, String)] = [(.kml, kml), (.gpx, gpx), (.geojson, geoJSON), (.csv, csv)]
    return PathFormat.allCases.map { marked(own($0), $0) } + foreign.map { marked(Array($1.utf8), $0) }
}

/// Appends the byte that selects the format.
private func marked(_ bytes: [UInt8], _ format: PathFormat) -> [UInt8] {
    bytes + [UInt8(PathFormat.allCases.firstIndex(of: format) ?? 0)]
}

private func own(_ format: PathFormat) -> [UInt8] {
    let time = UTCTime(nanosecondsSince1970: 1_483_228_800_500_000_000, isLeapSecond: true)
    let points = [(50.0, 179.5), (50.5, -179.5), (51, 180)].compactMap { latitude, longitude -> PathPoint? in
        let place = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
        return place.map { PathPoint($0) }
    }
    var full = points
    for index in full.indices.dropLast() {
        full[index].height = Height(orthometric: Length(metres: 300), geoidSeparation: Length(metres: 48))
        (full[index].time, full[index].beginsSegment, full[index].receiver) = (time, index == 1, "rover")
        (full[index].quality, full[index].dop.hdop, full[index].satellitesUsed) = (.rtkFixed, 0.8, 12)
        full[index].horizontalAccuracy = Accuracy(Length(metres: 0.1), origin: .errorStatistics)
        (full[index].authentication, full[index].origin) = (.authenticated, .centroid)
    }
    var bytes: [UInt8] = []
    var writer = PathWriter(RecordedPath(id: 1, name: "a", user: "local", started: time), as: format)
    writer.append(full, to: &bytes)
    do { try writer.finish(to: &bytes) } catch { return [] }
    return bytes
}
