// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import SetupModel

/// The routes for searching, pairing and testing receivers.
struct TrialRoutes: Sendable {
    let control: any ReceiverTrials

    func add(to router: Router<ControlContext>) {
        router.post(RouterPath(ControlRoute.searches)) { request, _ in
            let wanted: SearchRequest = try await CommandRoutes.body(
                request, form: #"{"transport":"bluetooth","seconds":11,"adapter":"hci0"}, each optional"#,
                isOptional: true)
            let search = try await control.startSearch(wanted)
            var response = try JSONAnswer.response(search, status: .accepted)
            response.headers[.location] = "\(ControlRoute.searches)/\(search.id)"
            return response
        }
        router.get(RouterPath(ControlRoute.searches)) { _, _ in try JSONAnswer.response(await control.searches()) }
        router.get("/v1/receivers/searches/:id") { _, context in
            try JSONAnswer.response(await control.search(try Self.number(context)))
        }
        router.delete("/v1/receivers/searches/:id") { _, context in
            try JSONAnswer.response(await control.endSearch(try Self.number(context)))
        }
        router.post("/v1/receivers/:id/pair") { request, context in
            let wanted: PairingRequest = try await CommandRoutes.body(
                request,
                form:
                    #"{"pin":"0000","default_pins":false,"agrees":false,"interactive":false,"adapter":"hci0","seconds":20}, each optional"#,
                isOptional: true)
            if wanted.isInteractive == true {
                let pairing = try await control.startPairing(try PathText.parameter("id", context), wanted)
                var response = try JSONAnswer.response(pairing, status: .accepted)
                response.headers[.location] = "\(ControlRoute.pairings)/\(pairing.id)"
                return response
            }
            return try JSONAnswer.response(await control.pair(try PathText.parameter("id", context), wanted))
        }
        router.get("/v1/receivers/pairings/:id") { _, context in
            try JSONAnswer.response(await control.pairing(try Self.number(context)))
        }
        router.post("/v1/receivers/pairings/:id") { request, context in
            let answer: PairingAnswer = try await CommandRoutes.body(
                request,
                form:
                    #"{"agrees":true,"number":"471108"}, {"pin":"0000"}, {"default_pins":true} or {"passkey":"123456"}"#
            )
            return try JSONAnswer.response(await control.answerPairing(try Self.number(context), answer))
        }
        router.delete("/v1/receivers/pairings/:id") { _, context in
            try JSONAnswer.response(await control.endPairing(try Self.number(context)))
        }
        router.post("/v1/receivers/:id/test") { request, context in
            let seconds = try RequestParameters(request, "seconds").number("seconds", in: 1.0...3600)
            return try JSONAnswer.response(await control.test(try PathText.parameter("id", context), for: seconds))
        }
    }

    private static func number(_ context: ControlContext) throws -> UInt64 {
        let text = try PathText.parameter("id", context)
        guard let number = UInt64(text) else {
            throw ControlError(.notFound, "\"\(text.prefix(40))\" is not the number of a search or pairing")
        }
        return number
    }
}
