// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import XMLReading

/// Decodes GPX 1.0 and 1.1: tracks, routes and waypoints, and all extensions of this program.
final class GPXDecoder: XMLSink {
    private var collector: PathCollector
    private var elements = XMLElements()
    /// The prefix of this program's namespace with its colon; nil if the file does not declare it.
    private var ownPrefix: String?
    private var path: OpenPath?
    private var point = Point()
    private var isGap = false
    /// The number of the path that contains all waypoints; nil before the first.
    private var waypoints: Int?
    /// The file's properties, which apply to the first path.
    private var whole = ImportedPath()

    /// A track or route while it is being read.
    private struct OpenPath {
        /// The path's number; nil until it has a point.
        var number: Int?
        var name: String?
    }

    /// A point, with values that are applied when its element ends.
    private struct Point {
        var draft = PointDraft()
        var fix: GPXFix?
        var own: [(PointField, String)] = []
    }

    /// The elements within a point whose text is a field's value.
    private static let fields: [String: PointField] = [
        "ele": .orthometricHeight, "time": .time, "geoidheight": .geoidSeparation, "sat": .satellitesUsed,
        "hdop": .hdop, "vdop": .vdop, "pdop": .pdop,
    ]
    private static let points: Set = ["trkpt", "rtept", "wpt"]

    private init(_ collector: PathCollector) { self.collector = collector }

    /// Passes the paths of a file on; paths without points are omitted in other programs' files.
    ///
    /// - Throws: `PathFormatError` for invalid XML or values.
    static func decode(_ input: PathInput, _ collector: inout PathCollector) throws(PathFormatError) {
        let decoder = GPXDecoder(collector)
        let depth = collector.limits.depth
        try input.read(
            into: try PathFormatError.reading { () throws(XMLError) in try XMLReader(decoder, depth: depth) })
        if let waypoints = decoder.waypoints {
            try decoder.collector.end(waypoints, ImportedPath(name: decoder.whole.name))
        }
        collector = decoder.collector
    }

    func begin(_ name: String, _ attributes: XMLAttributes) throws(PathFormatError) {
        let container = elements.last
        let local = XMLElements.local(name)
        let isText =
            local == "name" || (Self.points.contains(container) && (Self.fields[local] != nil || local == "fix"))
        elements.begin(name, keepsText: isText)
        switch local {
        case _ where elements.names.count == 1: try beginRoot(local, attributes)
        case "trk", "rte": path = OpenPath()
        case "trkseg": isGap = path?.number != nil
        case "trkpt", "rtept", "wpt": try beginPoint(attributes)
        default:
            guard let ownPrefix, name.hasPrefix(ownPrefix) else { return }
            try beginOwn(local, attributes)
        }
    }

    func text(_ piece: UnsafeBufferPointer<UInt8>) throws(PathFormatError) { try elements.keep(piece) }

    func end() throws(PathFormatError) {
        let (name, container) = (elements.last, elements.parent)
        let text = elements.end()
        switch name {
        case "name": setName(text?.trimmedName, of: container)
        case "fix" where Self.points.contains(container): point.fix = text?.trimmedName.flatMap(GPXFix.init)
        case "trkpt", "rtept", "wpt": try endPoint(isWaypoint: name == "wpt")
        case "trk", "rte": try endPath()
        default:
            guard Self.points.contains(container), let field = Self.fields[name] else { return }
            if let text = text?.trimmedName { try point.draft.set(field, text) }
        }
    }
}

extension GPXDecoder {
    private func beginRoot(_ name: String, _ attributes: XMLAttributes) throws(PathFormatError) {
        guard name == "gpx" else {
            throw PathFormatError("the outermost element is \(PathFormatError.quoted(name)), expected \"gpx\"")
        }
        let own = attributes.all.first { $0.name.hasPrefix("xmlns:") && $0.value == GPXEncoder.namespace.description }
        ownPrefix = own.map { String($0.name.dropFirst("xmlns:".count)) + ":" }
    }

    private func beginPoint(_ attributes: XMLAttributes) throws(PathFormatError) {
        point = Point()
        for (name, value) in attributes.all {
            if name == "lat" { try point.draft.set(.latitude, value) }
            if name == "lon" { try point.draft.set(.longitude, value) }
        }
    }

    private func beginOwn(_ name: String, _ attributes: XMLAttributes) throws(PathFormatError) {
        for (name, value) in attributes.all {
            if elements.last == "point" {
                guard let field = PointField(rawValue: name) else { continue }
                guard point.own.count < 2 * PointField.allCases.count else {
                    throw PathFormatError("a point with more than \(point.own.count) values of this program")
                }
                point.own.append((field, value))
            } else if elements.last == "path", let field = PathField(rawValue: name) {
                whole.set(field, value)
            }
        }
    }

    private func setName(_ name: String?, of container: String) {
        switch container {
        case "trk", "rte": path?.name = name
        case "metadata", "gpx": whole.name = name
        default: break
        }
    }

    private func endPoint(isWaypoint: Bool) throws(PathFormatError) {
        if let fix = point.fix { (point.draft.fixKind, point.draft.quality) = (fix.kind, fix.quality) }
        point.draft.beginsSegment = isGap && !isWaypoint
        for (field, text) in point.own { try point.draft.set(field, text) }
        let made = try point.draft.point()
        try collector.count()
        if isWaypoint {
            try collector.append(made, to: try collector.number(&waypoints))
        } else if var open = path {
            try collector.append(made, to: try collector.number(&open.number))
            path = open
            isGap = false
        }
    }

    private func endPath() throws(PathFormatError) {
        defer { path = nil }
        guard var path, path.number != nil || ownPrefix != nil else { return }
        var description = ImportedPath(name: path.name)
        if collector.complete == 0 { (description.started, description.ended) = (whole.started, whole.ended) }
        try collector.end(try collector.number(&path.number), description)
    }
}
