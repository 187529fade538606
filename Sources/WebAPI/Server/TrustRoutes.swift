// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Hummingbird

/// The routes of OSNMA's trusted keys and roots.
struct TrustRoutes: Sendable {
    let control: any TrustControl

    func add(to router: Router<ControlContext>) {
        router.get(RouterPath(ControlRoute.trust)) { _, _ in try JSONAnswer.response(await control.trustList()) }
        router.post(RouterPath(ControlRoute.trust)) { request, _ in
            let anchors: TrustAddition = try await CommandRoutes.body(
                request, form: #"{"anchors":[{"pkid":2,"content":"HEXADECIMAL DIGITS","source":"FILE"}]}"#)
            return try JSONAnswer.response(await control.trust(anchors.anchors))
        }
        router.delete("/v1/osnma/trust/:fingerprint") { _, context in
            try JSONAnswer.response(await control.distrust(try PathText.parameter("fingerprint", context)))
        }
    }
}
