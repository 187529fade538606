// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import XMLReading

/// Reads KML 2.x: lines, rings, tracks and points, in folders of any depth; of this program's own files all of it.
///
/// Altitudes are taken as heights above mean sea level where the mode is `absolute`, and where no mode is stated and they
/// are not 0. Views, overlays, models and links are left out.
final class KMLDecoder: XMLSink {
    var collector: PathCollector
    var elements = XMLElements()
    var containers = [KMLContainer()]
    var placemark = KMLPlacemark()
    var geometry = KMLGeometry()
    private var scanner: CoordinateScanner?

    private static let texts: Set = ["name", "when", "value", "SimpleData", "altitudeMode", "interpolate"]

    init(_ collector: PathCollector) { self.collector = collector }

    /// Hands on the paths of a file, none where there is no point.
    static func decode(_ input: PathInput, _ collector: inout PathCollector) throws(PathFormatError) {
        try decode(&collector) { reader throws(PathFormatError) in try input.read(into: reader) }
    }

    /// Hands on the paths of what `feed` gives to the reader.
    static func decode(
        _ collector: inout PathCollector, _ feed: (XMLReader) throws(PathFormatError) -> Void
    ) throws(PathFormatError) {
        let decoder = KMLDecoder(collector)
        let depth = collector.limits.depth
        try feed(try PathFormatError.reading { () throws(XMLError) in try XMLReader(decoder, depth: depth) })
        while let container = decoder.containers.popLast() { try decoder.end(container) }
        collector = decoder.collector
    }

    func begin(_ name: String, _ attributes: XMLAttributes) throws(PathFormatError) {
        let local = XMLElements.local(name)
        elements.begin(name, keepsText: Self.texts.contains(local))
        switch local {
        case _ where elements.names.count == 1 && local == "kml": break
        case "Document", "Folder": containers.append(KMLContainer(isDocument: local == "Document"))
        case "Placemark": placemark = KMLPlacemark()
        case _ where elements.names.count == 1:
            throw PathFormatError("the outermost element is \(PathFormatError.quoted(name)), expected \"kml\"")
        case "Data", "SimpleData", "SimpleArrayData", "SchemaData": try beginData(local, attributes)
        case "LineString", "LinearRing", "Polygon", "Point", "Track", "MultiTrack": beginGeometry(local)
        case "coordinates" where ["LineString", "LinearRing", "Point"].contains(elements.parent):
            scanner = placemark.isDerived ? nil : CoordinateScanner(separator: ",")
        case "coord" where elements.parent == "Track":
            scanner = placemark.isDerived ? nil : CoordinateScanner(separator: " ")
        default: break
        }
    }

    func text(_ piece: UnsafeBufferPointer<UInt8>) throws(PathFormatError) {
        try elements.keep(piece)
        try scanner?.read(piece, found)
    }

    func end() throws(PathFormatError) {
        let (name, parent) = (elements.last, elements.parent)
        let text = elements.end()
        switch name {
        case "name": setName(text?.trimmedName, of: parent)
        case "coordinates", "coord":
            try scanner?.end(found)
            scanner = nil
        case "when": try endWhen(text?.trimmedName ?? "", of: parent)
        case "altitudeMode": geometry.mode = text?.trimmedName
        case "interpolate": geometry.isInterpolated = ["1", "true"].contains(text?.trimmedName)
        case "value", "SimpleData": try endValue(name, text ?? "", of: parent)
        case "LineString", "LinearRing", "Point", "Track", "MultiTrack": try endGeometry(name)
        case "Document", "Folder": if containers.count > 1, let container = containers.popLast() { try end(container) }
        default: break
        }
    }

    private func setName(_ name: String?, of parent: String) {
        switch parent {
        case "Document", "Folder": containers[containers.count - 1].name = name
        case "Placemark": placemark.name = name
        default: break
        }
    }

    private func found(_ place: Place) throws(PathFormatError) {
        var place = place
        if !geometry.takes(altitude: place.height) { place.height = .nan }
        let point = try place.point()
        try collector.count()
        if geometry.isStreamed { return try stream(point) }
        guard geometry.places.count < KMLGeometry.mostPlaces else {
            throw PathFormatError(
                "a gx:Track has more than \(KMLGeometry.mostPlaces) coordinates, which is the limit")
        }
        geometry.places.append(place)
    }

    /// Ends what a container has of points.
    private func end(_ container: KMLContainer) throws(PathFormatError) {
        var container = container
        if container.isOwn {
            var path = container.path
            path.name = container.name
            try collector.end(try collector.number(&container.own), path)
        }
        if let points = container.points { try collector.end(points, ImportedPath(name: container.name)) }
    }
}

extension Place {
    /// The point of a path that is there; its height is above mean sea level.
    ///
    /// - Throws: where the place is not on Earth.
    func point() throws(PathFormatError) -> PathPoint {
        var draft = PointDraft()
        (draft.latitude, draft.longitude) = (latitude, longitude)
        if height.isFinite { draft.height.orthometric = Length(metres: height) }
        return try draft.point()
    }
}

/// What is gathered in a `Document` or `Folder`.
struct KMLContainer {
    var isDocument = true
    var name: String?
    /// The path that its `Point`s are.
    var points: Int?
    /// It is, or holds, what this program wrote.
    var isOwn = false
    /// The number of that path, once it has a point.
    var own: Int?
    /// What is known of that path as a whole.
    var path = ImportedPath()
}

/// What is known of a `Placemark` before its geometry.
struct KMLPlacemark {
    var name: String?
    var time: UTCTime?
    /// Its geometry says what other placemarks say already.
    var isDerived = false
    /// It has data in this program's own schema.
    var isOwn = false
    /// What stands there once.
    var fields: [(PointField, String)] = []
    /// The name of the `Data`, `SimpleData` or `SimpleArrayData` that is read.
    var dataName = ""
}

/// A geometry while it is read.
struct KMLGeometry {
    /// The most places of a `gx:Track`, whose times and places stand in lists one behind the other.
    static let mostPlaces = 500_000
    /// The most places of a track that this program wrote.
    static let mostOwnPlaces = 2 * KMLEncoder.longestTrack

    /// The `altitudeMode`, nil where none is stated.
    var mode: String?
    /// The tracks of a `gx:MultiTrack` are joined.
    var isInterpolated = false
    /// The path of the tracks of a `gx:MultiTrack` that have ended.
    var joined: Int?
    /// The places and times of a track, or of points.
    var places: [Place] = []
    var times: [UTCTime?] = []
    /// The same where this program's own data stand behind them.
    var points: [PathPoint] = []
    /// How many values of an array there were.
    var values = 0

    /// A line: its places become points as they are read, those of a ring one later.
    var isStreamed = false
    var isRing = false
    var path: Int?
    var first: GeodeticPosition?
    var heldBack: PathPoint?

    /// Whether an altitude is one above mean sea level.
    func takes(altitude: Double) -> Bool {
        altitude.isFinite && (mode == "absolute" || (mode == nil && altitude != 0))
    }
}
