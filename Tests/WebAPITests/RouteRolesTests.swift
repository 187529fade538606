// SPDX-License-Identifier: Apache-2.0

import ClientAdmission
import ControlModel
import HTTPTypes
import Hummingbird
import Testing

@testable import Access
@testable import WebAPI

/// What each role may ask for, over the whole router.
struct RouteRolesTests {
    private static let network = NetworkAccess(
        addresses: [NetworkAddress(host: "0.0.0.0", port: 0)], isRequired: true, token: nil)

    /// All routes as the router has them, but those that only answer how long an answer would be.
    private static let routes = ControlRoutes.all().router(for: .network(network), streams: ClientLimit(1)).routes
        .filter { $0.method != .head }.map { (method: $0.method, path: "\($0.path)") }

    @Test func `each route has a role, and the table has no other ones`() {
        let real = Set(Self.routes.map { "\($0.method) \($0.path)" })
        #expect(real.count > 80)
        #expect(real.symmetricDifference(RouteRoles.table.keys).sorted() == [])
    }

    @Test func `only signing in, words and the bare page are for everyone, and nothing that changes is for viewers`() {
        let open = RouteRoles.table.filter { $0.value == .nobody }.keys.sorted()
        #expect(
            open == [
                "DELETE /v1/session", "GET /", "GET /ca.crt", "GET /console/{fingerprint}/**",
                "GET /service-worker.js", "GET /v1/certificate", "GET /v1/messages", "GET /v1/session",
                "POST /v1/session",
            ])
        let seen = RouteRoles.table.filter { $0.value == .role(.viewer) }.keys
        #expect(seen.allSatisfy { $0.hasPrefix("GET ") })
        let secret = ["GET /v1/users", "GET /v1/sessions"]
        for route in secret { #expect(RouteRoles.table[route] == .role(.admin)) }
    }

    private enum Who: CaseIterable {
        case nobody, viewer, `operator`, admin

        var role: ControlRole? {
            switch self {
            case .nobody: nil
            case .viewer: .viewer
            case .operator: .operator
            case .admin: .admin
            }
        }
    }

    @Test func `every role tries every route from another machine`() async throws {
        for who in Who.allCases {
            let trial = AccessTrial()
            var fields: [String: String] = [:]
            if let role = who.role { fields["Cookie"] = try await trial.signIn(InvitationRequest(role: role)) }
            var tried = 0
            for route in Self.routes where route.path != SessionRoutes.path {
                let need = try #require(RouteRoles.need(route.method, route.path))
                // Commands of one browser are limited.
                trial.clock.advance(.seconds(1))
                let path = route.path.replacing("{id}", with: "x").replacing("{name}", with: "x")
                    .replacing("{fingerprint}", with: "x").replacing("**", with: "x")
                let answer = try await trial.ask(route.method.rawValue, path, fields)
                let isRefused = ["\"not_allowed\"", "\"not_signed_in\"", "\"insecure\""].contains {
                    answer.text.contains($0)
                }
                let isAllowed =
                    switch need {
                    case .nobody: true
                    case .role(let role): who.role.map { $0 >= role } ?? false
                    }
                #expect(isRefused != isAllowed, "\(who) \(route): \(answer)")
                if isRefused { #expect(answer.status == (who == .nobody ? 401 : 403), "\(who) \(route): \(answer)") }
                tried += 1
            }
            #expect(tried > 80)
        }
    }

    @Test func `who has not signed in is not told which routes there are`() async throws {
        let trial = AccessTrial()
        for path in ["/v1/nothing", "/v1/status", "/v1", "/v1/status/", "/%2e%2e/v1/status", "/V1/STATUS"] {
            for method in ["GET", "HEAD", "PUT", "BREW"] {
                let answer = try await trial.ask(method, path)
                #expect(answer.status == 401, "\(method) \(path): \(answer.status)")
            }
        }
    }

    @Test func `HEAD answers like GET, without the body`() async throws {
        let trial = AccessTrial()
        let fields = ["Cookie": try await trial.signIn(InvitationRequest(role: .viewer))]
        for path in ["/v1/version", "/v1/session", "/v1/live/snapshot", "/v1/nothing"] {
            let whole = try await trial.ask("GET", path, fields)
            let head = try await trial.ask("HEAD", path, fields)
            #expect(head.status == whole.status, "\(path): \(head)")
            guard whole.status == 200 else { continue }
            #expect(head.text.isEmpty && !whole.text.isEmpty)
            #expect(head.headers[.contentLength] == whole.headers[.contentLength])
            #expect(head.headers[.contentType] == whole.headers[.contentType])
        }
    }

    @Test(arguments: [
        ("DELETE", "/v1/status", "GET, HEAD"), ("OPTIONS", "/v1/reload", "POST"),
        ("BREW", "/v1/paths", "GET, HEAD, POST"),
        // A name precedes a parameter, like in the router.
        ("PATCH", "/v1/receivers/searches", "GET, HEAD, POST"), ("POST", "/v1/paths/7", "DELETE, GET, HEAD, PATCH"),
        ("GET", "/v1/captures/send", "POST"), ("DELETE", "/v1/paths/send", "POST"), ("POST", "/v1/tasks", "GET, HEAD"),
        ("PUT", "/v1/tasks/7/send", "DELETE, POST"), ("PUT", "/v1/back-office/session", "DELETE, POST"),
    ])
    func `a method that a path does not have is refused with the ones that it has`(
        method: String, path: String, allowed: String
    ) async throws {
        let trial = AccessTrial()
        let fields = ["Cookie": try await trial.signIn(InvitationRequest(role: .admin))]
        let answer = try await trial.ask(method, path, fields)
        #expect(answer.status == 405 && answer.headers[.allow] == allowed, "\(answer)")
        #expect(answer.text.contains("allowed: \(allowed)"))
    }
}
