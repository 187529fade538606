// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Reads GeoJSON (RFC 7946): a collection of features, a feature or a geometry; of this program's own files all of it.
///
/// A third coordinate is a height above the ellipsoid, as the standard has it.
struct GeoJSONDecoder {
    private var collector: PathCollector
    /// All `Point`s.
    private var points = ImportedPath()
    /// A feature made of the points was there: they are a path of this program.
    private var isOwn = false
    /// The feature that is being read says what the points say: its coordinates are not needed.
    private var isDerived = false

    /// An object of the file.
    private struct Node {
        var type: String?
        var coordinates: GeoJSONCoordinates?
        var geometries: [Node] = []
        var properties: [(name: String, value: String)] = []
    }

    /// The paths of a file, none where there is no point.
    static func decode(_ bytes: [UInt8], _ limits: PathReader.Limits) throws(PathFormatError) -> [ImportedPath] {
        var decoder = GeoJSONDecoder(collector: PathCollector(limits))
        var reader = JSONReader(bytes, depth: limits.depth)
        let root = try decoder.node(&reader)
        try reader.end()
        let types = ["FeatureCollection", "Feature", "GeometryCollection"] + Self.geometries.keys.sorted()
        guard let type = root.type, types.contains(type) else {
            let found = root.type.map { "type \(PathFormatError.quoted($0))" } ?? "no type"
            throw PathFormatError("no GeoJSON: \(found), expected one of \(types.joined(separator: ", "))")
        }
        if type != "FeatureCollection" { try decoder.add(feature: root, reader) }
        if decoder.isOwn || !decoder.points.points.isEmpty { try decoder.collector.add(decoder.points) }
        return decoder.collector.paths
    }

    /// How deep the positions of a geometry are.
    private static let geometries = [
        "Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2, "MultiPolygon": 3,
    ]

    private mutating func node(_ reader: inout JSONReader) throws(PathFormatError) -> Node {
        var node = Node()
        try reader.object { (name: String, reader: inout JSONReader) throws(PathFormatError) in
            try read(name, into: &node, &reader)
        }
        return node
    }

    private mutating func read(
        _ name: String, into node: inout Node, _ reader: inout JSONReader
    ) throws(PathFormatError) {
        switch (name, reader.next()) {
        case ("type", _): node.type = try reader.scalar()
        case ("coordinates", UInt8(ascii: "[")) where !isDerived:
            node.coordinates = try GeoJSONCoordinates(&reader, &collector)
        case ("geometry", UInt8(ascii: "{")): node.geometries = [try self.node(&reader)]
        case ("geometries", UInt8(ascii: "[")):
            try reader.array { (reader: inout JSONReader) throws(PathFormatError) in
                let geometry = try self.node(&reader)
                guard node.geometries.count < collector.limits.paths else {
                    throw reader.failure("more than \(collector.limits.paths) geometries, the most that are read")
                }
                node.geometries.append(geometry)
            }
        case ("features", UInt8(ascii: "[")):
            try reader.array { (reader: inout JSONReader) throws(PathFormatError) in
                isDerived = false
                let feature = try self.node(&reader)
                try add(feature: feature, reader)
            }
        case ("properties", UInt8(ascii: "{")):
            node.properties = try Self.properties(&reader)
            isDerived = isDerived || Self.isDerived(node)
        default: try reader.skip()
        }
    }

    /// Those of the names that are of use.
    private static func properties(_ reader: inout JSONReader) throws(PathFormatError) -> [(String, String)] {
        var properties: [(String, String)] = []
        try reader.object { (name: String, reader: inout JSONReader) throws(PathFormatError) in
            let value = try reader.scalar()
            let isKnown = ["name", "title", "derived_from"].contains(name) || PathField(rawValue: name) != nil
            guard let value, properties.count < 64, isKnown || PointField(usualName: name) != nil else { return }
            properties.append((name, value))
        }
        return properties
    }
}

extension GeoJSONDecoder {
    /// Adds what a feature, or a geometry in the place of one, has.
    private mutating func add(feature: Node, _ reader: JSONReader) throws(PathFormatError) {
        let name = feature.properties.first { $0.name == "name" } ?? feature.properties.first { $0.name == "title" }
        if Self.isDerived(feature) {
            isOwn = true
            points.name = name?.value.trimmedName
            for (name, value) in feature.properties { PathField(rawValue: name).map { points.set($0, value) } }
            return
        }
        do { try add(feature, name?.value.trimmedName, feature.properties) } catch {
            throw error.line == nil ? reader.failure(error.reason) : error
        }
    }

    private static func isDerived(_ feature: Node) -> Bool {
        feature.properties.contains { $0.name == "derived_from" && $0.value == "points" }
    }

    private mutating func add(
        _ node: Node, _ name: String?, _ properties: [(name: String, value: String)]
    ) throws(PathFormatError) {
        for geometry in node.geometries { try add(geometry, name, properties) }
        guard let type = node.type, let depth = Self.geometries[type], let coordinates = node.coordinates else {
            return
        }
        guard let found = coordinates.depth else { return }
        guard found == depth else {
            throw PathFormatError(
                "coordinates of a \(type) whose positions are \(found) arrays deep, expected \(depth)")
        }
        switch type {
        case "Point": for place in coordinates.places { points.points.append(try point(place, properties)) }
        case "MultiLineString": try add(coordinates.lines, name)
        case "MultiPoint", "LineString": try add([coordinates.places[...]], name)
        default:
            for ring in coordinates.lines {
                let isClosed = ring.count > 1 && ring.first.map { ring.last?.isAt($0) == true } ?? false
                try add([isClosed ? ring.dropLast() : ring], name)
            }
        }
    }

    private mutating func add(_ lines: [ArraySlice<Place>], _ name: String?) throws(PathFormatError) {
        var path = ImportedPath(name: name)
        for line in lines {
            for (number, place) in line.enumerated() {
                var point = try point(place, [])
                point.beginsSegment = number == 0 && !path.points.isEmpty
                path.points.append(point)
            }
        }
        if !path.points.isEmpty { try collector.add(path) }
    }

    private func point(
        _ place: Place, _ properties: [(name: String, value: String)]
    ) throws(PathFormatError) -> PathPoint {
        var draft = PointDraft()
        if place.height.isFinite { draft.height.ellipsoidal = Length(metres: place.height) }
        for (name, value) in properties {
            guard let field = PointField(usualName: name), field != .latitude, field != .longitude else { continue }
            do { try draft.set(field, value) } catch {
                // Names such as «origin» and «time» are in use for other things elsewhere.
                if field.rawValue == name, name.contains("_") { throw error }
            }
        }
        (draft.longitude, draft.latitude) = (place.longitude, place.latitude)
        return try draft.point()
    }
}
