// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import SystemSupport

/// The routes for signing browsers in and out.
struct SessionRoutes: Sendable {
    static let path = "/v1/session"

    let coordinator: AccessCoordinator
    let policy: AccessPolicy

    /// Adds the routes for the session of the browser that sends the request.
    func add(to router: Router<ControlContext>) {
        router.get(RouterPath(Self.path)) { _, context in try JSONAnswer.response(report(context.caller)) }
        router.post(RouterPath(Self.path)) { request, context in
            let token = try await open(request, context.caller.place)
            var caller = context.caller
            caller.visitor = coordinator.visitor(token)
            caller.role = caller.visitor?.role
            caller.limit(by: policy)
            var response = try JSONAnswer.response(report(caller))
            response.headers[.setCookie] = Self.cookie(context.caller.place, token, seconds: 30 * 24 * 3600)
            return response
        }
        router.delete(RouterPath(Self.path)) { _, context in
            var response = Response(status: .noContent)
            do throws(ControlError) {
                if let visitor = context.caller.visitor { try await coordinator.close(session: visitor.id) }
            } catch {
                // The session has ended nevertheless; only a restart of the daemon could undo that.
                response = try Problem(error).response()
            }
            response.headers[.setCookie] = Self.cookie(context.caller.place, "", seconds: 0)
            return response
        }
    }

    private func report(_ caller: Caller) -> SessionReport {
        SessionReport(
            role: caller.role, name: caller.visitor?.name, id: caller.visitor?.id,
            limit: caller.limit?.rawValue,
            isSignedIn: caller.visitor != nil, takesPasswords: isTrusted(caller.place))
    }

    private func isTrusted(_ place: CallerPlace) -> Bool { place.isSecure || policy.isPlainAllowed }

    private func open(_ request: Request, _ place: CallerPlace) async throws -> String {
        let wanted: SessionRequest = try await CommandRoutes.body(request, form: SessionRequest.form)
        let browser = request.headers[.userAgent].map { text in
            String(String.UnicodeScalarView(text.unicodeScalars.prefix(200).filter { $0.isPlain }))
        }
        let origin = AccessCoordinator.Place(
            guesser: place.guesser, address: place.text, browser: browser,
            most: isTrusted(place) ? .admin : .operator, isExposed: !place.isSecure,
            token: request.sessionToken(place))
        do throws(AccessCoordinator.Refusal) {
            switch (wanted.code, wanted.name, wanted.password) {
            case (let code?, nil, nil): return try await coordinator.open(code: code, from: origin)
            case (nil, let name?, let password?):
                guard isTrusted(place) else { throw .insecure }
                return try await coordinator.open(name: name, password: password, from: origin)
            default: break
            }
        } catch {
            throw Self.problem(error)
        }
        throw ControlError(.invalid, "the body does not have the form \(SessionRequest.form)")
    }

    private static func problem(_ refusal: AccessCoordinator.Refusal) -> Problem {
        switch refusal {
        case .wrongCode:
            return problem(
                .forbidden, .wrongCode,
                "this code is wrong, was used already or is older than 10 minutes; run 'gnss-gateway console open' "
                    + "for a new one")
        case .wrongPassword: return problem(.forbidden, .wrongPassword, "the name or the password is wrong")
        case .insecure:
            return problem(
                .forbidden, .insecure,
                "passwords and the role admin are not accepted over plain HTTP from another machine, because others "
                    + "could read them: use https, or a code for another role")
        case .paused(let seconds):
            var problem = problem(
                .tooManyRequests, .tooManyTries, "too many wrong attempts; try again in \(seconds) s")
            problem.retryAfter = seconds
            return problem
        case .busy:
            var problem = problem(
                .tooManyRequests, .tooManySignIns, "other passwords are being examined; try again in some seconds")
            problem.retryAfter = 3
            return problem
        case .tooManyBrowsers:
            return problem(
                .conflict, .tooManyBrowsers,
                "\(AccessCoordinator.sessionLimit) browsers with higher roles are signed in, which is the limit; sign "
                    + "one of them out ('gnss-gateway console sessions')")
        case .store(let error): return Problem(error)
        }
    }

    private static func problem(
        _ status: HTTPResponse.Status, _ code: ControlError.Code, _ text: String
    ) -> Problem {
        var problem = Problem(status, text)
        problem.code = code.rawValue
        return problem
    }

    // MARK: The cookie

    /// The cookie's name. Browsers accept the prefix `__Host-` only over TLS and only from this host (RFC 6265bis, section 4.1.3).
    static func cookie(_ place: CallerPlace) -> String {
        place.isHTTPS ? "__Host-gnss_session" : "gnss_session"
    }

    private static func cookie(_ place: CallerPlace, _ token: String, seconds: Int) -> String {
        let secure = place.isHTTPS ? "; Secure" : ""
        return "\(cookie(place))=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(seconds)\(secure)"
    }
}
