// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

@testable import BackOfficeSync

/// A server of the kind of EGNSS4CAP without a network, and the link to it. It decodes forms by itself.
final class FalseOffice: BackOfficeLink {
    struct Photo: Sendable {
        var id: Int
        var task: String?
        var digest: String
        var note: String
    }

    struct Task: Sendable {
        var status = "new"
        var name = "Field"
        var note = ""
        var returned = ""
    }

    struct State: Sendable {
        var tasks: [String: Task] = [:]
        var photos: [Photo] = []
        var paths: [(id: Int, fields: [String: String], points: Int)] = []
        var calls: [String] = []
        var tokens: [String?] = []
        /// How the next calls of a name end, after the server has done what they ask if `isDone`.
        var faults: [(name: String, isDone: Bool, end: BackOfficeEnd)] = []
        /// Calls of this name wait until it is nil.
        var held: String?
        /// The call that waits; nil if none does.
        var waiting: String?
    }

    let state = Mutex(State())
    static let password = "secret"

    func post(_ request: BackOfficeRequest) async -> BackOfficeEnd {
        guard let range = request.address.range(of: "http://127.0.0.1/ws/comm_"), request.address.hasSuffix(".php")
        else {
            return .answered(status: 404, body: Array("<html>".utf8), retryAfter: nil)
        }
        let name = String(request.address[range.upperBound...].dropLast(4))
        let fields = Self.fields(request.body)
        while state.withLock({ $0.held == name }), !_Concurrency.Task.isCancelled {
            state.withLock { $0.waiting = name }
            // The test decides when it goes on.
            try? await _Concurrency.Task.sleep(for: .milliseconds(2))
        }
        state.withLock { $0.waiting = nil }
        if _Concurrency.Task.isCancelled { return .failed("it was cancelled") }
        return state.withLock { state in
            state.calls.append(name)
            state.tokens.append(request.token)
            if let index = state.faults.firstIndex(where: { $0.name == name }) {
                let fault = state.faults.remove(at: index)
                if fault.isDone { _ = Self.answer(name, fields, &state) }
                return fault.end
            }
            return .answered(status: 200, body: Array(Self.answer(name, fields, &state).utf8), retryAfter: nil)
        }
    }

    private static func fields(_ body: [UInt8]) -> [String: String] {
        var fields: [String: String] = [:]
        for part in String(decoding: body, as: UTF8.self).split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            fields[sides[0]] = sides.count == 2 ? sides[1].removingPercentEncoding : ""
        }
        return fields
    }

    private static func json(_ value: [String: Any]) -> String {
        let data = (try? JSONSerialization.data(withJSONObject: value)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    private static func object(_ text: String?) -> Any? {
        text.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) }
    }

    private static func answer(_ name: String, _ fields: [String: String], _ state: inout State) -> String {
        func refuse(_ words: String) -> String { json(["status": "error", "error_msg": words]) }
        switch name {
        case "login":
            guard fields["pswd"] == password, let login = fields["login"] else {
                return refuse("bad login or password")
            }
            return json(["status": "ok", "user": ["id": login == "ann" ? "10" : "11", "name": "A", "surname": "B"]])
        case "tasks":
            let tasks = state.tasks.map { id, task in
                let ids = state.photos.filter { $0.task == id }.map { "\($0.id)" }
                return [
                    "id": id, "status": task.status, "name": task.name, "note": task.note,
                    "text_returned": task.returned, "number_of_photos": "\(ids.count)", "photos_ids": ids,
                ] as [String: Any]
            }
            return json(["status": "ok", "tasks": tasks])
        case "status":
            guard let id = fields["task_id"], var task = state.tasks[id] else { return json(["status": "ok"]) }
            let isEditable = ["new", "open", "returned"].contains(task.status)
            switch fields["status"] {
            case "open" where task.status == "new": (task.status, task.note) = ("open", fields["note"] ?? "")
            case "data provided" where isEditable:
                guard state.photos.contains(where: { $0.task == id }) else { return refuse("task has no photos") }
                (task.status, task.note) = ("data provided", fields["note"] ?? "")
            default: break
            }
            state.tasks[id] = task
            return json(["status": "ok"])
        case "photo":
            let photo = object(fields["photo"]) as? [String: Any] ?? [:]
            if let id = fields["task_id"], !["new", "open", "returned"].contains(state.tasks[id]?.status) {
                return refuse("task is not in editable status")
            }
            let digest = photo["digest"] as? String ?? ""
            if state.photos.contains(where: { $0.digest == digest }) { return json(["status": "ok"]) }
            let id = 100 + state.photos.count
            state.photos.append(
                Photo(id: id, task: fields["task_id"], digest: digest, note: photo["note"] as? String ?? ""))
            return json(["status": "ok", "photo_id": id])
        case "unassigned":
            return json(["status": "ok", "photos_ids": state.photos.filter { $0.task == nil }.map { "\($0.id)" }])
        case "get_photo":
            guard let photo = state.photos.first(where: { "\($0.id)" == fields["photo_id"] }) else {
                return refuse("wrong photo ID")
            }
            return json(["status": "ok", "photo": ["digest": photo.digest, "photo": ""]])
        case "path":
            let points = (object(fields["points"]) as? [Any] ?? []).count
            if points == 0 { return refuse("no points in the path") }
            state.paths.append((300 + state.paths.count, fields, points))
            return json(["status": "ok", "path_id": 299 + state.paths.count])
        case "get_paths":
            let paths = state.paths.map { path in
                [
                    "id": "\(path.id)", "name": path.fields["name"] ?? "", "start": path.fields["start"] ?? "",
                    "end": path.fields["end"] ?? "", "points": Array(repeating: ["id": "1"], count: path.points),
                ] as [String: Any]
            }
            return json(["status": "ok", "paths": paths])
        default: return "<html>"
        }
    }
}
