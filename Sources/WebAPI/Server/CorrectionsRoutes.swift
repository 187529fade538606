// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The routes of the corrections and their set-up.
struct CorrectionsRoutes: Sendable {
    private static let form =
        #"{"caster":"ntrip://caster.example:2101","mountpoint":"NEAR","user":"NAME","password":"PASSWORD"}, with the "#
        + "keys of 'corrections'"
    private static let queryForm = #"{"caster":"caster.example:2101","user":"NAME","password":"PASSWORD"}"#

    let control: any CorrectionsControl

    func add(to router: Router<ControlContext>) {
        router.get(RouterPath(ControlRoute.corrections)) { _, _ in
            try JSONAnswer.response(await control.corrections())
        }
        router.get("/v1/corrections/entry") { _, _ in try JSONAnswer.response(await control.correctionsEntry()) }
        router.put(RouterPath(ControlRoute.corrections)) { request, _ in
            let entry: CorrectionsEntry = try await CommandRoutes.body(request, form: Self.form)
            return try JSONAnswer.response(await control.setCorrections(entry))
        }
        router.delete(RouterPath(ControlRoute.corrections)) { _, _ in
            try JSONAnswer.response(await control.resetCorrections())
        }
        for command in CorrectionsCommand.allCases {
            router.post("/v1/corrections/\(command.rawValue)") { _, _ in
                try JSONAnswer.response(await control.perform(command))
            }
        }
        router.get(RouterPath(ControlRoute.mountpoints)) { request, _ in
            try JSONAnswer.response(await control.mountpoints(try Self.query(request)))
        }
        // Credentials belong in a body: addresses are kept in histories and logs.
        router.post(RouterPath(ControlRoute.mountpoints)) { request, _ in
            let query: CasterQuery = try await CommandRoutes.body(request, form: Self.queryForm)
            return try JSONAnswer.response(await control.mountpoints(query))
        }
    }

    private static func query(_ request: Request) throws -> CasterQuery {
        var query: CasterQuery?
        for (name, value) in request.uri.queryParameters {
            guard name == "caster", query == nil else {
                throw ControlError(
                    .invalid,
                    "caster is the only parameter, once; a user and a password belong in the body of POST "
                        + ControlRoute.mountpoints)
            }
            query = CasterQuery(caster: String(value))
        }
        guard let query else { throw ControlError(.invalid, "the parameter caster is missing: ?caster=HOST:PORT") }
        return query
    }
}
