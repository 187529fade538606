// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The routes of the settings that people may change.
struct SettingsRoutes: Sendable {
    let control: any SettingsControl

    func add(to router: Router<ControlContext>) {
        router.get(RouterPath(ControlRoute.settings)) { _, _ in try Self.answer(await control.settings()) }
        router.get("/v1/settings/schema") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/schema+json", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: control.settingsSchema + "\n")))
        }
        router.patch(RouterPath(ControlRoute.settings)) { request, _ in
            let patch: SettingsPatch = try await CommandRoutes.body(
                request, form: #"{"centroid":{"samples":30,"method":null}}"#)
            return try Self.answer(await control.changeSettings(patch, of: try request.requiredVersion()))
        }
    }

    private static func answer(_ report: SettingsReport) throws -> Response {
        var response = try JSONAnswer.response(report)
        response.headers[.eTag] = "\"\(report.version)\""
        return response
    }
}
