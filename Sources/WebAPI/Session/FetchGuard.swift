// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import ControlModel
internal import HTTPTypes
internal import Hummingbird

/// Refuses what pages of other sites ask a visitor's browser to do here, and what programs on other ports of this machine
/// make it do: browsers say in `Sec-Fetch-Site` where a request comes from (Fetch Metadata Request Headers, section 2.4). A
/// link to the console's page or to the plain one works from anywhere.
struct FetchGuard: RouterMiddleware {
    typealias Context = ControlContext

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.isFromElsewhere(context.caller.place), !isLink(request) else {
            return try await next(request, context)
        }
        var problem = Problem(
            .forbidden, "another site may link to this gateway's page, but it may not load or send anything here")
        problem.code = ControlError.Code.crossSite.rawValue
        throw problem
    }

    /// A person who follows a link, or types an address.
    private func isLink(_ request: Request) -> Bool {
        request.method == .get && request.headers[.secFetchMode] == "navigate"
            && request.headers[.secFetchDest] == "document"
            && (request.uri.path == "/" || request.uri.path == PlainPage.path)
    }
}

extension Request {
    /// Whether the browser says that a page of another origin caused the request.
    func isFromElsewhere(_ place: CallerPlace) -> Bool {
        if let site = headers[.secFetchSite] { return site != "same-origin" && site != "none" }
        // A browser that does not know this header sends the origin with everything that changes something, and where another
        // site opens a stream or asks for data.
        guard let origin = headers[.origin] else { return false }
        return !isOwn(origin, place)
    }

    /// Whether the browser says that our own page caused the request.
    func isFromOwnPage(_ place: CallerPlace) -> Bool {
        if let site = headers[.secFetchSite] { return site == "same-origin" }
        return headers[.origin].map { isOwn($0, place) } ?? false
    }

    private func isOwn(_ origin: String, _ place: CallerPlace) -> Bool {
        guard let authority = head.authority?.lowercased() else { return false }
        let scheme = place.isSecure && !place.isLocal ? "https" : "http"
        return origin.lowercased() == "\(scheme)://\(authority)"
    }
}
