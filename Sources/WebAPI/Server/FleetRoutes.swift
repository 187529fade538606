// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Hummingbird

/// The route of the gateways at the same MQTT broker.
struct FleetRoutes: Sendable {
    let control: any FleetControl

    func add(to router: Router<ControlContext>) {
        router.get(RouterPath(ControlRoute.fleet)) { request, _ in
            let parameters = try RequestParameters(request, "since")
            let revision = try parameters["since"].map { text throws(ControlError) in
                guard let revision = Int64(text), revision >= 0 else {
                    throw ControlError(
                        .invalid, "\"\(text.prefix(100))\" is not a revision: give that of an earlier answer")
                }
                return revision
            }
            return try JSONAnswer.response(await control.fleet(since: revision), compressedFor: request)
        }
    }
}
