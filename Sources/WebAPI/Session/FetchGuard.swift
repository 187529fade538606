// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import ControlModel
internal import HTTPTypes
internal import Hummingbird

/// Refuses requests that pages of other sites, or of other ports on this machine, cause in a visitor's browser.
/// Browsers name a request's origin in `Sec-Fetch-Site` (Fetch Metadata Request Headers, section 2.4). Links to the
/// console or the plain page work from anywhere.
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

    /// True if a person follows a link or enters a URL.
    private func isLink(_ request: Request) -> Bool {
        request.method == .get && request.headers[.secFetchMode] == "navigate"
            && request.headers[.secFetchDest] == "document"
            && (request.uri.path == "/" || request.uri.path == PlainPage.path)
    }
}

extension Request {
    /// True if the browser states that a page of another origin caused the request.
    func isFromElsewhere(_ place: CallerPlace) -> Bool {
        if let site = headers[.secFetchSite] { return site != "same-origin" && site != "none" }
        // A browser that does not support this header sends `Origin` with every request that changes something, and
        // when another site opens a stream or requests data.
        guard let origin = headers[.origin] else { return false }
        return !isOwn(origin, place)
    }

    /// True if the browser states that our own page caused the request.
    func isFromOwnPage(_ place: CallerPlace) -> Bool {
        if let site = headers[.secFetchSite] { return site == "same-origin" }
        return headers[.origin].map { isOwn($0, place) } ?? false
    }

    private func isOwn(_ origin: String, _ place: CallerPlace) -> Bool {
        guard let authority = head.authority?.lowercased() else { return false }
        let scheme = place.isHTTPS ? "https" : "http"
        return origin.lowercased() == "\(scheme)://\(authority)"
    }
}
