// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import Hummingbird

/// Says with every answer, refusals too, that no page may frame or load it, and that it is of no other type than it says.
struct AnswerGuard: RouterMiddleware {
    typealias Context = ControlContext

    /// What an answer has unless it says so itself.
    static let fields: [(name: HTTPField.Name, value: String)] = [
        (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'"), (.xFrameOptions, "DENY"),
        (.xContentTypeOptions, "nosniff"), (.crossOriginResourcePolicy, "same-origin"),
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
