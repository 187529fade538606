// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import SetupModel

/// The routes for setting up receivers.
struct ProvisionRoutes: Sendable {
    let control: any ReceiverProvisions

    func add(to router: Router<ControlContext>) {
        router.post("/v1/receivers/:id/provision") { request, context in
            let wanted: ProvisionRequest = try await CommandRoutes.body(
                request,
                form: #"{"memory":"ram","rate_hz":5,"baud":115200,"keep_baud":false,"nmea":true}, each optional"#,
                isOptional: true)
            let session = try await control.startProvisioning(try PathText.parameter("id", context), wanted)
            var response = try JSONAnswer.response(session, status: .accepted)
            response.headers[.location] = "\(ControlRoute.provisionings)/\(session.id)"
            return response
        }
        router.get(RouterPath(ControlRoute.provisionings)) { _, _ in
            try JSONAnswer.response(await control.provisionings())
        }
        router.get("/v1/receivers/provisionings/:id") { _, context in
            try JSONAnswer.response(await control.provisioning(try Self.number(context)))
        }
        router.post("/v1/receivers/provisionings/:id") { request, context in
            let answer: ProvisionAnswer = try await CommandRoutes.body(request, form: #"{"agrees":true}"#)
            return try JSONAnswer.response(await control.answerProvisioning(try Self.number(context), answer))
        }
        router.delete("/v1/receivers/provisionings/:id") { _, context in
            try JSONAnswer.response(await control.endProvisioning(try Self.number(context)))
        }
    }

    private static func number(_ context: ControlContext) throws -> UInt64 {
        let text = try PathText.parameter("id", context)
        guard let number = UInt64(text) else {
            throw ControlError(.notFound, "\"\(text.prefix(40))\" is not the number of a set-up")
        }
        return number
    }
}
