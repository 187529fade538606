// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import SystemSupport

extension Response {
    /// Creates a response that a browser saves as a file.
    ///
    /// - Parameters:
    ///   - name: The file's name; any characters.
    ///   - type: The media type.
    static func file(_ name: String, _ type: String, _ body: ResponseBody) -> Response {
        let disposition = "attachment; filename*=UTF-8''" + PercentEncoding.encoded(name)
        return Response(
            status: .ok, headers: [.contentType: type, .contentDisposition: disposition, .cacheControl: "no-store"],
            body: body)
    }
}
