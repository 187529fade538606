// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Decodes GeoJSON (RFC 7946): a feature collection, a feature or a geometry, and all properties of this program.
///
/// A third coordinate is the height above the ellipsoid, as the standard defines it.
struct GeoJSONDecoder {
    private var collector: PathCollector
    /// The path that contains all `Point`s, and its properties.
    private var points: Int?
    private var pointsPath = ImportedPath()
    /// True if the file has a feature derived from the points, which marks it as this program's.
    private var isOwn = false
    /// The number of positions in all geometries and features that are being read, which may be nested.
    private var held = 0

    /// A feature while it is being read, or a geometry in place of one.
    private struct Feature {
        var properties: [(name: String, value: String)] = []
        /// True if the feature only repeats the points, so that its coordinates are not needed.
        var isDerived = false
        /// The number of geometries in its collections.
        var geometries = 0
        /// The positions of its `Point`s.
        var places: [Place] = []
        /// The paths that wait for the feature's name.
        var paths: [Int] = []
    }

    /// A JSON object of the file.
    private struct Node {
        /// True for the feature itself, false for a geometry in it.
        var isFeature = false
        var type: String?
        /// Coordinates that came before the type.
        var held: GeoJSONCoordinates?
    }

    /// Passes the paths of a file on; paths without points are omitted in other programs' files.
    ///
    /// - Throws: `PathFormatError` for invalid JSON or values.
    static func decode(_ input: PathInput, _ collector: inout PathCollector) throws(PathFormatError) {
        var decoder = GeoJSONDecoder(collector: collector)
        try decoder.read(input)
        collector = decoder.collector
    }

    private mutating func read(_ input: PathInput) throws(PathFormatError) {
        var reader = try JSONReader(input, depth: collector.limits.depth)
        var feature = Feature()
        let root = try node(&reader, &feature, isFeature: true)
        try reader.end()
        let types = ["FeatureCollection", "Feature", "GeometryCollection"] + GeoJSONCoordinates.types
        guard let type = root.type, types.contains(type) else {
            let found = root.type.map { "type \(PathFormatError.quoted($0))" } ?? "the object has no type"
            throw PathFormatError("not GeoJSON: \(found), expected one of \(types.joined(separator: ", "))")
        }
        if type == "FeatureCollection" {
            for path in feature.paths { collector.drop(path) }
        } else {
            try end(feature, reader)
        }
        if isOwn || points != nil { try collector.end(try collector.number(&points), pointsPath) }
    }

    private mutating func node(
        _ reader: inout JSONReader, _ feature: inout Feature, isFeature: Bool = false
    ) throws(PathFormatError) -> Node {
        var node = Node(isFeature: isFeature)
        try reader.object { (name: String, reader: inout JSONReader) throws(PathFormatError) in
            try read(name, into: &node, &feature, &reader)
        }
        if let early = release(&node), let type = node.type,
            var coordinates = GeoJSONCoordinates(type: type, room: 0)
        {
            do { try coordinates.replay(early, &collector) } catch { throw reader.failure(error.reason) }
            try add(coordinates, to: &feature, reader)
        }
        return node
    }

    private mutating func read(
        _ name: String, into node: inout Node, _ feature: inout Feature, _ reader: inout JSONReader
    ) throws(PathFormatError) {
        switch (name, try reader.next()) {
        case ("type", _): node.type = try reader.scalar()
        case ("coordinates", UInt8(ascii: "[")) where !feature.isDerived:
            if node.type == nil { release(&node) }
            guard var coordinates = GeoJSONCoordinates(type: node.type, room: collector.limits.held - held) else {
                return try reader.skip()
            }
            try coordinates.read(&reader, &collector)
            guard node.type == nil else { return try add(coordinates, to: &feature, reader) }
            held += coordinates.places.count
            node.held = coordinates
        case ("geometry", UInt8(ascii: "{")): _ = try self.node(&reader, &feature)
        case ("geometries", UInt8(ascii: "[")):
            try reader.array { (reader: inout JSONReader) throws(PathFormatError) in
                feature.geometries += 1
                guard feature.geometries <= collector.limits.paths else {
                    throw reader.failure(
                        "the file has more than \(collector.limits.paths) geometries, which is the limit")
                }
                _ = try self.node(&reader, &feature)
            }
        case ("features", UInt8(ascii: "[")):
            try reader.array { (reader: inout JSONReader) throws(PathFormatError) in
                var next = Feature()
                _ = try self.node(&reader, &next, isFeature: true)
                try end(next, reader)
            }
        case ("properties", UInt8(ascii: "{")):
            let properties = try Self.properties(&reader)
            feature.isDerived = feature.isDerived || Self.isDerived(properties)
            if node.isFeature { feature.properties = properties }
        case ("crs", UInt8(ascii: "{")): try Self.checkSystem(&reader)
        default: try reader.skip()
        }
    }

    /// Removes the coordinates that wait for a geometry's type.
    @discardableResult
    private mutating func release(_ node: inout Node) -> GeoJSONCoordinates? {
        let early = node.held
        held -= early?.places.count ?? 0
        node.held = nil
        return early
    }

    /// Reads a `crs`, which files that predate RFC 7946 may contain. A system without a name counts as WGS 84.
    private static func checkSystem(_ reader: inout JSONReader) throws(PathFormatError) {
        try reader.object { (name: String, reader: inout JSONReader) throws(PathFormatError) in
            guard name == "properties", try reader.next() == UInt8(ascii: "{") else { return try reader.skip() }
            try reader.object { (name: String, reader: inout JSONReader) throws(PathFormatError) in
                guard name == "name", try reader.next() == UInt8(ascii: "\"") else { return try reader.skip() }
                let system = try reader.string()
                guard GeoJSONReferenceSystem.isWGS84(system) else {
                    throw reader.failure(
                        "the file has coordinates that are not degrees of WGS 84 (crs \(PathFormatError.quoted(system))); "
                            + "convert the file to WGS 84 (EPSG:4326)")
                }
            }
        }
    }

    /// Reads the properties with known names.
    private static func properties(_ reader: inout JSONReader) throws(PathFormatError) -> [(String, String)] {
        var properties: [(String, String)] = []
        try reader.object { (name: String, reader: inout JSONReader) throws(PathFormatError) in
            let isKnown = ["name", "title", "derived_from"].contains(name) || PathField(rawValue: name) != nil
            guard isKnown || FieldName(name)?.factor != nil else { return try reader.skip() }
            guard let value = try reader.scalar(), properties.count < 64 else { return }
            properties.append((name, value.shortened))
        }
        return properties
    }

    private static func isDerived(_ properties: [(name: String, value: String)]) -> Bool {
        properties.contains { $0.name == "derived_from" && $0.value == "points" }
    }
}

extension GeoJSONDecoder {
    /// Keeps the points and paths of a geometry until its feature ends.
    private mutating func add(
        _ coordinates: GeoJSONCoordinates, to feature: inout Feature, _ reader: JSONReader
    ) throws(PathFormatError) {
        feature.paths += coordinates.complete
        guard held + coordinates.places.count <= collector.limits.held else {
            throw reader.failure(
                "a feature has more than \(collector.limits.held - held + feature.places.count) Points, which is the limit"
            )
        }
        held += coordinates.places.count
        feature.places += coordinates.places
    }

    /// Completes the paths of a feature, whose name is known now.
    private mutating func end(_ feature: Feature, _ reader: JSONReader) throws(PathFormatError) {
        held -= feature.places.count
        let properties = feature.properties
        let named = properties.first { $0.name == "name" } ?? properties.first { $0.name == "title" }
        let name = named?.value.trimmedName
        guard !feature.isDerived else {
            isOwn = true
            pointsPath.name = name
            for (name, value) in properties { PathField(rawValue: name).map { pointsPath.set($0, value) } }
            for path in feature.paths { collector.drop(path) }
            return
        }
        do throws(PathFormatError) {
            for place in feature.places {
                try collector.append(try Self.point(place, properties), to: try collector.number(&points))
            }
        } catch { throw error.line == nil ? reader.failure(error.reason) : error }
        for path in feature.paths { try collector.end(path, ImportedPath(name: name)) }
    }

    private static func point(
        _ place: Place, _ properties: [(name: String, value: String)]
    ) throws(PathFormatError) -> PathPoint {
        var draft = PointDraft()
        if place.height.isFinite { draft.height.ellipsoidal = Length(metres: place.height) }
        for (name, value) in properties {
            guard let known = FieldName(name), let factor = known.factor else { continue }
            let field = known.field
            guard field != .latitude, field != .longitude else { continue }
            do { try draft.set(field, value, factor: factor) } catch {
                // Other programs use names such as "origin" and "time" for other content, so only names with an
                // underscore must be valid.
                if field.rawValue == name, name.contains("_") { throw error }
            }
        }
        (draft.longitude, draft.latitude) = (place.longitude, place.latitude)
        return try draft.point()
    }
}
