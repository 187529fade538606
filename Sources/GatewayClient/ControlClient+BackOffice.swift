// SPDX-License-Identifier: Apache-2.0

public import BackOfficeModel
internal import ControlModel
internal import FoundationEssentials
internal import GNSSTypes
internal import NIOHTTP1
internal import SystemSupport

extension ControlClient {
    private static func route(ofTask id: String) -> String { "\(ControlRoute.tasks)/\(PercentEncoding.encoded(id))" }

    private func body(_ value: some Encodable) throws -> [UInt8] { [UInt8](try JSONEncoder().encode(value)) }

    /// Returns the state of the link to the back office.
    ///
    /// - Throws: `ControlClientError`, like all methods of this extension.
    public func backOffice() async throws -> BackOfficeReport { try await get(ControlRoute.backOffice) }

    /// Signs in at the back office.
    public func signInAtBackOffice(_ request: BackOfficeSignIn) async throws -> BackOfficeReport {
        try decoded(await send(.POST, ControlRoute.backOfficeSession, body: try body(request)))
    }

    /// Signs out there.
    public func signOutOfBackOffice() async throws -> BackOfficeReport {
        try decoded(await send(.DELETE, ControlRoute.backOfficeSession))
    }

    /// Begins to fetch the tasks.
    public func beginSync() async throws -> BackOfficeReport {
        try decoded(await send(.POST, ControlRoute.backOfficeSync))
    }

    /// Ends that early.
    public func cancelSync() async throws -> BackOfficeReport {
        try decoded(await send(.DELETE, ControlRoute.backOfficeSync))
    }

    /// Returns tasks.
    public func tasks(_ query: TaskQuery) async throws -> TasksReport {
        var parts = [
            "sort=\(query.order.rawValue)", "order=\(query.isDescending ? "descending" : "ascending")",
            "overdue_last=\(query.putsOverdueLast)",
        ]
        if let name = query.name { parts.append("name=\(PercentEncoding.encoded(name))") }
        if let states = query.states { parts.append("state=" + states.map(\.code).sorted().joined(separator: ",")) }
        return try await get("\(ControlRoute.tasks)?\(parts.joined(separator: "&"))")
    }

    /// Returns a task.
    public func task(_ id: String) async throws -> TaskReport { try await get(Self.route(ofTask: id)) }

    /// Opens a task.
    public func openTask(_ id: String) async throws -> TaskReport {
        try decoded(await send(.POST, Self.route(ofTask: id) + "/open"))
    }

    /// Changes the note of a task.
    public func setNote(_ note: String, ofTask id: String) async throws -> TaskReport {
        try decoded(await send(.PATCH, Self.route(ofTask: id), body: try body(TaskNote(note: note))))
    }

    /// Sends a task with its photos.
    public func sendTask(_ id: String, _ request: SendRequest) async throws -> TaskReport {
        try decoded(await send(.POST, Self.route(ofTask: id) + "/send", body: try body(request)))
    }

    /// Gives up sending a task.
    public func stopSendingTask(_ id: String) async throws -> TaskReport {
        try decoded(await send(.DELETE, Self.route(ofTask: id) + "/send"))
    }

    /// Sends a photo, or all that belong to no task.
    public func sendCaptures(_ id: String?, _ request: SendRequest) async throws -> SendReport {
        let route = (id.map { Self.route(ofCapture: $0) } ?? ControlRoute.captures) + "/send"
        return try decoded(await send(.POST, route, body: try body(request)))
    }

    /// Sends a path, or all.
    public func sendPaths(_ id: Int64?) async throws -> SendReport {
        try decoded(await send(.POST, ControlRoute.paths + (id.map { "/\($0)" } ?? "") + "/send"))
    }
}
