// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The routes for maps from files, and for adding and removing such files.
struct MapRoutes: Sendable {
    let control: any MapControl

    func add(to router: Router<ControlContext>) {
        router.get("/v1/map") { _, _ in try JSONAnswer.response(await control.maps()) }
        router.get("/v1/map/:id/areas") { _, context in
            let json = try await control.areas(of: try PathText.parameter("id", context))
            return Response(
                status: .ok, headers: [.contentType: "application/geo+json", .cacheControl: "no-cache"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
        }
        router.get("/v1/map/:id/:zoom/:column/:row") { _, context in
            let numbers = try ["zoom", "column", "row"].map { name in
                guard let number = context.parameters.get(name).flatMap({ Int($0) }), number >= 0 else {
                    throw ControlError(.invalid, "the address of a tile has three numbers: /v1/map/ID/ZOOM/COLUMN/ROW")
                }
                return number
            }
            let tile = try await control.tile(
                of: try PathText.parameter("id", context), zoom: numbers[0], column: numbers[1], row: numbers[2])
            // A map has holes; a browser logs a missing image as an error, but not an empty answer.
            guard let tile else {
                return Response(status: .noContent, headers: [.cacheControl: "private, max-age=3600"])
            }
            return Response(
                status: .ok,
                headers: [.contentType: tile.mediaType, .cacheControl: "private, max-age=86400"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: tile.bytes)))
        }
        router.put("/v1/map/:id") { request, context in
            let isReplaced = try await take(request, as: try PathText.parameter("id", context))
            return try JSONAnswer.response(await control.maps(), status: isReplaced ? .ok : .created)
        }
        router.delete("/v1/map/:id") { _, context in
            try await control.remove(try PathText.parameter("id", context))
            return Response(status: .noContent)
        }
    }

    /// Stores the file in a request's body.
    ///
    /// - Returns: True if it replaced a file.
    private func take(_ request: Request, as file: String) async throws -> Bool {
        let limits = FileUpload.Limits(
            kind: "a map file", bytes: control.uploadLimit,
            remedy: "raise map.limit_mib, or copy the file to the folder of the maps", arrival: .seconds(6 * 3600),
            pause: .seconds(30))
        let upload = FileUpload(request, limits)
        if control.uploadLimit > 0 { try upload.checkLength() }
        do {
            return try await control.add(file, size: upload.announced) { take in try await upload.read(into: take) }
        } catch let refusal as ControlError where refusal.code == ControlError.Code.busy.rawValue {
            var problem = Problem(refusal)
            problem.retryAfter = PathImportLimit.retryAfter
            throw problem
        }
    }
}
