// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Wire

/// Encodes GeoJSON (RFC 7946): a feature for each point, then the line and, from three points on, the polygon.
///
/// A third coordinate is the height above the ellipsoid, as the standard defines it. Points have full precision. Lines
/// and polygons have 9 decimals and are cut at the antimeridian (section 3.1.9); rings are counter-clockwise (section
/// 3.1.6).
struct GeoJSONEncoder: PathEncoder {
    private let path: RecordedPath
    private var outline = Outline()

    init(_ path: RecordedPath) { self.path = path }

    mutating func begin(_ output: inout [UInt8]) { output.put("{\"type\":\"FeatureCollection\",\"features\":[\n") }

    mutating func append(_ point: PathPoint, _ output: inout [UInt8]) {
        outline.append(point, height: point.height.ellipsoidal)
        var writer = FieldWriter()
        writer.beginFeature(geometry: "Point")
        writer.name("coordinates")
        writer.beginArray()
        writer.real(point.position.longitude.degrees)
        writer.real(point.position.latitude.degrees)
        if let height = PointField.ellipsoidalHeight.value(of: point) { writer.value(height) }
        writer.endArray()
        writer.beginProperties()
        for field in PointField.allCases where ![.latitude, .longitude, .ellipsoidalHeight].contains(field) {
            guard let value = field.news(of: point) else { continue }
            writer.name(field.rawValue)
            writer.value(value)
        }
        writer.endFeature()
        writer.drain(into: &output)
        output.put(",\n")
    }

    mutating func end(_ output: inout [UInt8]) {
        putLine(&output)
        if let ring = outline.ring {
            output.put(",\n")
            putPolygon(Antimeridian.cut(ring: ring), &output)
        }
        output.put("\n]}\n")
    }

    private func putLine(_ output: inout [UInt8]) {
        let lines = outline.lines.flatMap { Antimeridian.cut(line: $0) }
        beginDerived(&output)
        switch lines.count {
        case 0: output.put("null")
        case 1:
            output.put("{\"type\":\"LineString\",\"coordinates\":")
            put(lines[0], &output)
            output.put("}")
        default:
            output.put("{\"type\":\"MultiLineString\",\"coordinates\":")
            output.putList(lines) { put($0, &$1) }
            output.put("}")
        }
        output.put("}")
    }

    private func putPolygon(_ rings: [[Place]], _ output: inout [UInt8]) {
        beginDerived(&output)
        switch rings.count {
        case 0: output.put("null")
        case 1:
            output.put("{\"type\":\"Polygon\",\"coordinates\":[")
            put(rings[0], &output)
            output.put("]}")
        default:
            output.put("{\"type\":\"MultiPolygon\",\"coordinates\":")
            output.putList(rings) { ring, output in
                output.put("[")
                put(ring, &output)
                output.put("]")
            }
            output.put("}")
        }
        output.put("}")
    }

    private func put(_ places: some Sequence<Place>, _ output: inout [UInt8]) {
        output.putList(places) { place, output in
            output.put("[")
            output.put(rounded: place.longitude)
            output.put(",")
            output.put(rounded: place.latitude)
            if outline.hasHeights {
                output.put(",")
                output.put(place.height)
            }
            output.put("]")
        }
    }

    /// Begins a feature with the properties of the whole path. `derived_from` tells readers that the points contain all
    /// the data. It precedes the geometry, so that a reader can skip the geometry.
    private func beginDerived(_ output: inout [UInt8]) {
        var writer = FieldWriter()
        writer.beginObject()
        writer.name("name")
        writer.text(path.name)
        writer.name("derived_from")
        writer.text("points")
        for field in PathField.allCases {
            guard let value = field.value(of: path) else { continue }
            writer.name(field.rawValue)
            writer.value(value)
        }
        writer.endObject()
        output.put("{\"type\":\"Feature\",\"properties\":")
        writer.drain(into: &output)
        output.put(",\"geometry\":")
    }
}

extension FieldWriter {
    fileprivate mutating func beginFeature(geometry: StaticString) {
        beginObject()
        name("type")
        text("Feature" as StaticString)
        name("geometry")
        beginObject()
        name("type")
        text(geometry)
    }

    /// Ends the geometry and begins the properties.
    fileprivate mutating func beginProperties() {
        endObject()
        name("properties")
        beginObject()
    }

    fileprivate mutating func endFeature() {
        endObject()
        endObject()
    }

    fileprivate mutating func value(_ value: FieldValue) {
        switch value {
        case .number(let number): real(number)
        case .count(let count): integer(count)
        case .word(let text), .text(let text): self.text(text)
        case .flag(let flag): self.flag(flag)
        case .time(let time):
            var bytes: [UInt8] = []
            bytes.put(time)
            ascii(bytes.span)
        }
    }
}

extension [UInt8] {
    /// Appends a list such as `[a,b]`.
    fileprivate mutating func putList<S: Sequence>(_ items: S, _ put: (S.Element, inout [UInt8]) -> Void) {
        append(UInt8(ascii: "["))
        var isFirst = true
        for item in items {
            if !isFirst { append(UInt8(ascii: ",")) }
            isFirst = false
            put(item, &self)
        }
        append(UInt8(ascii: "]"))
    }
}
