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
            return try Self.answer(await control.changeSettings(patch, of: try Self.version(request)))
        }
    }

    private static func answer(_ report: SettingsReport) throws -> Response {
        var response = try JSONAnswer.response(report)
        response.headers[.eTag] = "\"\(report.version)\""
        return response
    }

    /// The version in `If-Match` (RFC 9110, section 13.1.1); nil for any version.
    private static func version(_ request: Request) throws -> String? {
        guard let text = request.headers[.ifMatch], text != "*" else { return nil }
        guard text.count >= 2, text.first == "\"", text.last == "\"", !text.dropFirst().dropLast().contains("\"") else {
            throw ControlError(.invalid, "If-Match: one entity tag in quotation marks is allowed, or *")
        }
        return String(text.dropFirst().dropLast())
    }
}
