// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The event that a route begins to read the body of the current request. `RequestGuard` then sends the answer 100 if
/// the client waits for it.
struct BodyWanted: Sendable {}

/// The event that the caller's role allows the current request. `RequestGuard` then keeps the connection even if the
/// body arrives slowly.
struct RequestAdmitted: Sendable {}

/// Tells `RequestGuard` that the caller's role allows a request with a body, and when a route begins to read the body of
/// a client that waits for the answer 100. A request that is refused before that, for example because the caller's role
/// does not allow it, gets only the refusal (RFC 9110, section 10.1.1).
struct ExpectationMiddleware: RouterMiddleware {
    typealias Context = ControlContext

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard [.post, .put, .patch].contains(request.method) else { return try await next(request, context) }
        if let path = context.endpointPath, RouteRoles.need(request.method, path) != .nobody {
            context.channel.triggerUserOutboundEvent(RequestAdmitted(), promise: nil)
        }
        guard request.headers[.expect] != nil else { return try await next(request, context) }
        var request = request
        request.body = AwaitedBody(body: request.body, channel: context.channel).asRequestBody
        return try await next(request, context)
    }
}

/// A request's body that announces to the connection that it is being read.
struct AwaitedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let body: RequestBody
    let channel: any Channel

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var pieces: RequestBody.AsyncIterator
        fileprivate let channel: any Channel
        fileprivate var hasBegun = false

        mutating func next() async throws -> ByteBuffer? {
            if !hasBegun {
                hasBegun = true
                channel.triggerUserOutboundEvent(BodyWanted(), promise: nil)
            }
            return try await pieces.next()
        }
    }

    var asRequestBody: RequestBody { RequestBody(asyncSequence: self) }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: body.makeAsyncIterator(), channel: channel) }
}
