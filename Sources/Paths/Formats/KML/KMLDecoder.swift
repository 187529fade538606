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

    init(_ limits: PathReader.Limits) { collector = PathCollector(limits) }

    /// The paths of a file, none where there is no point.
    static func decode(_ bytes: [UInt8], _ limits: PathReader.Limits) throws(PathFormatError) -> [ImportedPath] {
        let decoder = KMLDecoder(limits)
        try PathFormatError.reading { () throws(XMLError) in
            try XMLReader.read(bytes, into: decoder, depth: limits.depth)
        }
        return try decoder.paths()
    }

    /// What was read, once the reader is at the end.
    func paths() throws(PathFormatError) -> [ImportedPath] {
        while let container = containers.popLast() { try add(container) }
        return collector.paths
    }

    func begin(_ name: String, _ attributes: XMLAttributes) throws(PathFormatError) {
        let local = XMLElements.local(name)
        elements.begin(name, keepsText: Self.texts.contains(local))
        switch local {
        case _ where elements.names.count == 1 && local == "kml": break
        case "Document", "Folder": containers.append(KMLContainer(isDocument: local == "Document"))
        case "Placemark": placemark = KMLPlacemark()
        case _ where elements.names.count == 1:
            throw PathFormatError("the outermost element is \(PathFormatError.quoted(name)), expected «kml»")
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
        case "Document", "Folder": if containers.count > 1, let container = containers.popLast() { try add(container) }
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
        var draft = PointDraft()
        (draft.latitude, draft.longitude) = (place.latitude, place.longitude)
        if geometry.takes(altitude: place.height) { draft.height.orthometric = Length(metres: place.height) }
        geometry.points.append(try draft.point())
        try collector.count()
    }

    /// Adds what a container has of points.
    private func add(_ container: KMLContainer) throws(PathFormatError) {
        if container.isOwn {
            var path = container.path
            path.name = container.name
            try collector.add(path)
        }
        if !container.points.isEmpty {
            try collector.add(ImportedPath(name: container.name, points: container.points))
        }
    }
}

/// What is gathered in a `Document` or `Folder`.
struct KMLContainer {
    var isDocument = true
    var name: String?
    /// Its `Point`s.
    var points: [PathPoint] = []
    /// It is, or holds, what this program wrote.
    var isOwn = false
    /// That path.
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
    /// The `altitudeMode`, nil where none is stated.
    var mode: String?
    /// The tracks of a `gx:MultiTrack` are joined.
    var isInterpolated = false
    /// The tracks of a `gx:MultiTrack` that have ended.
    var joined: [PathPoint] = []
    var points: [PathPoint] = []
    var times: [UTCTime?] = []
    /// How many values of an array there were.
    var values = 0

    /// Whether an altitude is one above mean sea level.
    func takes(altitude: Double) -> Bool {
        altitude.isFinite && (mode == "absolute" || (mode == nil && altitude != 0))
    }
}
