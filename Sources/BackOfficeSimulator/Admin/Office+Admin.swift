// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

extension Office {
    /// The beginning of all paths of the interface for tests. No back office has such paths.
    static let adminPrefix = "/simulator/"

    private static let taskKeys: Set<String> = [
        "id", "user", "name", "text", "status", "reason", "note", "created", "due", "valid", "invalid",
    ]

    /// Answers a request to the interface for tests.
    mutating func admin(_ request: OfficeRequest) -> OfficeAnswer {
        let prefix = Self.adminPrefix.dropFirst()
        guard request.head.path.hasPrefix(prefix) else {
            return OfficeAnswer(404, json: ["error": "all paths of this interface begin with /simulator/"])
        }
        let parts = request.head.path.dropFirst(prefix.count).split(separator: "/").map(String.init)
        do throws(AdminError) {
            return try administer(request.head.method, parts, request.body)
        } catch {
            return OfficeAnswer(error.status, json: ["error": .string(error.description)])
        }
    }

    private mutating func administer(
        _ method: String, _ parts: [String], _ body: [UInt8]
    ) throws(AdminError) -> OfficeAnswer {
        let json: JSONValue = try body.isEmpty ? [:] : Self.json(body)
        let id = parts.count > 1 ? Int(parts[1]) : nil
        switch (method, parts.first ?? "", parts.count) {
        case ("GET", "state", 1): return OfficeAnswer(200, json: state)
        case ("GET", "requests", 1):
            return OfficeAnswer(200, json: ["requests": .array(requests.entries.map(\.json))])
        case ("GET", "violations", 1): return OfficeAnswer(200, json: ["violations": .array(violations.entries)])
        case ("POST", "users", 1): return OfficeAnswer(201, json: try addUser(json))
        case ("POST", "tasks", 1): return OfficeAnswer(201, json: try addTask(json))
        case ("PATCH", "tasks", 2): return OfficeAnswer(200, json: try changeTask(id, json))
        case ("DELETE", "tasks", 2):
            tasks.remove(at: try index(ofTask: id))
            return OfficeAnswer(200, json: [:])
        case ("POST", "tasks", 3): return OfficeAnswer(200, json: try decide(id, parts[2], json))
        case ("DELETE", "tokens", 1):
            for index in users.indices { users[index].tokens = [] }
            return OfficeAnswer(200, json: [:])
        case ("GET", "photos", 2):
            guard let image = photos.first(where: { $0.id == id })?.image else { break }
            return OfficeAnswer(200, [("Content-Type", "image/jpeg")], body: image)
        case ("GET", "faults", 1): return OfficeAnswer(200, json: ["faults": .array(faults.faults.map(\.json))])
        case ("POST", "faults", 1): return OfficeAnswer(201, json: faults.add(try Fault(json)).json)
        case ("DELETE", "faults", 1):
            faults.remove()
            return OfficeAnswer(200, json: [:])
        case ("DELETE", "faults", 2):
            guard let id else { break }
            faults.remove(id)
            return OfficeAnswer(200, json: [:])
        default: break
        }
        throw AdminError("there is no \(method) of this path", status: 404)
    }

    // MARK: changes

    private mutating func addUser(_ json: JSONValue) throws(AdminError) -> JSONValue {
        try json.requireObject(of: ["login", "password", "name", "surname"], "a user")
        guard let login = try json.optionText("login"), let password = try json.optionText("password") else {
            throw AdminError("a user needs login and password")
        }
        guard !users.contains(where: { $0.login == login }) else { throw AdminError("there is a user \(login)") }
        var user = OfficeUser(id: Self.firstID.user + users.count, login: login, password: password)
        (user.name, user.surname) = (try json.optionText("name") ?? "", try json.optionText("surname") ?? "")
        users.append(user)
        return ["id": JSONValue(user.id)]
    }

    /// Adds a task, and returns it as the state shows it.
    ///
    /// - Throws: `AdminError` if a member is wrong.
    mutating func addTask(_ json: JSONValue) throws(AdminError) -> JSONValue {
        try json.requireObject(of: Self.taskKeys, "a task")
        let login = try json.optionText("user")
        guard let user = login == nil ? users.first : users.first(where: { $0.login == login }) else {
            throw AdminError("there is no user \(login ?? "")")
        }
        let next = max(Self.firstID.task, (tasks.map(\.id).max() ?? 0) + 1)
        let id = try json.optionCount("id", in: 1...1_000_000_000) ?? next
        guard !tasks.contains(where: { $0.id == id }) else { throw AdminError("there is a task \(id)") }
        var task = OfficeTask(id: id, user: user.id, name: "Task \(id)")
        task.created = now
        try Self.change(&task, json)
        tasks.append(task)
        return taskJSON(task)
    }

    private mutating func changeTask(_ id: Int?, _ json: JSONValue) throws(AdminError) -> JSONValue {
        try json.requireObject(of: Self.taskKeys.subtracting(["id", "user"]), "a change of a task")
        let index = try index(ofTask: id)
        var task = tasks[index]
        try Self.change(&task, json)
        tasks[index] = task
        return taskJSON(task)
    }

    private static func change(_ task: inout OfficeTask, _ json: JSONValue) throws(AdminError) {
        if let name = try json.optionText("name") { task.name = name }
        if let text = try json.optionText("text") { task.text = text }
        if let status = try json.optionText("status") {
            guard let known = OfficeTask.Status(rawValue: status) else {
                let names = OfficeTask.Status.allCases.map(\.rawValue).joined(separator: ", ")
                throw AdminError("status must be one of \(names)")
            }
            task.status = known
        }
        if let reason = try json.optionText("reason") { task.returnText = reason }
        if let note = try json.optionText("note") { task.note = note }
        if let created = try time(json, "created") { task.created = created }
        if let due = try time(json, "due") { task.due = due }
        if let isValid = try json.optionFlag("valid") { task.isValid = isValid }
        if let isInvalid = try json.optionFlag("invalid") { task.isInvalid = isInvalid }
    }

    private static func time(_ json: JSONValue, _ name: String) throws(AdminError) -> UTCTime? {
        guard let text = try json.optionText(name) else { return nil }
        guard let time = UTCTime(iso8601: text, .any) else {
            throw AdminError("\(name) must be like 2026-05-04T12:30:05Z")
        }
        return time
    }

    /// Decides about a task as an officer does.
    private mutating func decide(_ id: Int?, _ verb: String, _ json: JSONValue) throws(AdminError) -> JSONValue {
        try json.requireObject(of: ["reason"], "a decision")
        let index = try index(ofTask: id)
        let reason = try json.optionText("reason")
        switch verb {
        case "return": (tasks[index].status, tasks[index].returnText) = (.returned, reason)
        case "accept":
            (tasks[index].status, tasks[index].isValid, tasks[index].isInvalid) = (.checked, true, false)
        case "decline":
            (tasks[index].status, tasks[index].isValid, tasks[index].isInvalid) = (.checked, false, true)
            tasks[index].returnText = reason
        case "close": tasks[index].status = .closed
        default: throw AdminError("a decision is one of return, accept, decline, close", status: 404)
        }
        return taskJSON(tasks[index])
    }

    private func index(ofTask id: Int?) throws(AdminError) -> Int {
        guard let index = tasks.firstIndex(where: { $0.id == id }) else {
            throw AdminError("there is no such task", status: 404)
        }
        return index
    }

    // MARK: the state

    private var state: JSONValue {
        [
            "dialect": .string(dialect.rawValue), "users": .array(users.map(userJSON)),
            "tasks": .array(tasks.map(taskJSON)),
            "photos": .array(photos.map(photoJSON)), "paths": .array(paths.map(pathJSON)),
        ]
    }

    private func userJSON(_ user: OfficeUser) -> JSONValue {
        [
            "id": JSONValue(user.id), "login": .string(user.login), "name": .string(user.name),
            "surname": .string(user.surname), "tokens": JSONValue(user.tokens),
        ]
    }

    private func taskJSON(_ task: OfficeTask) -> JSONValue {
        let own = photos.filter { $0.task == task.id }
        return [
            "id": JSONValue(task.id), "user": JSONValue(task.user), "name": .string(task.name),
            "text": .string(task.text), "status": .string(task.status.rawValue), "reason": JSONValue(task.returnText),
            "note": JSONValue(task.note), "created": JSONValue(task.created?.iso8601),
            "due": JSONValue(task.due?.iso8601), "valid": .bool(task.isValid), "invalid": .bool(task.isInvalid),
            "photos": .array(own.map { JSONValue($0.id) }),
        ]
    }

    private func photoJSON(_ photo: OfficePhoto) -> JSONValue {
        [
            "id": JSONValue(photo.id), "user": JSONValue(photo.user),
            "task_id": JSONValue(whole: photo.task), "digest": JSONValue(photo.digest),
            "flg_original": photo.isOriginal ? 1 : 0, "sha256": JSONValue(photo.hash),
            "bytes": JSONValue(photo.image?.count ?? 0), "stored_lat": degrees(photo.fields["lat"]),
            "stored_lng": degrees(photo.fields["lng"]), "fields": photo.fields,
        ]
    }

    private func pathJSON(_ path: OfficePath) -> JSONValue {
        [
            "id": JSONValue(path.id), "user": JSONValue(path.user), "name": .string(path.name),
            "start": .string(path.start.iso8601), "end": .string(path.end.iso8601),
            "fields": .object(path.members.mapValues { JSONValue.string($0) }), "points": .array(path.points),
        ]
    }
}
