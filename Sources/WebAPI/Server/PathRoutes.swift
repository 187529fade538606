// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The routes of recorded paths and of the recording.
struct PathRoutes: Sendable {
    let control: any PathControl

    func add(to router: Router<ControlContext>) {
        addReading(to: router)
        addLines(to: router)
        addCommands(to: router)
        router.patch("/v1/paths/:id") { request, context in
            let change: PathNaming = try await CommandRoutes.body(request, form: #"{"name":"NAME"}"#)
            let id = try Self.number(try PathText.parameter("id", context))
            return try JSONAnswer.response(await control.rename(path: id, to: change.name, by: context.user))
        }
        router.delete("/v1/paths/:id") { _, context in
            try await control.deletePath(try Self.number(try PathText.parameter("id", context)), by: context.user)
            return Response(status: .noContent)
        }
        router.post("/v1/paths/import") { request, context in try await take(request, by: context.user) }
    }

    private func addReading(to router: Router<ControlContext>) {
        router.get(RouterPath(ControlRoute.paths)) { request, context in
            let query = try RequestParameters(request, "kind", "user", "limit", "offset")
            return try JSONAnswer.response(
                await control.paths(
                    tracks: try query.word("kind", of: ["path", "track"]) == "track", of: query["user"],
                    for: context.user,
                    limit: try query.number("limit", in: 1...1000) ?? 100,
                    offset: try query.number("offset", in: 0...Int(Int32.max)) ?? 0))
        }
        router.get("/v1/paths/:id") { _, context in
            let text = try PathText.parameter("id", context)
            if let dot = text.firstIndex(of: ".") {
                let id = try await number(orCurrent: String(text[..<dot]))
                return Self.response(
                    try await control.export(
                        path: id, as: String(text[text.index(after: dot)...]), for: context.user))
            }
            return try JSONAnswer.response(await control.path(try Self.number(text), for: context.user))
        }
        // The router prefers a fixed name to a parameter, even if the fixed name has no such route. So `current` needs
        // routes of its own.
        router.get("/v1/paths/current") { _, context in
            try JSONAnswer.response(await control.path(nil, for: context.user))
        }
        for path in ["/v1/paths/:id/points", "/v1/paths/current/points"] {
            router.get(RouterPath(path)) { request, context in
                let query = try RequestParameters(request, "from", "limit")
                let text = context.parameters.get("id") ?? "current"
                return try JSONAnswer.response(
                    await control.points(
                        of: try await number(orCurrent: text), for: context.user,
                        from: try query.number("from", in: 0...Int.max) ?? 0,
                        limit: try query.number("limit", in: 1...10_000) ?? 1000))
            }
        }
    }

    private func addLines(to router: Router<ControlContext>) {
        for path in ["/v1/paths/:id/line", "/v1/paths/current/line"] {
            router.get(RouterPath(path)) { request, context in
                let query = try RequestParameters(request, "from", "step", "limit")
                let line = try await control.line(
                    of: try await number(orCurrent: context.parameters.get("id") ?? "current"), for: context.user,
                    from: try query.number("from", in: 0...Int.max) ?? 0,
                    step: try query.number("step", in: 1...Int(Int32.max)) ?? 1,
                    limit: try query.number("limit", in: 1...10_000) ?? 10_000)
                return try JSONAnswer.response(line, compressedFor: request)
            }
        }
    }

    private func addCommands(to router: Router<ControlContext>) {
        router.post(RouterPath(ControlRoute.paths)) { request, context in
            let wanted: PathRequest = try await CommandRoutes.body(
                request,
                form:
                    #"{"name":"NAME","mode":"continuous","interval_s":1,"distance_m":5.0,"receiver":"ID"}, each optional"#,
                isOptional: true)
            return try JSONAnswer.response(
                await control.start(wanted, by: context.user, key: try Self.key(request)), status: .created)
        }
        addRecording("pause", to: router) { try JSONAnswer.response(await control.pausePath($0, key: $1)) }
        addRecording("resume", to: router) { try JSONAnswer.response(await control.resumePath($0, key: $1)) }
        addRecording("stop", to: router) { try JSONAnswer.response(await control.stopPath($0, key: $1)) }
        addRecording("point", to: router) { try JSONAnswer.response(await control.takePoint($0, key: $1)) }
        addRecording("centroid", to: router) { try JSONAnswer.response(await control.takeCentroid($0, key: $1)) }
        addRecording("undo", to: router) { try JSONAnswer.response(await control.undoPoint($0, key: $1)) }
    }

    /// A command to the current recording, or to the one with a number: a page may be some seconds behind.
    private func addRecording(
        _ name: String, to router: Router<ControlContext>,
        _ answer: @escaping @Sendable (Int64?, IdempotencyKey?) async throws -> Response
    ) {
        router.post(RouterPath("/v1/paths/current/\(name)")) { request, _ in
            try await answer(nil, try Self.key(request))
        }
        router.post(RouterPath("/v1/paths/:id/\(name)")) { request, context in
            try await answer(try Self.number(context.parameters.get("id") ?? ""), try Self.key(request))
        }
    }

    /// The client's mark for a command; nil if the request has none.
    private static func key(_ request: Request) throws(ControlError) -> IdempotencyKey? {
        guard let text = request.headers[.idempotencyKey] else { return nil }
        return try IdempotencyKey(text)
    }

    private func number(orCurrent text: String) async throws -> Int64 {
        text == "current" ? try await control.path(nil, for: .unnamed).id : try Self.number(text)
    }

    static func number(_ text: String) throws(ControlError) -> Int64 {
        guard let number = Int64(text), number > 0 else {
            throw ControlError(
                .notFound, "\"\(text.prefix(40))\" is not a path's number; see 'gnss-gateway paths list'")
        }
        return number
    }

    private static func response(_ file: PathFile) -> Response {
        .file(
            file.name, file.mediaType,
            ResponseBody { writer in
                try await file.write { piece in
                    if !piece.isEmpty { try await writer.write(ByteBuffer(bytes: piece)) }
                }
                try await writer.finish(nil)
            })
    }

    private static let importLimits = FileUpload.Limits(
        kind: "a file to import", bytes: PathImportLimit.bytes, remedy: "split the file",
        arrival: PathImportLimit.arrival, pause: PathImportLimit.pause)

    private func take(_ request: Request, by user: ControlUser) async throws -> Response {
        let query = try RequestParameters(request, "format", "name")
        guard let format = query["format"] else {
            throw ControlError(.invalid, "the parameter format is missing: kml, kmz, gpx, geojson or csv")
        }
        let upload = FileUpload(request, Self.importLimits)
        try upload.checkLength()
        do {
            let paths = try await control.importPaths(
                as: format, name: query["name"], by: user, from: { take in try await upload.read(into: take) })
            return try Self.response(paths)
        } catch let refusal as ControlError where refusal.code == PathImportLimit.busy.rawValue {
            var problem = Problem(refusal)
            problem.retryAfter = PathImportLimit.retryAfter
            throw problem
        }
    }

    /// The response with the imported paths. More than 100 are written one by one, because there may be 10,000.
    private static func response(_ paths: [PathReport]) throws -> Response {
        guard paths.count > 100 else { return try JSONAnswer.response(paths, status: .created) }
        return Response(
            status: .created, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                for (index, path) in paths.enumerated() {
                    var piece = ByteBuffer(string: index == 0 ? "[" : ",")
                    piece.writeBytes(try JSONAnswer.text(path))
                    try await writer.write(piece)
                }
                try await writer.write(ByteBuffer(string: "]\n"))
                try await writer.finish(nil)
            })
    }
}
