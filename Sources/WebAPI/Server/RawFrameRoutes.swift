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
            return Response.file(
                file.name, "application/octet-stream", ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
        }
    }

    private static func wanted(_ request: Request) throws -> RawFrameRequest {
        let parameters = try RequestParameters(request, "after", "only", "limit")
        var wanted = RawFrameRequest()
        wanted.after = parameters["after"]
        wanted.only = String((parameters["only"] ?? "").prefix(60))
        if let limit = try parameters.number("limit", in: RawFrameRequest.limitRange) { wanted.limit = limit }
        return wanted
    }
}
