// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Hummingbird

/// The routes for photos.
struct CaptureRoutes: Sendable {
    let control: any CaptureControl

    func add(to router: Router<ControlContext>) {
        router.get("/v1/captures/check") { request, _ in
            let parameters = try RequestParameters(request, "receiver")
            return try JSONAnswer.response(await control.captureCheck(of: parameters["receiver"]))
        }
    }
}
