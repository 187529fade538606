// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import XMLReading

extension KMLDecoder {
    func beginData(_ name: String, _ attributes: XMLAttributes) throws(PathFormatError) {
        if name == "SchemaData" {
            try checkTimes()
            let isOwn = attributes["schemaUrl"]?.hasSuffix("#\(KMLEncoder.schema)") == true
            placemark.isOwn = isOwn && elements.names.contains("Placemark")
            // The data that follow may give a time more exactly than `when` can, such as a leap second.
            if placemark.isOwn { try makeOwnPoints() }
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
        next.isRing = name == "LinearRing"
        next.isStreamed = (next.isRing || name == "LineString") && !placemark.isOwn
        geometry = next
    }

    func endWhen(_ text: String, of parent: String) throws(PathFormatError) {
        let time = UTCTime(iso8601: text, .any)
        guard time != nil || text.isEmpty || PointDraft.isNoTime(text) else {
            throw PathFormatError("when is \(PathFormatError.quoted(text)), expected \(PointDraft.timeForm)")
        }
        if parent == "Track" {
            geometry.times.append(time)
            guard geometry.times.count <= KMLGeometry.mostPlaces else {
                throw PathFormatError(
                    "a gx:Track has more than \(KMLGeometry.mostPlaces) times, which is the limit")
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
                throw PathFormatError(
                    "an array has more values than its track has coordinates (\(geometry.points.count))")
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

    /// The index of the container that collects this program's own points: the enclosing document.
    private var ownContainer: Int { containers.lastIndex { $0.isDocument } ?? 0 }

    func endGeometry(_ name: String) throws(PathFormatError) {
        guard !placemark.isDerived else { return }
        try checkTimes()
        if placemark.isOwn { return try addOwn() }
        switch name {
        case "Point": try addPoints()
        case "Track" where elements.last == "MultiTrack": try addTrack()
        case "MultiTrack": try endTracks()
        case "Track":
            try addTrack()
            try endTracks()
        default: try endLine()
        }
        (geometry.places, geometry.times) = ([], [])
    }

    private func end(_ path: Int) throws(PathFormatError) {
        try collector.end(path, ImportedPath(name: placemark.name ?? containers.last?.name))
    }

    private func checkTimes() throws(PathFormatError) {
        let (times, places) = (geometry.times.count, max(geometry.places.count, geometry.points.count))
        guard times == 0 || times == places else {
            throw PathFormatError("a track has \(places) coordinates and \(times) times, expected equal numbers")
        }
    }

    private func endTracks() throws(PathFormatError) {
        if let joined = geometry.joined { try end(joined) }
        geometry.joined = nil
    }

    /// Adds `Point`s to the one path that contains all points of a folder.
    private func addPoints() throws(PathFormatError) {
        for place in geometry.places {
            var point = try place.point()
            point.time = placemark.time
            try collector.append(point, to: try collector.number(&containers[containers.count - 1].points))
        }
    }

    /// Adds a track after the previous ones of the same `gx:MultiTrack`, with a gap before it.
    private func addTrack() throws(PathFormatError) {
        let isGap = geometry.joined != nil && !geometry.isInterpolated
        for (index, place) in geometry.places.enumerated() {
            var point = try place.point()
            if index < geometry.times.count { point.time = geometry.times[index] }
            point.beginsSegment = isGap && index == 0
            try collector.append(point, to: try collector.number(&geometry.joined))
        }
    }
}

// MARK: Lines

extension KMLDecoder {
    /// Adds a point to the current line.
    ///
    /// - Throws: The collector's error.
    func stream(_ point: PathPoint) throws(PathFormatError) {
        if geometry.first == nil { geometry.first = point.position }
        if geometry.isRing {
            if let before = geometry.heldBack { try append(before) }
            geometry.heldBack = point
        } else {
            try append(point)
        }
    }

    private func append(_ point: PathPoint) throws(PathFormatError) {
        try collector.append(point, to: try collector.number(&geometry.path))
    }

    private func endLine() throws(PathFormatError) {
        // The last corner of a ring repeats the first.
        if let last = geometry.heldBack, geometry.path == nil || last.position != geometry.first { try append(last) }
        geometry.heldBack = nil
        if let path = geometry.path { try end(path) }
        geometry.path = nil
    }
}

// MARK: This program's own

extension KMLDecoder {
    /// Creates points from the places, so that this program's data can be applied to them.
    private func makeOwnPoints() throws(PathFormatError) {
        guard !geometry.places.isEmpty else { return }
        // Data may appear several times, so points that were created earlier count too.
        let count = geometry.points.count + geometry.places.count
        guard count <= KMLGeometry.mostOwnPlaces else {
            throw PathFormatError(
                "a track of this program has \(count) coordinates, expected \(KMLGeometry.mostOwnPlaces) at "
                    + "most")
        }
        for (index, place) in geometry.places.enumerated() {
            var point = try place.point()
            if index < geometry.times.count { point.time = geometry.times[index] }
            geometry.points.append(point)
        }
        (geometry.places, geometry.times) = ([], [])
    }

    /// Adds a track of this program, or one of its points without a time.
    private func addOwn() throws(PathFormatError) {
        try makeOwnPoints()
        for (field, text) in placemark.fields {
            // A gap precedes the first point only; all other single values apply to every point.
            let last = field == .beginsSegment ? min(1, geometry.points.count) : geometry.points.count
            for index in 0..<last { try geometry.points[index].set(field, text) }
        }
        let container = ownContainer
        containers[container].isOwn = true
        for point in geometry.points {
            try collector.append(point, to: try collector.number(&containers[container].own))
        }
        geometry.points = []
    }
}

extension PathPoint {
    /// Parses the text of a field.
    ///
    /// - Throws: `PathFormatError` if the text is not valid for the field.
    fileprivate mutating func set(_ field: PointField, _ text: String) throws(PathFormatError) {
        var draft = PointDraft(self)
        try draft.set(field, text)
        self = try draft.point()
    }
}
