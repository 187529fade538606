// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import Hummingbird

/// Adds headers to every response, including errors, that keep other sites from framing or embedding it, browsers from
/// guessing its type, and caches from storing it.
struct AnswerGuard: RouterMiddleware {
    typealias Context = ControlContext

    /// The headers added to a response that does not set them itself.
    static let fields: [(name: HTTPField.Name, value: String)] = [
        (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'"), (.xFrameOptions, "DENY"),
        (.xContentTypeOptions, "nosniff"), (.crossOriginResourcePolicy, "same-origin"),
        (.cacheControl, "no-store"),
    ]

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for field in Self.fields where response.headers[field.name] == nil {
            response.headers[field.name] = field.value
        }
        return response
    }
}
