// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The routes for adding receivers, and for changing those that were added.
struct ReceiverRoutes: Sendable {
    private static let form =
        #"{"driver":"NAME","id":"rover","priority":10,"config":{…}}, with the keys of an entry of 'receivers'"#

    let control: any ReceiverSetup

    func add(to router: Router<ControlContext>) {
        router.get(RouterPath(ControlRoute.drivers)) { _, _ in
            // The JSON text is sent unchanged: re-encoding could reorder the schema's keys, and a form shows them in the driver's order.
            Response(
                status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: control.drivers + "\n")))
        }
        router.post(RouterPath(ControlRoute.receivers)) { request, _ in
            let entry: ReceiverEntry = try await CommandRoutes.body(request, form: Self.form)
            let receiver = try await control.addReceiver(entry)
            var response = try JSONAnswer.response(receiver, status: .created)
            response.headers[.location] = "\(ControlRoute.receivers)/\(receiver.id)"
            return response
        }
        router.get("/v1/receivers/:id/entry") { _, context in
            try JSONAnswer.response(try await control.entry(ofReceiver: try PathText.parameter("id", context)))
        }
        router.patch("/v1/receivers/:id") { request, context in
            let id = try PathText.parameter("id", context)
            let patch: ReceiverEntry = try await CommandRoutes.body(request, form: Self.form)
            return try JSONAnswer.response(try await control.changeReceiver(id, patch))
        }
    }
}
