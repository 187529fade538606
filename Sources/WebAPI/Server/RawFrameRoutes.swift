// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The routes for the frames that receivers send.
struct RawFrameRoutes: Sendable {
    let control: any RawFrameControl

    func add(to router: Router<ControlContext>) {
        router.get("/v1/receivers/:id/raw") { request, context in
            let wanted = try Self.wanted(request)
            let text = try await control.rawFrames(of: try PathText.parameter("id", context), wanted)
            return Response(
                status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: text)))
        }
        router.get("/v1/receivers/:id/raw/file") { _, context in
            let file = try await control.rawFile(of: try PathText.parameter("id", context))
            let name = "attachment; filename*=UTF-8''" + PercentEncoding.encoded(file.name)
            return Response(
                status: .ok,
                headers: [
                    .contentType: "application/octet-stream", .contentDisposition: name, .cacheControl: "no-store",
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
        }
    }

    private static func wanted(_ request: Request) throws -> RawFrameRequest {
        var wanted = RawFrameRequest()
        for (name, value) in try request.parameters() {
            switch name {
            case "after": wanted.after = String(value)
            case "only": wanted.only = String(value.prefix(60))
            case "limit": wanted.limit = try StatusRoutes.number(String(value), "limit", RawFrameRequest.limitRange)
            default:
                throw ControlError(
                    .invalid, "unknown parameter \"\(name.prefix(100))\"; allowed are after, only, limit")
            }
        }
        return wanted
    }
}
