// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import ControlModel
internal import HTTPTypes
internal import Hummingbird

/// Determines how a request reached the gateway.
struct PlaceMiddleware: RouterMiddleware {
    typealias Context = ControlContext

    let policy: AccessPolicy
    let isEncrypted: Bool

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.caller.place = CallerPlace(request.headers, context.channel, isEncrypted: isEncrypted, policy)
        return try await next(request, context)
    }
}

/// Makes every caller on the control socket an admin. The socket's file mode decides who can connect.
struct SocketCaller: RouterMiddleware {
    typealias Context = ControlContext

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.caller = .socket
        return try await next(request, context)
    }
}

/// Admits the requests that the caller's role allows (`RouteRoles`). The role comes from a signed-in browser's cookie
/// or from a program's token; reading on this machine needs neither.
struct AccessGuard: RouterMiddleware {
    typealias Context = ControlContext

    /// The token for programs; nil if the gateway has none.
    let token: String?
    let policy: AccessPolicy
    let coordinator: AccessCoordinator

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var (request, context) = (request, context)
        try identify(request, &context.caller)
        guard let path = context.endpointPath else {
            // A caller without a role must not learn which routes exist.
            if context.caller.role == nil { try refuse(.viewer, request, context.caller) }
            return try await next(request, context)
        }
        switch RouteRoles.need(request.method, path) {
        case .nobody: break
        case .role(let role):
            guard let own = context.caller.role, own >= role else { try refuse(role, request, context.caller) }
            guardBody(of: &request, context.caller, role)
        case nil: throw Problem(.forbidden, "this route is only for the control socket")
        }
        try check(request, path, context)
        if RouteRoles.streams.contains(path) { try admitStream(request, &context) }
        return try await next(request, context)
    }

    /// Examines a signed-in browser's rights again while its body arrives, which can take hours.
    private func guardBody(of request: inout Request, _ caller: Caller, _ role: ControlRole) {
        guard caller.visitor != nil, request.method != .get, request.method != .head else { return }
        request.body =
            GuardedBody(body: request.body) { [request] in
                var now = caller
                try identify(request, &now)
                if now.visitor?.id != caller.visitor?.id { try refuse(.viewer, request, now) }
                guard let own = now.role, own >= role else { try refuse(role, request, now) }
            }.asRequestBody
    }

    /// Counts a stream towards the limits of its session and address. The stream ends when the session ends.
    private func admitStream(_ request: Request, _ context: inout Context) throws {
        let visitor = context.caller.visitor
        guard coordinator.admit(context.channel, session: visitor?.id, address: context.caller.place.text) else {
            var problem = problem(
                .tooManyRequests,
                "this browser or machine has too many streams open: a session may have "
                    + "\(AccessCoordinator.streamsPerSession), "
                    + "an address \(AccessCoordinator.streamsPerAddress); close some of them",
                .tooManyStreams)
            problem.retryAfter = 10
            throw problem
        }
        guard let visitor else { return }
        // The session may have ended or changed its role in the meantime.
        try identify(request, &context.caller)
        if context.caller.visitor?.id != visitor.id { try refuse(.viewer, request, context.caller) }
    }

    /// Determines the request's role.
    private func identify(_ request: Request, _ caller: inout Caller) throws {
        caller.visitor = nil
        if let given = request.bearerToken {
            caller.role = anonymousRole(caller.place)
            if let token, ConstantTime.isEqual(given, token) { caller.role = policy.tokenRole }
        } else {
            caller.visitor = request.sessionToken(caller.place).flatMap(coordinator.visitor)
            caller.role = caller.visitor?.role ?? anonymousRole(caller.place)
        }
        caller.limit(by: policy)
    }

    /// The role of a caller without a cookie or token; nil if it may only sign in.
    private func anonymousRole(_ place: CallerPlace) -> ControlRole? {
        place.isLocal || policy.isReadingOpen ? .viewer : nil
    }

    /// Checks a signed-in browser's request to change something. A page of another site or port could cause such a
    /// request with the cookie, so the browser must state that our own page sent it, and the body must have a type that
    /// a form cannot send.
    private func check(_ request: Request, _ path: String, _ context: Context) throws {
        guard let visitor = context.caller.visitor, request.method != .get, request.method != .head else { return }
        guard request.isFromOwnPage(context.caller.place) else {
            throw problem(
                .forbidden, "a browser can make changes only from this gateway's own page", .crossSite)
        }
        let type = request.headers[.contentType]?.split(separator: ";").first?.filter { !$0.isWhitespace }.lowercased()
        if let type, ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"].contains(type) {
            throw Problem(.unsupportedMediaType, "the body has the type \(type); send it as application/json")
        }
        guard path != SessionRoutes.path, !coordinator.allowsCommand(of: visitor.id) else { return }
        var problem = problem(
            .tooManyRequests, "too many commands came at once; try again in a second", .tooManyCommands)
        problem.retryAfter = 1
        throw problem
    }

    // MARK: Refusals

    private func refuse(_ needed: ControlRole, _ request: Request, _ caller: Caller) throws -> Never {
        if let limit = caller.limit, needed == .admin {
            throw problem(
                .forbidden,
                limit == .insecure
                    ? "this is not allowed over plain HTTP from another machine, because others could read it: use "
                        + "https, or the gateway's own machine"
                    : "this browser signed in over plain HTTP, or before the gateway was updated, so others could have "
                        + "read its cookie: sign out, and sign in again over https",
                limit)
        }
        if caller.visitor == nil, needed > .viewer, token == nil, caller.place.isLocal {
            throw problem(
                .forbidden,
                "this gateway keeps no state on disk, so it has no token: use the command line on its machine, or "
                    + "sign in",
                .notAllowed)
        }
        if request.bearerToken != nil, caller.role != policy.tokenRole || token == nil {
            throw problem(.unauthorized, "this is not the gateway's token", .notSignedIn, asksForToken: true)
        }
        if caller.visitor != nil || request.bearerToken != nil {
            throw problem(
                .forbidden, "this needs the role \(needed.rawValue); ask an admin of this gateway",
                .notAllowed)
        }
        throw problem(
            .unauthorized,
            "sign in, or send the header \"Authorization: Bearer TOKEN\"; the token is in credentials/control.token "
                + "in the gateway's state directory",
            .notSignedIn, asksForToken: true)
    }

    private func problem(
        _ status: HTTPResponse.Status, _ text: String, _ code: ControlError.Code, asksForToken: Bool = false
    ) -> Problem {
        var problem = Problem(status, text, asksForToken: asksForToken)
        problem.code = code.rawValue
        return problem
    }
}

extension Caller {
    /// Lowers an admin's role if others on the network can read the request, or could have read the session's cookie.
    mutating func limit(by policy: AccessPolicy) {
        let isReadable = !place.isSecure || visitor?.isExposed == true
        let permitted = role.map { policy.permitted($0, isReadable: isReadable) }
        (isLimited, role) = (permitted != role, permitted)
    }

    /// The reason why the role is lower than the session's or the token's; nil if it is not.
    var limit: ControlError.Code? { isLimited ? (place.isSecure ? .signInAgain : .insecure) : nil }
}

extension Request {
    /// The token in the browser's cookie.
    func sessionToken(_ place: CallerPlace) -> String? { headers.cookie(SessionRoutes.cookie(place)) }

    /// The token of a program; nil without one, and for other schemes, whose credentials a proxy may pass on.
    var bearerToken: String? {
        guard let given = headers[.authorization] else { return nil }
        let scheme = given.prefix { $0 != " " }
        // RFC 9110, section 11.1: in any case.
        guard scheme.lowercased() == "bearer" else { return nil }
        return String(given[scheme.endIndex...].drop { $0 == " " })
    }
}
