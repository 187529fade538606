// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

extension Office {
    /// The other fields of a path, by their names in a form, with those in lists.
    private static let others = [
        "area": "area", "deviceManufacture": "device_manufacture", "deviceModel": "device_model",
        "devicePlatform": "device_platform", "deviceVersion": "device_version",
    ]

    /// Stores a path. The same one again is stored again.
    mutating func addPath(_ form: Form, _ caller: OfficeUser?) -> OfficeAnswer {
        let isComplete = ["user_id", "start", "end", "points"].allSatisfy { form[$0]?.isEmpty == false }
        guard isComplete, let start = time(form, "start"), let end = time(form, "end") else {
            violate("path: mandatory fields are missing or no times")
            return refuse("missing mandatory data")
        }
        let text = form.bytes("points")
        guard let points = (try? JSONReader.read(text))?.items else { return refuse("points json decode error") }
        guard let caller, !points.isEmpty else { return refuse("no points in the path") }
        checkPath(form, points)
        if end < start { violate("path: it ends before it starts") }
        var members: [String: String] = [:]
        for (name, listed) in Self.others { members[listed] = form[name] }
        let id = Self.firstID.path + paths.count
        paths.append(
            OfficePath(
                id: id, user: caller.id, name: form["name"] ?? "", start: start, end: end, members: members,
                points: points))
        store(text.count)
        return reply(["path_id": identifier(id)])
    }

    /// An instant in a field; a text without a zone is UTC. Nil if it is not one.
    private func time(_ form: Form, _ name: String) -> UTCTime? { UTCTime(iso8601: form[name] ?? "", .any) }

    private mutating func checkPath(_ form: Form, _ points: [JSONValue]) {
        let known = Set(["user_id", "name", "start", "end", "points"]).union(Self.others.keys)
        for name in form.names where !known.contains(name) { violate("path: unknown field \(name.prefix(50))") }
        for name in ["start", "end"] where UTCTime(iso8601: form[name] ?? "") == nil {
            violate("path: \(name) is not a complete time with its offset from UTC")
        }
        if let area = form["area"], !area.isEmpty, Double(area).map({ $0 >= 0 }) != true {
            violate("path: area is not a number of 0 or more")
        }
        // One mistake of each kind is enough.
        for fault in Set(points.flatMap { PhotoRules.faults(ofPoint: $0) }).sorted() { violate("point: \(fault)") }
    }

    func listPaths(_ caller: OfficeUser?) -> OfficeAnswer {
        reply(["paths": .array(paths.filter { $0.user == caller?.id }.map(listed))])
    }

    private func listed(_ path: OfficePath) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": identifier(path.id), "name": .string(path.name), "start": .string(path.start.officeText),
            "end": .string(path.end.officeText),
        ]
        for name in Self.others.values { members[name] = JSONValue(path.members[name]) }
        if dialect == .pic2bim, let area = path.members["area"].flatMap({ Double($0) }) {
            members["area"] = .number(area)
        }
        members["points"] = .array(
            path.points.enumerated().map { index, point in
                let time = UTCTime(iso8601: point["created"]?.text ?? "", .any)
                return [
                    "id": identifier(index + 1), "lat": degrees(point["lat"]), "lng": degrees(point["lng"]),
                    "altitude": text(point["altitude"]), "accuracy": text(point["accuracy"]),
                    "created": JSONValue(time?.officeText),
                ]
            })
        return .object(members)
    }

    /// A number as a text, as both dialects write it.
    private func text(_ value: JSONValue?) -> JSONValue {
        value?.number == nil ? .null : JSONValue(value?.description)
    }
}
