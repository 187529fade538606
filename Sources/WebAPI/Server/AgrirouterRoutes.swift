// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Hummingbird
internal import Settings

/// The routes of the uplink to agrirouter and of the other members' positions.
struct AgrirouterRoutes: Sendable {
    let control: any AgrirouterControl

    func add(to router: Router<ControlContext>) {
        router.get(RouterPath(ControlRoute.agrirouter)) { _, _ in try JSONAnswer.response(await control.agrirouter()) }
        router.get(RouterPath(ControlRoute.members)) { _, _ in try JSONAnswer.response(await control.members()) }
        router.post(RouterPath(ControlRoute.onboarding)) { request, _ in
            try JSONAnswer.response(await control.onboard(try await Self.order(request)), status: .created)
        }
        router.put(RouterPath(ControlRoute.onboarding)) { request, _ in
            try JSONAnswer.response(await control.reonboard(try await Self.order(request)))
        }
        router.delete(RouterPath(ControlRoute.onboarding)) { _, _ in
            try JSONAnswer.response(await control.disconnectAgrirouter())
        }
        router.post("/v1/agrirouter/pause") { _, _ in try JSONAnswer.response(await control.pauseAgrirouter()) }
        router.post("/v1/agrirouter/resume") { _, _ in try JSONAnswer.response(await control.resumeAgrirouter()) }
        router.get(RouterPath(ControlRoute.agrirouterSettings)) { _, _ in
            try JSONAnswer.response(await control.agrirouterSettings())
        }
        router.put(RouterPath(ControlRoute.agrirouterSettings)) { request, _ in
            let change: AgrirouterChange = try await CommandRoutes.body(
                request, form: AgrirouterChange.form, isOptional: true)
            return try JSONAnswer.response(await control.changeAgrirouterSettings(change))
        }
        router.post("/v1/agrirouter/settings/reset") { _, _ in
            try JSONAnswer.response(await control.resetAgrirouterSettings(nil))
        }
        router.post("/v1/agrirouter/settings/:name/reset") { _, context in
            try JSONAnswer.response(await control.resetAgrirouterSettings(try PathText.parameter("name", context)))
        }
    }

    private static func order(_ request: Request) async throws -> OnboardingOrder {
        try await CommandRoutes.body(request, form: #"{"code":"TEN LETTERS AND DIGITS","environment":"qa"}"#)
    }
}
