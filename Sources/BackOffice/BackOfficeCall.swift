// SPDX-License-Identifier: Apache-2.0

/// A request to a back office of the family of EGNSS4CAP. Each one is a POST of a form; the answer is JSON.
public enum BackOfficeCall: Sendable {
    case signIn(login: String, password: String)
    /// The tasks of a person.
    case tasks(person: String)
    /// A new state of a task. The server ignores one that it does not allow, and then answers "ok" too.
    case status(task: String, BackOfficeTask.Status, note: String)
    /// A photo, for a task or for none.
    case photo(BackOfficePhoto, task: String?, person: String)
    /// The identifiers of a person's photos that belong to no task.
    case photosWithoutTask(person: String)
    /// A photo that the server has.
    case storedPhoto(id: String)
    case recordedPath(BackOfficeTrack, person: String)
    /// The paths of a person.
    case recordedPaths(person: String)

    /// The name of the call, a part of its address: `login`, `tasks`, …
    public var name: String {
        switch self {
        case .signIn: "login"
        case .tasks: "tasks"
        case .status: "status"
        case .photo: "photo"
        case .photosWithoutTask: "unassigned"
        case .storedPhoto: "get_photo"
        case .recordedPath: "path"
        case .recordedPaths: "get_paths"
        }
    }

    /// The body, `application/x-www-form-urlencoded`. That of `signIn` contains the password.
    public var body: [UInt8] {
        var form = FormBody()
        switch self {
        case .signIn(let login, let password):
            form.add("login", login)
            form.add("pswd", password)
        case .tasks(let person), .photosWithoutTask(let person), .recordedPaths(let person):
            form.add("user_id", person)
        case .storedPhoto(let id):
            form.add("photo_id", id)
        case .status(let task, let status, let note):
            form.add("task_id", task)
            form.add("status", status.rawValue)
            form.add("note", note)
        case .photo(let photo, let task, let person):
            form.add("user_id", person)
            form.add("task_id", task)
            photo.write(to: &form)
        case .recordedPath(let track, let person):
            form.add("user_id", person)
            track.write(to: &form)
        }
        return form.bytes
    }
}

/// The descriptions name the call only: a password must not get into a log.
extension BackOfficeCall: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "the call '\(name)' of the back office" }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
