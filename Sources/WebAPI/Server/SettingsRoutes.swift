// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Translations

/// The routes of the settings that people may change.
struct SettingsRoutes: Sendable {
    let control: any SettingsControl

    func add(to router: Router<ControlContext>) {
        router.get(RouterPath(ControlRoute.settings)) { _, _ in try Self.answer(await control.settings()) }
        router.get("/v1/settings/schema") { request, _ in
            let language = request.language
            let schema = control.settingsSchema { MessageCatalogue.settingText($0, in: language) }
            let response = Response(
                status: .ok, headers: [.contentType: "application/schema+json", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: schema + "\n")))
            return response.inLanguage(language)
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
