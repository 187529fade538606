// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Encodes KML 2.2: the points as `gx:Track` with times, then the line and, from three points on, the polygon.
///
/// Altitudes are absolute heights above mean sea level (orthometric) if every point has one; otherwise all geometry is
/// clamped to the ground. Fields for which KML has no element are written to `ExtendedData`: as arrays if they vary
/// within a track, and as single values if they do not. A point without a time is a separate placemark.
struct KMLEncoder: PathEncoder {
    /// The largest number of points in a track.
    static let longestTrack = 8192
    /// The ID of the schema in `ExtendedData`.
    static let schema: StaticString = "gnss-point"

    private let path: RecordedPath
    private var outline = Outline()
    private var track: [PathPoint] = []
    private var count = 0

    init(_ path: RecordedPath) { self.path = path }

    mutating func begin(_ output: inout [UInt8]) {
        output.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\" ")
        output.put("xmlns:gx=\"http://www.google.com/kml/ext/2.2\">\n<Document>")
        output.put(element: "name", .text(path.name))
        output.put("<open>1</open><description>Altitudes are heights above mean sea level.</description>\n")
        output.put("<Style id=\"path\"><LineStyle><color>ffff3030</color><width>3</width></LineStyle>")
        output.put("<PolyStyle><color>40ff3030</color></PolyStyle></Style>\n<ExtendedData>")
        for field in PathField.allCases {
            guard let value = field.value(of: path) else { continue }
            output.put("<Data name=\"")
            output.put(field.rawValue)
            output.put("\">")
            output.put(element: "value", value)
            output.put("</Data>")
        }
        output.put("</ExtendedData>\n<Schema id=\"")
        output.put(Self.schema)
        output.put("\" name=\"point\">\n")
        for field in PointField.allCases { putDeclaration(of: field, "SimpleField", &output) }
        for field in PointField.allCases { putDeclaration(of: field, "gx:SimpleArrayField", &output) }
        output.put("</Schema>\n<Folder><name>points</name>\n")
    }

    mutating func append(_ point: PathPoint, _ output: inout [UInt8]) {
        outline.append(point, height: point.height.orthometric)
        let ends = point.beginsSegment || point.time == nil || track.count >= Self.longestTrack
        if ends { putTrack(&output) }
        if point.time == nil { putPlacemark(point, &output) } else { track.append(point) }
        count += 1
    }

    mutating func end(_ output: inout [UInt8]) {
        putTrack(&output)
        output.put("</Folder>\n")
        putLine(&output)
        if let ring = outline.ring { putPolygon(ring, &output) }
        output.put("</Document>\n</kml>\n")
    }

    private func putDeclaration(of field: PointField, _ element: StaticString, _ output: inout [UInt8]) {
        output.put("<")
        output.put(element)
        output.put(field.isNumber ? " type=\"double\" name=\"" : " type=\"string\" name=\"")
        output.put(field.rawValue)
        output.put("\"/>\n")
    }
}

// MARK: Points

extension KMLEncoder {
    private mutating func putTrack(_ output: inout [UInt8]) {
        guard let last = track.last else { return }
        let hasAltitudes = track.allSatisfy { PointField.orthometricHeight.value(of: $0) != nil }
        output.put("<Placemark><name>\(count - track.count + 1)–\(count)</name><styleUrl>#path</styleUrl>\n<gx:Track>")
        output.put(hasAltitudes ? "<altitudeMode>absolute</altitudeMode>\n" : "\n")
        for point in track {
            output.put("<when>")
            output.put(point.time ?? last.time ?? path.started, leapSecond: false)
            output.put("</when>\n")
        }
        for point in track {
            output.put("<gx:coord>")
            putPlace(of: point, separator: " ", &output)
            output.put(" ")
            output.put(hasAltitudes ? point.height.orthometric?.metres ?? 0 : 0)
            output.put("</gx:coord>\n")
        }
        putTrackData(hasAltitudes: hasAltitudes, &output)
        output.put("</gx:Track></Placemark>\n")
        track.removeAll(keepingCapacity: true)
    }

    /// Appends first the constant fields as single values and then the varying fields as arrays, without fields that
    /// have default values.
    private func putTrackData(hasAltitudes: Bool, _ output: inout [UInt8]) {
        var changing: [PointField] = []
        output.put("<ExtendedData><SchemaData schemaUrl=\"#\(Self.schema)\">\n")
        for field in PointField.allCases {
            switch field {
            case .latitude, .longitude: continue
            case .orthometricHeight where hasAltitudes: continue
            case .time where !track.contains { $0.time?.isLeapSecond == true }: continue
            case .beginsSegment:
                // A gap starts a new track, so it only concerns the first point.
                if let first = track.first, first.beginsSegment { putSimple(field, .flag(true), &output) }
            default:
                let value = track.first.flatMap(field.news)
                if changes(field) || field.origin.map(changes) == true {
                    changing.append(field)
                } else if let value {
                    putSimple(field, value, &output)
                }
            }
        }
        for field in changing { putArray(field, &output) }
        output.put("</SchemaData></ExtendedData>")
    }

    private func changes(_ field: PointField) -> Bool {
        let value = track.first.flatMap(field.news)
        return track.contains { field.news(of: $0) != value }
    }

    private func putSimple(_ field: PointField, _ value: FieldValue, _ output: inout [UInt8]) {
        output.put("<SimpleData name=\"")
        output.put(field.rawValue)
        output.put("\">")
        output.put(xml: value)
        output.put("</SimpleData>\n")
    }

    private func putArray(_ field: PointField, _ output: inout [UInt8]) {
        output.put("<gx:SimpleArrayData name=\"")
        output.put(field.rawValue)
        output.put("\">\n")
        for point in track {
            if let value = field.news(of: point) {
                output.put(element: "gx:value", value)
            } else {
                output.put("<gx:value/>")
            }
            output.append(0x0A)
        }
        output.put("</gx:SimpleArrayData>\n")
    }

    /// Appends a placemark for a point without a time.
    private func putPlacemark(_ point: PathPoint, _ output: inout [UInt8]) {
        output.put("<Placemark><name>\(count + 1)</name><ExtendedData><SchemaData schemaUrl=\"#\(Self.schema)\">")
        for field in PointField.allCases where ![.latitude, .longitude, .orthometricHeight].contains(field) {
            if let value = field.news(of: point) { putSimple(field, value, &output) }
        }
        output.put("</SchemaData></ExtendedData>\n<Point>")
        let altitude = PointField.orthometricHeight.value(of: point)
        if altitude != nil { output.put("<altitudeMode>absolute</altitudeMode>") }
        output.put("<coordinates>")
        putPlace(of: point, separator: ",", &output)
        if let altitude {
            output.put(",")
            output.put(altitude)
        }
        output.put("</coordinates></Point></Placemark>\n")
    }

    private func putPlace(of point: PathPoint, separator: StaticString, _ output: inout [UInt8]) {
        output.put(point.position.longitude.degrees)
        output.put(separator)
        output.put(point.position.latitude.degrees)
    }
}

// MARK: Line and polygon

extension KMLEncoder {
    private func putLine(_ output: inout [UInt8]) {
        let lines = outline.lines
        guard !lines.isEmpty else { return }
        beginPlacemark(&output)
        if lines.count > 1 { output.put("<MultiGeometry>") }
        for line in lines {
            output.put("<LineString>")
            putMode(&output)
            put(line, &output)
            output.put("</LineString>\n")
        }
        output.put(lines.count > 1 ? "</MultiGeometry></Placemark>\n" : "</Placemark>\n")
    }

    private func putPolygon(_ ring: ArraySlice<Place>, _ output: inout [UInt8]) {
        beginPlacemark(&output)
        output.put("<Polygon>")
        putMode(&output)
        output.put("<outerBoundaryIs><LinearRing>")
        put(ring + ring.prefix(1), &output)
        output.put("</LinearRing></outerBoundaryIs></Polygon></Placemark>\n")
    }

    /// Begins a placemark that is marked as derived from the points, so that readers do not import it as another path.
    private func beginPlacemark(_ output: inout [UInt8]) {
        output.put("<Placemark>")
        output.put(element: "name", .text(path.name))
        output.put("<styleUrl>#path</styleUrl><ExtendedData><Data name=\"derived_from\"><value>points</value></Data>")
        output.put("</ExtendedData>\n")
    }

    private func putMode(_ output: inout [UInt8]) {
        if outline.hasHeights {
            output.put("<altitudeMode>absolute</altitudeMode>")
        } else {
            output.put("<tessellate>1</tessellate>")
        }
    }

    /// Appends coordinates with nine decimals; the points themselves have full precision.
    private func put(_ places: ArraySlice<Place>, _ output: inout [UInt8]) {
        output.put("<coordinates>\n")
        for place in places {
            output.put(rounded: place.longitude)
            output.put(",")
            output.put(rounded: place.latitude)
            if outline.hasHeights {
                output.put(",")
                output.put(place.height)
            }
            output.append(0x0A)
        }
        output.put("</coordinates>")
    }
}
