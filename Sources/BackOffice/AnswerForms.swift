// SPDX-License-Identifier: Apache-2.0

/// The members that each answer has.
struct AnswerHead {
    private var status: AnswerValue?
    private var reasons: [String: AnswerValue] = [:]

    init() {}

    /// Reads the value of a member; false if it is none of these, and its value has not been read.
    mutating func take(_ name: String, from reader: inout AnswerReader) throws(BackOfficeRefusal) -> Bool {
        switch name {
        case "status": status = try reader.value(keeping: 100)
        // Laravel's own errors have a message and no status.
        case "error_msg", "error_message", "message": reasons[name] = try reader.value()
        default: return false
        }
        return true
    }

    /// Checks that the server did what was requested.
    func check() throws(BackOfficeRefusal) {
        switch status?.text {
        case "ok": return
        case "error": throw .refused(reason.isEmpty ? "it gave no reason" : reason)
        default:
            let problem = status == nil ? "it has no status" : "it has an unknown status"
            throw .notAnAnswer(reason.isEmpty ? problem : "\(problem), and says: \(reason)")
        }
    }

    /// The server's words, on one line.
    private var reason: String {
        let lines = ["error_msg", "error_message", "message"].compactMap { reasons[$0]?.line }
        let line = lines.first { !$0.isEmpty } ?? ""
        return line.count > 500 ? "\(line.prefix(499))…" : line
    }
}

/// The other members of an answer.
protocol AnswerForm {
    init()

    /// Reads the value of a member, or skips it.
    mutating func take(_ name: String, from reader: inout AnswerReader) throws(BackOfficeRefusal)
}

struct PlainForm: AnswerForm {
    mutating func take(_ name: String, from reader: inout AnswerReader) throws(BackOfficeRefusal) {
        try reader.skip()
    }
}

/// The identifier of what was stored.
struct StoredForm: AnswerForm {
    private(set) var photo: AnswerValue?
    private(set) var path: AnswerValue?

    mutating func take(_ name: String, from reader: inout AnswerReader) throws(BackOfficeRefusal) {
        switch name {
        case "photo_id": photo = try reader.value()
        case "path_id": path = try reader.value()
        default: try reader.skip()
        }
    }
}

/// The photos that belong to no task.
struct PhotoIDsForm: AnswerForm {
    private(set) var ids: [String]?

    mutating func take(_ name: String, from reader: inout AnswerReader) throws(BackOfficeRefusal) {
        guard name == "photos_ids" else { return try reader.skip() }
        self.ids = nil
        guard try reader.beginList() else { return }
        var ids: LastEntries<String> = LastEntries()
        while try reader.element() {
            if let id = try reader.value()?.identifier { ids.append(id) }
        }
        self.ids = ids.all
    }
}

/// A photo that the server has; its image is skipped.
struct StoredPhotoForm: AnswerForm {
    private(set) var isPhoto = false
    private(set) var digest: AnswerValue?

    mutating func take(_ name: String, from reader: inout AnswerReader) throws(BackOfficeRefusal) {
        guard name == "photo" else { return try reader.skip() }
        isPhoto = try reader.beginObject()
        guard isPhoto else { return }
        while let name = try reader.member() {
            if name == "digest" { digest = try reader.value() } else { try reader.skip() }
        }
    }
}

/// The last entries of a list, at most `BackOfficeAnswer.most`: servers list the newest ones last.
private struct LastEntries<Entry> {
    private var entries: [Entry] = []

    init() {}

    var all: [Entry] { Array(entries.suffix(BackOfficeAnswer.most)) }

    mutating func append(_ entry: Entry) {
        entries.append(entry)
        if entries.count == 2 * BackOfficeAnswer.most { entries.removeFirst(BackOfficeAnswer.most) }
    }
}

struct SignInForm: AnswerForm {
    private(set) var id: AnswerValue?
    private(set) var login: AnswerValue?
    private(set) var name: AnswerValue?
    private(set) var surname: AnswerValue?
    private(set) var token: AnswerValue?

    mutating func take(_ name: String, from reader: inout AnswerReader) throws(BackOfficeRefusal) {
        switch name {
        case "user": try takeUser(from: &reader)
        case "token": token = try reader.value() ?? token
        default: try reader.skip()
        }
    }

    private mutating func takeUser(from reader: inout AnswerReader) throws(BackOfficeRefusal) {
        guard try reader.beginObject() else { return }
        while let name = try reader.member() {
            switch name {
            case "id": id = try reader.value()
            case "login": login = try reader.value()
            case "name": self.name = try reader.value()
            case "surname": surname = try reader.value()
            case "token": token = try reader.value() ?? token
            default: try reader.skip()
            }
        }
    }
}

struct TasksForm: AnswerForm {
    private(set) var tasks: [BackOfficeTask]?

    mutating func take(_ name: String, from reader: inout AnswerReader) throws(BackOfficeRefusal) {
        guard name == "tasks" else { return try reader.skip() }
        self.tasks = nil
        guard try reader.beginList() else { return }
        var (tasks, ids, count) = ([BackOfficeTask](), Set<String>(), 0)
        while try reader.element() {
            count += 1
            guard count <= BackOfficeAnswer.most else {
                throw .notAnAnswer("it has more than \(BackOfficeAnswer.most) tasks")
            }
            guard let task = try Self.task(from: &reader) else {
                throw .notAnAnswer("a task in it has no identifier")
            }
            if ids.insert(task.id).inserted { tasks.append(task) }
        }
        self.tasks = tasks
    }

    private static func task(from reader: inout AnswerReader) throws(BackOfficeRefusal) -> BackOfficeTask? {
        guard try reader.beginObject() else { return nil }
        var values: [String: AnswerValue] = [:]
        var (ids, listed) = ([String](), 0)
        while let name = try reader.member() {
            switch name {
            case "id", "status", "name", "text", "text_returned", "reopen_reason", "date_created", "task_due_date",
                "note", "number_of_photos", "flag_valid", "flag_invalid":
                values[name] = try reader.value()
            case "photos_ids": (ids, listed) = try photos(from: &reader)
            default: try reader.skip()
            }
        }
        guard let id = values["id"]?.identifier else { return nil }
        let reasons = ["text_returned", "reopen_reason"].compactMap { values[$0]?.lines }
        return BackOfficeTask(
            id: id, status: values["status"]?.line ?? "", name: values["name"]?.line ?? "",
            text: values["text"]?.lines ?? "", returnText: reasons.first { !$0.isEmpty } ?? "",
            note: values["note"]?.lines ?? "", created: values["date_created"]?.time,
            due: values["task_due_date"]?.time, photos: values["number_of_photos"]?.count ?? listed, photoIDs: ids,
            isValid: values["flag_valid"]?.flag ?? false, isInvalid: values["flag_invalid"]?.flag ?? false)
    }

    /// Reads the identifiers of photos, and counts all of them.
    private static func photos(
        from reader: inout AnswerReader
    ) throws(BackOfficeRefusal) -> (ids: [String], count: Int) {
        guard try reader.beginList() else { return ([], 0) }
        var (ids, count) = ([String](), 0)
        while try reader.element() {
            count += 1
            let id = try reader.value()?.identifier
            if let id, ids.count < BackOfficeAnswer.mostIDs { ids.append(id) }
        }
        return (ids, count)
    }
}

struct PathsForm: AnswerForm {
    private(set) var paths: [BackOfficeTrackEntry]?

    mutating func take(_ name: String, from reader: inout AnswerReader) throws(BackOfficeRefusal) {
        guard name == "paths" else { return try reader.skip() }
        self.paths = nil
        guard try reader.beginList() else { return }
        var paths: LastEntries<BackOfficeTrackEntry> = LastEntries()
        while try reader.element() {
            if let path = try Self.path(from: &reader) { paths.append(path) }
        }
        self.paths = paths.all
    }

    private static func path(from reader: inout AnswerReader) throws(BackOfficeRefusal) -> BackOfficeTrackEntry? {
        guard try reader.beginObject() else { return nil }
        var values: [String: AnswerValue] = [:]
        var points = 0
        while let name = try reader.member() {
            switch name {
            case "id", "name", "start", "end": values[name] = try reader.value()
            case "points": points = try count(from: &reader)
            default: try reader.skip()
            }
        }
        guard let id = values["id"]?.identifier else { return nil }
        return BackOfficeTrackEntry(
            id: id, name: values["name"]?.text ?? "", start: values["start"]?.time, end: values["end"]?.time,
            points: points)
    }

    private static func count(from reader: inout AnswerReader) throws(BackOfficeRefusal) -> Int {
        guard try reader.beginList() else { return 0 }
        var count = 0
        while try reader.element() {
            count += 1
            try reader.skip()
        }
        return count
    }
}
