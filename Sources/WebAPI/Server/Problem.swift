// SPDX-License-Identifier: Apache-2.0

internal import Access
package import ControlModel
internal import FoundationEssentials
internal import GNSSTypes
package import HTTPTypes
package import Hummingbird
internal import Logging
internal import MessageTexts
internal import NIOCore
internal import NIOHTTP1
internal import WebConsole

extension Problem: HTTPResponseError {
    init(_ status: HTTPResponse.Status, _ detail: String, asksForToken: Bool = false) {
        self.init(title: status.reasonPhrase, number: status.code, detail: detail, asksForToken: asksForToken)
    }

    init(_ refusal: ControlError) {
        let status: HTTPResponse.Status =
            switch refusal.kind {
            case .notFound: .notFound
            case .conflict: .conflict
            case .forbidden: .forbidden
            case .invalid: .badRequest
            case .outdated: .preconditionFailed
            case .unprocessable: .unprocessableContent
            case .full: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
            case .unavailable: .serviceUnavailable
            }
        self.init(status, refusal.description)
        (code, ownMessage) = (refusal.code, refusal.message)
        errors = refusal.errors.isEmpty ? nil : refusal.errors
    }

    init(_ refusal: CaptureRefusal) {
        let reason = refusal.reasons.first?.message ?? CodedText(CaptureText.noFix)
        let message = CodedText(CaptureText.rejected, ["reason": .sentence(reason)])
        self.init(.conflict, message.text)
        (code, ownMessage, reasons) = (CaptureText.rejected.refusalCode, message, refusal.reasons)
    }

    package var status: HTTPResponse.Status { HTTPResponse.Status(code: number, reasonPhrase: title) }

    /// The problem as a JSON response.
    ///
    /// - Throws: An encoding error.
    package func response(from request: Request, context: some RequestContext) throws -> Response { try response() }

    func response() throws -> Response {
        var response = try JSONAnswer.response(self, status: status, type: Self.mediaType)
        if asksForToken { response.headers[.wwwAuthenticate] = "Bearer realm=\"gnss-gateway\"" }
        if let retryAfter { response.headers[.retryAfter] = "\(retryAfter)" }
        return response
    }
}

/// JSON responses: keys in alphabetical order, with a newline at the end.
enum JSONAnswer {
    static func response(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, type: String = "application/json"
    ) throws -> Response {
        var buffer = ByteBuffer(bytes: try text(value))
        buffer.writeString("\n")
        return Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: buffer))
    }

    /// Returns a long response, compressed by gzip if the client accepts it. The value must not contain secrets, which
    /// the compressed size could reveal.
    static func response(_ value: some Encodable, compressedFor request: Request) throws -> Response {
        var bytes = [UInt8](try text(value)) + [0x0A]
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: "no-store", .vary: "Accept-Encoding",
        ]
        if request.accepts(encoding: "gzip"), case let compressed = Gzip.compressed(bytes), !compressed.isEmpty {
            (bytes, headers[.contentEncoding]) = (compressed, "gzip")
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    static func text(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}

/// Converts errors of routes, and unknown paths, to problems.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = ControlContext

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let problem as Problem {
            return try problem.response()
        } catch let refusal as ControlError {
            return try Problem(refusal).response()
        } catch let error as HTTPError {
            if error.status == .notFound, context.endpointPath == Self.noRoute,
                let refusal = try refusalOfMethod(request)
            {
                return refusal
            }
            return try Problem(error.status, error.body ?? explanation(error.status, request)).response()
        } catch is HTTPParserError {
            return try Problem(.badRequest, "the body is incomplete, or its chunks are not valid").response()
        } catch {
            context.logger.debug("a request failed: \(error)")
            return try Problem(.internalServerError, "the gateway failed to answer this request").response()
        }
    }

    /// The path of a request without a route, as the router states it.
    private static let noRoute = "NotFound"

    /// Returns the response to a method that a path does not have (RFC 9110, section 15.5.6); nil if there is no such
    /// path, or if the part with this route is not configured.
    private func refusalOfMethod(_ request: Request) throws -> Response? {
        let methods = RouteRoles.methods(of: request.uri.path)
        guard !methods.isEmpty, !methods.contains(request.method.rawValue) else { return nil }
        let allowed = methods.joined(separator: ", ")
        var response = try Problem(
            .methodNotAllowed, "\(request.uri.path.prefix(200)) has no \(request.method.rawValue); allowed: \(allowed)"
        ).response()
        response.headers[.allow] = allowed
        return response
    }

    private func explanation(_ status: HTTPResponse.Status, _ request: Request) -> String {
        switch status {
        case .notFound: "there is no \(request.method.rawValue) \(request.uri.path.prefix(200))"
        case .contentTooLarge: "the body is larger than \(CommandRoutes.bodyLimit) bytes"
        default: status.reasonPhrase
        }
    }
}
