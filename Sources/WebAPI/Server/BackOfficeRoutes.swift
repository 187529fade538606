// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import BackOfficeModel
internal import ControlModel
internal import GNSSTypes
internal import HTTPTypes
internal import Hummingbird

/// The routes of the back office and its tasks, and those that send photos and paths there.
struct BackOfficeRoutes: Sendable {
    let control: any BackOfficeControl
    let policy: AccessPolicy

    func add(to router: Router<ControlContext>) {
        addAccount(to: router)
        addTasks(to: router)
        addSending(to: router)
    }

    private func addAccount(to router: Router<ControlContext>) {
        router.get(RouterPath(ControlRoute.backOffice)) { _, context in
            try JSONAnswer.response(await control.backOffice(for: context.user))
        }
        router.post(RouterPath(ControlRoute.backOfficeSession)) { request, context in
            try requireTrust(in: context.caller.place)
            let wanted: BackOfficeSignIn = try await CommandRoutes.body(
                request, form: #"{"login":"NAME","password":"PASSWORD"}"#)
            return try JSONAnswer.response(await control.signIn(wanted, by: context.user))
        }
        router.delete(RouterPath(ControlRoute.backOfficeSession)) { _, context in
            try JSONAnswer.response(await control.signOut(by: context.user))
        }
        router.post(RouterPath(ControlRoute.backOfficeSync)) { _, context in
            try JSONAnswer.response(await control.sync(by: context.user), status: .accepted)
        }
        router.delete(RouterPath(ControlRoute.backOfficeSync)) { _, context in
            try JSONAnswer.response(await control.cancelSync(by: context.user))
        }
    }

    /// Refuses a password that others on the network could have read, like that of a person of the gateway.
    private func requireTrust(in place: CallerPlace) throws {
        if place.isSecure || policy.isPlainAllowed { return }
        var problem = Problem(
            .forbidden,
            "passwords are not accepted over plain HTTP from another machine, because others could read them: use "
                + "https, or the gateway's own machine")
        problem.code = ControlError.Code.insecure.rawValue
        throw problem
    }

    private func addTasks(to router: Router<ControlContext>) {
        router.get(RouterPath(ControlRoute.tasks)) { request, context in
            try JSONAnswer.response(await control.tasks(try Self.query(request), for: context.user))
        }
        router.get("/v1/tasks/:id") { _, context in
            let id = try PathText.parameter("id", context)
            return try JSONAnswer.response(await control.task(id, for: context.user))
        }
        router.patch("/v1/tasks/:id") { request, context in
            let change: TaskNote = try await CommandRoutes.body(request, form: #"{"note":"TEXT"}"#)
            let id = try PathText.parameter("id", context)
            return try JSONAnswer.response(await control.setNote(change.note, ofTask: id, by: context.user))
        }
        router.post("/v1/tasks/:id/open") { _, context in
            let id = try PathText.parameter("id", context)
            return try JSONAnswer.response(await control.openTask(id, by: context.user))
        }
        router.post("/v1/tasks/:id/send") { request, context in
            let (wanted, id) = (try await Self.sending(request), try PathText.parameter("id", context))
            return try JSONAnswer.response(
                await control.sendTask(id, wanted, by: context.user), status: .accepted)
        }
        router.delete("/v1/tasks/:id/send") { _, context in
            let id = try PathText.parameter("id", context)
            return try JSONAnswer.response(await control.stopSendingTask(id, by: context.user))
        }
    }

    private func addSending(to router: Router<ControlContext>) {
        router.post("/v1/captures/send") { request, context in
            let wanted = try await Self.sending(request)
            return try JSONAnswer.response(
                await control.sendCaptures(nil, wanted, by: context.user), status: .accepted)
        }
        router.post("/v1/captures/:id/send") { request, context in
            let (wanted, id) = (try await Self.sending(request), try PathText.parameter("id", context))
            return try JSONAnswer.response(
                await control.sendCaptures(id, wanted, by: context.user), status: .accepted)
        }
        router.post("/v1/paths/send") { _, context in
            try JSONAnswer.response(await control.sendPaths(nil, by: context.user), status: .accepted)
        }
        router.post("/v1/paths/:id/send") { _, context in
            let id = try PathRoutes.number(try PathText.parameter("id", context))
            return try JSONAnswer.response(await control.sendPaths(id, by: context.user), status: .accepted)
        }
    }

    private static func sending(_ request: Request) async throws -> SendRequest {
        try await CommandRoutes.body(request, form: #"{"pending":true}, which is optional"#, isOptional: true)
    }

    private static func query(_ request: Request) throws(ControlError) -> TaskQuery {
        let parameters = try RequestParameters(request, "name", "state", "sort", "order", "overdue_last")
        var query = TaskQuery()
        query.name = parameters["name"]
        if let text = parameters["state"] { query.states = try states(text) }
        if let word = try parameters.word("sort", of: TaskQuery.Order.allCases.map(\.rawValue)) {
            query.order = TaskQuery.Order(rawValue: word) ?? .created
        }
        if let order = try parameters.word("order", of: ["ascending", "descending"]) {
            query.isDescending = order == "descending"
        }
        query.putsOverdueLast = try parameters.word("overdue_last", of: ["true", "false"]) == "true"
        return query
    }

    /// Reads states that are separated by commas.
    private static func states(_ text: String) throws(ControlError) -> Set<TaskReport.State> {
        var states: Set<TaskReport.State> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let state = TaskReport.State(code: word) else {
                let allowed = TaskReport.State.allCases.map(\.code).joined(separator: ", ")
                throw ControlError(
                    .invalid, "\"\(word.prefix(100))\" is not a value of state: give one or more of \(allowed)")
            }
            states.insert(state)
        }
        return states
    }
}
