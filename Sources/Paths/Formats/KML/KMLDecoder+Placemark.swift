// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import XMLReading

extension KMLDecoder {
    func beginData(_ name: String, _ attributes: XMLAttributes) throws(PathFormatError) {
        if name == "SchemaData" {
            // What stands there may say more of a time than `when` can.
            try setTimes()
            let isOwn = attributes["schemaUrl"]?.hasSuffix("#\(KMLEncoder.schema)") == true
            placemark.isOwn = isOwn && elements.names.contains("Placemark")
            return
        }
        placemark.dataName = attributes["name"] ?? ""
        geometry.values = 0
    }

    func beginGeometry(_ name: String) {
        var next = KMLGeometry()
        if ["MultiTrack", "outerBoundaryIs", "innerBoundaryIs"].contains(elements.parent) {
            (next.mode, next.isInterpolated, next.joined) = (geometry.mode, geometry.isInterpolated, geometry.joined)
        }
        geometry = next
    }

    func endWhen(_ text: String, of parent: String) throws(PathFormatError) {
        let time = TimeText.read(text)
        guard time != nil || text.isEmpty else {
            throw PathFormatError(
                "when is \(PathFormatError.quoted(text)), expected a time such as 2026-05-04T12:30:05Z")
        }
        if parent == "Track" {
            geometry.times.append(time)
            guard geometry.times.count <= collector.limits.points else {
                throw PathFormatError("there are more than \(collector.limits.points) times, the most that are read")
            }
        } else if parent == "TimeStamp" {
            placemark.time = time
        }
    }

    func endValue(_ name: String, _ text: String, of parent: String) throws(PathFormatError) {
        switch (name, parent) {
        case ("value", "Data"): setData(text)
        case ("SimpleData", _):
            guard placemark.isOwn, let field = PointField(rawValue: placemark.dataName) else { return }
            if placemark.fields.count < 2 * PointField.allCases.count { placemark.fields.append((field, text)) }
        case ("value", "SimpleArrayData"):
            defer { geometry.values += 1 }
            guard placemark.isOwn, let field = PointField(rawValue: placemark.dataName) else { return }
            guard geometry.values < geometry.points.count else {
                throw PathFormatError("an array of more values than its track has places (\(geometry.points.count))")
            }
            if !text.isEmpty { try geometry.points[geometry.values].set(field, text) }
        default: break
        }
    }

    private func setData(_ text: String) {
        if elements.names.contains("Placemark") {
            if placemark.dataName == "derived_from", text == "points" { placemark.isDerived = true }
        } else if let field = PathField(rawValue: placemark.dataName) {
            containers[ownContainer].path.set(field, text)
            if field == .started { containers[ownContainer].isOwn = true }
        }
    }

    /// Where this program's own points are gathered: the document around them.
    private var ownContainer: Int { containers.lastIndex { $0.isDocument } ?? 0 }

    func endGeometry(_ name: String) throws(PathFormatError) {
        guard !placemark.isDerived else { return }
        try setTimes()
        if placemark.isOwn { return try addOwn() }
        switch name {
        case "Point":
            for index in geometry.points.indices { geometry.points[index].time = placemark.time }
            containers[containers.count - 1].points += geometry.points
        case "Track" where elements.last == "MultiTrack":
            if !geometry.points.isEmpty, !geometry.joined.isEmpty {
                geometry.points[0].beginsSegment = !geometry.isInterpolated
            }
            geometry.joined += geometry.points
        case "MultiTrack": try add(geometry.joined)
        default:
            if name == "LinearRing" { dropRepeated() }
            try add(geometry.points)
        }
        geometry.points = []
    }

    private func add(_ points: [PathPoint]) throws(PathFormatError) {
        guard !points.isEmpty else { return }
        try collector.add(ImportedPath(name: placemark.name ?? containers.last?.name, points: points))
    }

    private func setTimes() throws(PathFormatError) {
        guard !geometry.times.isEmpty else { return }
        let (times, places) = (geometry.times.count, geometry.points.count)
        guard times == places else {
            throw PathFormatError("a track of \(places) places and \(times) times, expected as many of either")
        }
        for (index, time) in geometry.times.enumerated() { geometry.points[index].time = time }
        geometry.times = []
    }

    /// The last corner of a ring is the first.
    private func dropRepeated() {
        guard geometry.points.count > 1, geometry.points.first?.position == geometry.points.last?.position else {
            return
        }
        geometry.points.removeLast()
    }

    /// A track of this program's, or one of its points without a time.
    private func addOwn() throws(PathFormatError) {
        for (field, text) in placemark.fields {
            // A gap is before the first point; whatever else stands there once is the same for all.
            let last = field == .beginsSegment ? min(1, geometry.points.count) : geometry.points.count
            for index in 0..<last { try geometry.points[index].set(field, text) }
        }
        containers[ownContainer].path.points += geometry.points
        containers[ownContainer].isOwn = true
        geometry.points = []
    }
}

extension PathPoint {
    /// Takes what a file has of a field.
    ///
    /// - Throws: where the field cannot hold it.
    fileprivate mutating func set(_ field: PointField, _ text: String) throws(PathFormatError) {
        var draft = PointDraft(self)
        try draft.set(field, text)
        self = try draft.point()
    }
}
