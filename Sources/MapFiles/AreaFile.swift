// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import GNSSTypes

/// The areas, lines and points of a GeoJSON file (RFC 7946), reduced to their geometries and names.
struct AreaFile {
    /// The maximum size of a file in bytes.
    static let sizeLimit = 8 << 20
    /// The maximum total number of points in all geometries; areas that would exceed it are omitted.
    static let placeLimit = 100_000
    static let areaLimit = 5000
    /// The maximum number of arrays and objects in a file, of which each place is one. Decoding more would take many
    /// seconds and hundreds of MiB, for a file of which little could be shown.
    static let nodeLimit = 3 * placeLimit

    enum Failure: Error {
        case notGeoJSON(String)
        /// A coordinate is outside the range of longitude or latitude.
        case notDegrees
        /// There are more arrays and objects than `nodeLimit`.
        case tooManyNodes
    }

    /// The reduced file.
    let json: [UInt8]
    let count: Int
    /// The number of features that were omitted, because there are too many or because their geometry cannot be shown.
    let leftOut: Int

    /// - Throws: `Failure`.
    init(_ bytes: [UInt8]) throws(Failure) {
        // Texts that contain brackets count too: they are few beside the coordinates.
        let nodes = bytes.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
        guard nodes <= Self.nodeLimit else { throw .tooManyNodes }
        let file: GeoFile
        do {
            file = try JSONDecoder().decode(GeoFile.self, from: Data(bytes))
        } catch let failure as Failure {
            throw failure
        } catch DecodingError.dataCorrupted(let context) {
            // The decoder does not say which number it cannot read.
            let number = Self.unreadableNumber(in: bytes)
            throw .notGeoJSON(number.map { "the number \($0) is too large or too small" } ?? context.debugDescription)
        } catch {
            throw .notGeoJSON("it is not a FeatureCollection, Feature or geometry with coordinates")
        }
        guard file.isInDegrees else { throw .notDegrees }
        var features: [GeoFeature] = []
        var places = 0
        for feature in file.features.compactMap(\.self) {
            places += feature.geometry.placeCount
            if places > Self.placeLimit || features.count >= Self.areaLimit { break }
            features.append(feature)
        }
        guard features.allSatisfy(\.geometry.isInDegrees) else { throw .notDegrees }
        (count, leftOut) = (features.count, file.features.count - features.count)
        do {
            json = Array(try JSONEncoder().encode(GeoCollection(features: features)))
        } catch {
            throw .notGeoJSON("\(error)")
        }
    }

    /// The first number of a JSON text that is beyond the range of `Double`, cut to 40 characters; nil if all are
    /// within it.
    private static func unreadableNumber(in bytes: [UInt8]) -> String? {
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        var rest = bytes[...]
        while let first = rest.first {
            let token = rest.prefix { "0123456789+-.eE".utf8.contains($0) }
            rest = rest.dropFirst(max(token.count, 1))
            if first == quote {
                while let byte = rest.popFirst(), byte != quote {
                    if byte == backslash { rest = rest.dropFirst() }
                }
            } else if let number = Double(String(decoding: token, as: UTF8.self)) {
                let digits = token.prefix { $0 | 0x20 != UInt8(ascii: "e") }
                let isZero = digits.allSatisfy { !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
                if !number.isFinite || (number == 0) != isZero {
                    return String(decoding: token.prefix(40), as: UTF8.self)
                }
            }
        }
        return nil
    }
}

/// A FeatureCollection, a Feature or a geometry. A feature without a geometry that can be shown is nil.
private struct GeoFile: Decodable {
    let features: [GeoFeature?]
    let isInDegrees: Bool

    private enum Keys: String, CodingKey { case type, features, crs }
    private struct System: Decodable {
        struct Properties: Decodable { let name: String? }
        let properties: Properties?
    }
    /// A feature that is skipped if it is damaged.
    private struct Tolerant: Decodable {
        let feature: GeoFeature?
        init(from decoder: any Decoder) throws { feature = try? GeoFeature(from: decoder) }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        // Files that predate RFC 7946 may state another reference system.
        let name = (try? container.decodeIfPresent(System.self, forKey: .crs))??.properties?.name
        isInDegrees = name.map(GeoJSONReferenceSystem.isWGS84) ?? true
        switch try container.decode(String.self, forKey: .type) {
        case "FeatureCollection":
            features = try container.decode([Tolerant].self, forKey: .features).map(\.feature)
            if !features.isEmpty, features.allSatisfy({ $0 == nil }) {
                // The first feature throws the reason why it cannot be shown.
                var list = try container.nestedUnkeyedContainer(forKey: .features)
                _ = try list.decode(GeoFeature.self)
            }
        case "Feature": features = [try GeoFeature(from: decoder)]
        default: features = [GeoFeature(name: nil, geometry: try GeoGeometry(from: decoder))]
        }
    }
}

private struct GeoCollection: Encodable {
    var type = "FeatureCollection"
    let features: [GeoFeature]
}

private struct GeoFeature: Codable {
    let name: String?
    let geometry: GeoGeometry

    private enum Keys: String, CodingKey { case type, geometry, properties, name }
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
    /// The properties that may name an area, in order of preference.
    private static let names = ["name", "Name", "NAME", "title", "label", "parcel", "id", "ID"]

    init(name: String?, geometry: GeoGeometry) { (self.name, self.geometry) = (name, geometry) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        geometry = try container.decode(GeoGeometry.self, forKey: .geometry)
        let properties = try? container.nestedContainer(keyedBy: AnyKey.self, forKey: .properties)
        name = Self.names.lazy.compactMap { name -> String? in
            let key = AnyKey(stringValue: name)
            if let text = try? properties?.decode(String.self, forKey: key) { return text }
            return (try? properties?.decode(Int.self, forKey: key)).map(String.init)
        }.first { !$0.isEmpty }.map { String(decoding: $0.utf8.prefix(200), as: UTF8.self) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode("Feature", forKey: .type)
        try container.encode(geometry, forKey: .geometry)
        try container.encode(["name": name].compactMapValues(\.self), forKey: .properties)
    }
}

/// A geometry, with longitude and latitude only.
private enum GeoGeometry: Codable {
    case points([[Double]])
    case lines([[[Double]]])
    case polygons([[[[Double]]]])

    private enum Keys: String, CodingKey { case type, coordinates }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        func coordinates<Value: Decodable>() throws -> Value { try container.decode(Value.self, forKey: .coordinates) }
        switch try container.decode(String.self, forKey: .type) {
        case "Point": self = .points([try Self.place(coordinates())])
        case "MultiPoint": self = .points(try Self.line(coordinates()))
        case "LineString": self = .lines([try Self.line(coordinates())])
        case "MultiLineString": self = .lines(try (coordinates() as [[[Double]]]).map(Self.line))
        case "Polygon": self = .polygons([try (coordinates() as [[[Double]]]).map(Self.line)])
        case "MultiPolygon":
            self = .polygons(try (coordinates() as [[[[Double]]]]).map { try $0.map(Self.line) })
        case let type:
            throw AreaFile.Failure.notGeoJSON("the geometry \"\(type.prefix(40))\" cannot be shown")
        }
    }

    private static func place(_ numbers: [Double]) throws -> [Double] {
        guard numbers.count >= 2 else { throw AreaFile.Failure.notGeoJSON("a place has fewer than 2 numbers") }
        return [numbers[0], numbers[1]]
    }

    private static func line(_ places: [[Double]]) throws -> [[Double]] { try places.map(place) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        switch self {
        case .points(let places):
            try container.encode("MultiPoint", forKey: .type)
            try container.encode(places, forKey: .coordinates)
        case .lines(let lines):
            try container.encode("MultiLineString", forKey: .type)
            try container.encode(lines, forKey: .coordinates)
        case .polygons(let polygons):
            try container.encode("MultiPolygon", forKey: .type)
            try container.encode(polygons, forKey: .coordinates)
        }
    }

    private var places: [[Double]] {
        switch self {
        case .points(let places): places
        case .lines(let lines): lines.flatMap(\.self)
        case .polygons(let polygons): polygons.flatMap { $0.flatMap(\.self) }
        }
    }

    var placeCount: Int { places.count }

    var isInDegrees: Bool { places.allSatisfy { abs($0[0]) <= 180 && abs($0[1]) <= 90 } }
}
