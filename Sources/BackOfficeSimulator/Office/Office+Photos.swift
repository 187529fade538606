// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import GNSSTypes
internal import StrictFormats
internal import Wire

extension Office {
    /// The result of one photo.
    private enum Arrival {
        case stored(Int)
        /// The server has it already, by its digest.
        case known
        case ignored
        case refused(String)
    }

    mutating func addPhoto(_ form: Form, _ caller: OfficeUser?) -> OfficeAnswer {
        if let reason = refusal(form, caller) { return refuse(reason) }
        let text = form.bytes("photo")
        guard !text.isEmpty else { return reply() }
        guard let json = try? JSONReader.read(text), json.members != nil else {
            return refuse("photo json decode error")
        }
        switch add(json, task: taskID(form), caller, bytes: text.count) {
        case .stored(let id): return reply(["photo_id": identifier(id)])
        case .known: return dialect == .egnss4cap ? reply() : refuse("Photo already exists.")
        case .ignored: return reply()
        case .refused(let reason): return refuse(reason)
        }
    }

    /// The photos and the state of a task in one call.
    mutating func update(_ form: Form, _ caller: OfficeUser?) -> OfficeAnswer {
        if let reason = refusal(form, caller) { return refuse(reason) }
        let text = form.bytes("photos")
        if !text.isEmpty {
            guard let items = (try? JSONReader.read(text))?.items else { return refuse("photos json decode error") }
            for item in items {
                if case .refused(let reason) = add(item, task: taskID(form), caller, bytes: text.count) {
                    return refuse(reason)
                }
            }
        }
        return changeStatus(form, caller)
    }

    private func taskID(_ form: Form) -> Int? {
        form["task_id"].flatMap { Int($0) }
    }

    /// The reason why a form with photos is refused before these are looked at.
    private mutating func refusal(_ form: Form, _ caller: OfficeUser?) -> String? {
        guard form["user_id"]?.isEmpty == false else { return "missing user ID" }
        guard caller != nil else {
            violate("photo: there is no user \(form["user_id"] ?? "")")
            return "unknown user"
        }
        guard let named = form["task_id"], !named.isEmpty else { return nil }
        guard let index = taskIndex(named, of: caller), tasks[index].status.isEditable else {
            return "task is not in editable status"
        }
        return nil
    }

    private mutating func add(_ json: JSONValue, task: Int?, _ caller: OfficeUser?, bytes: Int) -> Arrival {
        guard let caller else { return .refused("unknown user") }
        for text in PhotoRules.faults(of: json) { violate("photo: \(text)") }
        guard var members = json.members, !members.isEmpty else { return .ignored }
        let digest = json["digest"]?.text
        if let digest, photos.contains(where: { $0.digest == digest }) { return .known }
        members["photo"] = nil
        let image = json["photo"]?.text.flatMap { $0.isEmpty ? nil : Self.image($0) }
        let hash = image.map { Self.hash($0) }
        let created = json["created"]?.text ?? ""
        let right = hash.map { Self.hash(Array("\(secret)_\($0)_\(created)_\(caller.id)".utf8)) }
        let id = Self.firstID.photo + photos.count
        photos.append(
            OfficePhoto(
                id: id, user: caller.id, task: task, image: image, hash: hash, digest: digest,
                isOriginal: right != nil && digest == right, fields: .object(members)))
        store(bytes)
        return .stored(id)
    }

    /// The SHA-256 of bytes, 64 hexadecimal digits.
    static func hash(_ bytes: [UInt8]) -> String { Hexadecimal.text(Array(SHA256.hash(data: bytes))) }

    /// The bytes of an image in Base64. A plus sign that was not percent-encoded arrives as a blank, which the server accepts;
    /// it skips every other character that is not of Base64.
    private static func image(_ text: String) -> [UInt8] {
        let mended = text.utf8.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }
        let digits = mended.filter { Base64.isDigit($0) && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
        return Base64.decode(String(decoding: digits, as: UTF8.self)) ?? []
    }

    // MARK: lists

    func listUnassigned(_ caller: OfficeUser?) -> OfficeAnswer {
        let own = photos.filter { $0.user == caller?.id && $0.task == nil }
        return reply(["photos_ids": .array(own.map { identifier($0.id) })])
    }

    func showPhoto(_ form: Form, _ caller: OfficeUser?) -> OfficeAnswer {
        let id = form["photo_id"].flatMap { Int($0) }
        let photo = photos.first { $0.id == id && (dialect == .egnss4cap || $0.user == caller?.id) }
        return photo.map { reply(["photo": listed($0)]) } ?? refuse("wrong photo ID")
    }

    func listPhotos(_ form: Form, _ caller: OfficeUser?) -> OfficeAnswer {
        var found: [OfficePhoto] = []
        if form["task_id"] != nil {
            if let index = taskIndex(form["task_id"], of: caller) {
                found = photos.filter { $0.task == tasks[index].id }
            }
        } else if let caller {
            found = photos.filter { $0.user == caller.id }
        }
        return reply(["photos": .array(found.map(listed))])
    }

    private func listed(_ photo: OfficePhoto) -> JSONValue {
        let fields = photo.fields
        return [
            "note": fields["note"] ?? .null, "lat": degrees(fields["lat"]), "lng": degrees(fields["lng"]),
            "photo_heading": fields["photo_heading"] ?? .null, "digest": JSONValue(photo.digest),
            "created": JSONValue(UTCTime(iso8601: fields["created"]?.text ?? "", .any)?.officeText),
            "photo": .string(photo.image.map { Base64.encode($0) } ?? ""),
        ]
    }

    /// A coordinate in degrees, as the dialect keeps and writes it: with six decimals of a 32-bit number, or as it was.
    func degrees(_ value: JSONValue?) -> JSONValue {
        guard let degrees = value?.number, degrees.magnitude <= 180 else { return .null }
        guard dialect == .egnss4cap else { return .string("\(degrees)") }
        let units = Int64((Double(Float(degrees)) * 1e6).rounded())
        let digits = "\(units.magnitude % 1_000_000 + 1_000_000)".dropFirst()
        return .string("\(units < 0 ? "-" : "")\(units.magnitude / 1_000_000).\(digits)")
    }
}
