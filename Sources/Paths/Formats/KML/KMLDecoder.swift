// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import XMLReading

/// Decodes KML 2.x: lines, rings, tracks and points in folders of any depth, and all data of this program.
///
/// Altitudes count as heights above mean sea level if the altitude mode is `absolute`, or if no mode is given and they
/// are not 0. Views, overlays, models and links are ignored.
final class KMLDecoder: XMLSink {
    var collector: PathCollector
    var elements = XMLElements()
    var containers = [KMLContainer()]
    var placemark = KMLPlacemark()
    var geometry = KMLGeometry()
    private var scanner: CoordinateScanner?

    private static let texts: Set = ["name", "when", "value", "SimpleData", "altitudeMode", "interpolate"]

    init(_ collector: PathCollector) { self.collector = collector }

    /// Passes the paths of a file on; paths without points are omitted in other programs' files.
    ///
    /// - Throws: `PathFormatError` for invalid XML or values.
    static func decode(_ input: PathInput, _ collector: inout PathCollector) throws(PathFormatError) {
        try decode(&collector) { reader throws(PathFormatError) in try input.read(into: reader) }
    }

    /// Passes on the paths of the text that `feed` gives to the reader.
    ///
    /// - Throws: `PathFormatError` for invalid XML or values; errors of `feed`.
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

    /// Completes the paths that consist of a container's points.
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
    /// Converts the place into a point; its height is above mean sea level.
    ///
    /// - Throws: `PathFormatError` if the coordinates are out of range.
    func point() throws(PathFormatError) -> PathPoint {
        var draft = PointDraft()
        (draft.latitude, draft.longitude) = (latitude, longitude)
        if height.isFinite { draft.height.orthometric = Length(metres: height) }
        return try draft.point()
    }
}

/// The state of a `Document` or `Folder` while it is being read.
struct KMLContainer {
    var isDocument = true
    var name: String?
    /// The number of the path that contains its `Point`s; nil before the first.
    var points: Int?
    /// True if this program wrote the container or part of it.
    var isOwn = false
    /// The number of this program's path; nil until it has a point.
    var own: Int?
    /// The properties of this program's path.
    var path = ImportedPath()
}

/// The state of a `Placemark` while it is being read.
struct KMLPlacemark {
    var name: String?
    var time: UTCTime?
    /// True if the geometry only repeats other placemarks.
    var isDerived = false
    /// True if it has data in this program's schema.
    var isOwn = false
    /// Single values, which apply to the whole placemark.
    var fields: [(PointField, String)] = []
    /// The name of the current `Data`, `SimpleData` or `SimpleArrayData`.
    var dataName = ""
}

/// The state of a geometry while it is being read.
struct KMLGeometry {
    /// The largest number of places in a `gx:Track`, whose times and places are separate lists.
    static let mostPlaces = 500_000
    /// The largest number of places in a track of this program.
    static let mostOwnPlaces = 2 * KMLEncoder.longestTrack

    /// The `altitudeMode`; nil if not given.
    var mode: String?
    /// True if the tracks of a `gx:MultiTrack` are connected without gaps.
    var isInterpolated = false
    /// The number of the path that contains the completed tracks of a `gx:MultiTrack`.
    var joined: Int?
    /// The places and times of a track or of points.
    var places: [Place] = []
    var times: [UTCTime?] = []
    /// The points created from the places if this program's data follow.
    var points: [PathPoint] = []
    /// The number of values in the current array.
    var values = 0

    /// True for a line, whose places become points immediately, or one place later for a ring.
    var isStreamed = false
    var isRing = false
    var path: Int?
    var first: GeodeticPosition?
    var heldBack: PathPoint?

    /// Returns true if an altitude is a height above mean sea level.
    func takes(altitude: Double) -> Bool {
        altitude.isFinite && (mode == "absolute" || (mode == nil && altitude != 0))
    }
}
