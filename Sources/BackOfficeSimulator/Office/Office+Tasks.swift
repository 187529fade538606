// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

extension Office {
    mutating func login(_ form: Form) -> OfficeAnswer {
        let (login, password) = (form["login"] ?? "", form["pswd"] ?? "")
        guard let index = users.firstIndex(where: { $0.login == login && $0.password == password }) else {
            return refuse("bad login or password")
        }
        let user = users[index]
        var members: [String: JSONValue] = [
            "user": [
                "id": identifier(user.id), "name": .string(user.name), "surname": .string(user.surname),
                "identification_number": .null, "email": .null, "vat": .null,
            ]
        ]
        guard dialect == .pic2bim else { return reply(members) }
        let token = Self.newToken(number: users.reduce(1) { $0 + $1.tokens.count })
        users[index].tokens.append(token)
        // The oldest ones go, so that a client that signs in again and again fills no memory.
        if users[index].tokens.count > 100 { users[index].tokens.removeFirst() }
        // This dialect has another key here, and only here.
        members.merge(["token": .string(token), "status": "ok", "error_message": .null]) { _, new in new }
        return OfficeAnswer(200, json: .object(members))
    }

    /// A token of the form that Laravel's Sanctum gives.
    private static func newToken(number: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        return "\(number)|" + String((0..<40).compactMap { _ in letters.randomElement() })
    }

    func listTasks(_ caller: OfficeUser?) -> OfficeAnswer {
        let own = tasks.filter { $0.user == caller?.id }
        let sorted = own.sorted { ($0.status.place, $0.id) < ($1.status.place, $1.id) }
        return reply(["tasks": .array(sorted.map(listed))])
    }

    private func listed(_ task: OfficeTask) -> JSONValue {
        let photos = photos.filter { $0.task == task.id }
        let count: JSONValue = dialect == .egnss4cap ? .string("\(photos.count)") : JSONValue(photos.count)
        return [
            "id": identifier(task.id), "user_id": identifier(task.user), "status": .string(task.status.rawValue),
            "name": .string(task.name), "text": .string(task.text), "text_returned": JSONValue(task.returnText),
            "date_created": JSONValue(task.created?.officeText), "task_due_date": JSONValue(task.due?.officeText),
            "note": JSONValue(task.note), "number_of_photos": count,
            "photos_ids": .array(photos.map { identifier($0.id) }), "flag_valid": task.isValid ? "1" : "0",
            "flag_invalid": task.isInvalid ? "1" : "0",
        ]
    }

    /// A task that a client names; nil if there is no such task, or it is another person's as far as the dialect looks.
    func taskIndex(_ text: String?, of caller: OfficeUser?) -> Int? {
        guard let id = text.flatMap({ Int($0) }) else { return nil }
        // Without a token, each client that names a task may change it.
        return tasks.firstIndex { $0.id == id && (dialect == .egnss4cap || $0.user == caller?.id) }
    }

    mutating func changeStatus(_ form: Form, _ caller: OfficeUser?) -> OfficeAnswer {
        guard let index = taskIndex(form["task_id"], of: caller) else {
            violate("status: there is no task \(form["task_id"] ?? "")")
            return reply()
        }
        let task = tasks[index]
        let note = form["note"].flatMap { $0.isEmpty ? nil : $0 }
        switch form["status"] {
        case "open" where task.status == .new: (tasks[index].status, tasks[index].note) = (.open, note)
        case "data provided" where task.status.isEditable:
            guard photos.contains(where: { $0.task == task.id }) else { return refuse("task has no photos") }
            (tasks[index].status, tasks[index].note) = (.provided, note)
            (tasks[index].isValid, tasks[index].isInvalid) = (false, false)
        // The server changes nothing and says nothing.
        default: break
        }
        return reply()
    }
}
