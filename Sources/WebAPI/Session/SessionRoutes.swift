// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird

/// Signing a browser in and out.
struct SessionRoutes: Sendable {
    static let path = "/v1/session"

    let sessions: Sessions

    /// What a browser asks for.
    func add(to router: Router<ControlContext>, role: @escaping @Sendable (Request) -> ControlRole) {
        router.get(RouterPath(Self.path)) { request, _ in
            try JSONAnswer.response(SessionReport(role: role(request)))
        }
        router.post(RouterPath(Self.path)) { request, _ in
            let wanted: SessionRequest = try await CommandRoutes.body(request, form: SessionRequest.form)
            let token = try open(wanted.code)
            let seconds = Int(Sessions.lifetime / .seconds(1))
            return Response(
                status: .noContent,
                headers: [
                    .setCookie:
                        "\(Sessions.cookie)=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(seconds)",
                    .cacheControl: "no-store",
                ])
        }
        router.delete(RouterPath(Self.path)) { request, _ in
            sessions.close(request.headers)
            return Response(
                status: .noContent,
                headers: [.setCookie: "\(Sessions.cookie)=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"])
        }
    }

    /// What only the machine's own command line may ask for.
    ///
    /// - Parameter addresses: where the console is served.
    func addInvitations(to router: Router<ControlContext>, addresses: [String]) {
        router.post(RouterPath(ControlRoute.invitation)) { _, _ in
            try JSONAnswer.response(
                InvitationReport(
                    code: sessions.invite(), seconds: Int(Sessions.codeLifetime / .seconds(1)), addresses: addresses),
                status: .created)
        }
    }

    private func open(_ code: String) throws -> String {
        do throws(Sessions.Refusal) {
            return try sessions.open(code)
        } catch {
            var problem =
                switch error {
                case .wrong:
                    Problem(
                        .forbidden,
                        "this code is wrong, was used already or is older than 10 minutes; run 'gnss-gateway console open' "
                            + "for a new one")
                case .paused:
                    Problem(.tooManyRequests, "too many wrong codes were tried; try again in a minute")
                }
            if error == .paused { problem.retryAfter = Int(Sessions.pause / .seconds(1)) }
            problem.code = (error == .wrong ? ControlError.Code.wrongCode : .tooManyTries).rawValue
            throw problem
        }
    }
}
