// SPDX-License-Identifier: Apache-2.0

package import ControlModel
package import HTTPTypes

/// The role that each route needs over the network. A route that is missing here is refused.
package enum RouteRoles {
    /// The requirement of a route.
    package enum Need: Equatable {
        /// No sign-in: the page without values, its texts, and signing in.
        case nobody
        case role(ControlRole)
    }

    /// The requirement of a route; nil if the table lacks it.
    ///
    /// - Parameter path: The router's pattern, such as `/v1/receivers/{id}`.
    package static func need(_ method: HTTPRequest.Method, _ path: String) -> Need? {
        table["\(method == .head ? .get : method) \(path)"]
    }

    /// Returns the methods that a request's path has, in alphabetical order; none if no route matches it.
    package static func methods(of path: String) -> [String] {
        let parts = path.split(separator: "/")
        var found: (rank: [Int], methods: Set<String>) = ([], [])
        for route in table.keys {
            let words = route.split(separator: " ")
            guard words.count == 2, let rank = rank(of: words[1].split(separator: "/"), matching: parts) else {
                continue
            }
            // Like in the router, a name precedes a parameter.
            if found.methods.isEmpty || rank.lexicographicallyPrecedes(found.rank) { found = (rank, []) }
            if rank == found.rank { found.methods.insert(String(words[0])) }
        }
        if found.methods.contains("GET") { found.methods.insert("HEAD") }
        return found.methods.sorted()
    }

    /// Returns, for each part of a matching pattern, 0 for a name, 1 for a parameter and 2 for any rest; nil if the
    /// pattern does not match.
    private static func rank(of pattern: [Substring], matching parts: [Substring]) -> [Int]? {
        var rank: [Int] = []
        for (index, wanted) in pattern.enumerated() {
            if wanted == "**" { return index < parts.count ? rank + [2] : nil }
            guard index < parts.count else { return nil }
            let isParameter = wanted.hasPrefix("{")
            guard isParameter || wanted == parts[index] else { return nil }
            rank.append(isParameter ? 1 : 0)
        }
        return pattern.count == parts.count ? rank : nil
    }

    /// Routes whose responses continue until the client leaves.
    package static let streams: Set<String> = [
        "/v1/live", "/v1/events", ControlRoute.observations,
    ]

    package static let table: [String: Need] = {
        var table: [String: Need] = [:]
        for route in open { table[route] = .nobody }
        for (role, routes) in [(ControlRole.viewer, viewer), (.operator, `operator`), (.admin, admin)] {
            for route in routes { table[route] = .role(role) }
        }
        return table
    }()

    /// The page without values, its words, signing in, and the public parts of certificates.
    private static let open = [
        "GET /", "GET /console/{fingerprint}/**", "GET /service-worker.js", "GET /v1/messages", "GET /v1/session",
        "POST /v1/session",
        "DELETE /v1/session", "GET /ca.crt", "GET /v1/certificate",
    ]

    private static let viewer = [
        "GET /plain", "GET /metrics", "GET /v1/version", "GET /v1/observations", "GET /v1/events", "GET /v1/live",
        "GET /v1/live/snapshot", "GET /v1/doctor", "GET /v1/status", "GET /v1/status/device",
        "GET /v1/status/indicators", "GET /v1/satellites", "GET /v1/sky/expected", "GET /v1/captures/check",
        "GET /v1/captures", "GET /v1/captures/key", "GET /v1/captures/{id}", "GET /v1/captures/{id}/image",
        "GET /v1/captures/{id}/thumbnail",
        "GET /v1/captures/{id}/record", "GET /v1/captures/{id}/export", "GET /v1/captures/{id}/pdf",
        "GET /v1/captures/{id}/verification",
        "GET /v1/osnma", "GET /v1/receivers", "GET /v1/receivers/{id}", "GET /v1/receivers/{id}/capabilities",
        "GET /v1/receivers/{id}/raw",
        "GET /v1/receivers/{id}/raw/file", "GET /v1/map", "GET /v1/map/{id}/areas",
        "GET /v1/map/{id}/{zoom}/{column}/{row}", "GET /v1/history", "GET /v1/alerts",
        "GET /v1/devices", "GET /v1/osnma/trust", "GET /v1/centroid", "GET /v1/centroid/{id}/samples",
        "GET /v1/centroid/settings", "GET /v1/settings",
        "GET /v1/settings/schema", "GET /v1/agrirouter", "GET /v1/agrirouter/settings", "GET /v1/members",
        "GET /v1/fleet",
        "GET /v1/paths", "GET /v1/paths/current", "GET /v1/paths/current/points", "GET /v1/paths/{id}",
        "GET /v1/paths/{id}/points", "GET /v1/paths/{id}/line", "GET /v1/paths/current/line",
        "GET /v1/back-office", "GET /v1/tasks", "GET /v1/tasks/{id}",
        "GET /v1/receivers/searches", "GET /v1/receivers/searches/{id}", "GET /v1/drivers", "GET /v1/corrections",
    ]

    private static let `operator` = [
        "POST /v1/paths", "POST /v1/paths/current/centroid", "POST /v1/paths/current/pause",
        "POST /v1/paths/current/point", "POST /v1/paths/current/resume", "POST /v1/paths/current/stop",
        "POST /v1/paths/current/undo", "POST /v1/paths/{id}/centroid", "POST /v1/paths/{id}/pause",
        "POST /v1/paths/{id}/point", "POST /v1/paths/{id}/resume", "POST /v1/paths/{id}/stop",
        "POST /v1/paths/{id}/undo", "POST /v1/paths/import", "PATCH /v1/paths/{id}", "DELETE /v1/paths/{id}",
        "POST /v1/centroid/start", "POST /v1/centroid/stop", "POST /v1/centroid/reset", "POST /v1/agrirouter/pause",
        "POST /v1/agrirouter/resume", "POST /v1/captures", "PUT /v1/captures/{id}/image", "PATCH /v1/captures/{id}",
        "POST /v1/captures/{id}/revalidate", "DELETE /v1/captures/{id}", "POST /v1/captures/send",
        "POST /v1/captures/{id}/send", "POST /v1/paths/send", "POST /v1/paths/{id}/send",
        "POST /v1/back-office/session", "DELETE /v1/back-office/session", "POST /v1/back-office/sync",
        "DELETE /v1/back-office/sync", "PATCH /v1/tasks/{id}", "POST /v1/tasks/{id}/open", "POST /v1/tasks/{id}/send",
        "DELETE /v1/tasks/{id}/send",
    ]

    private static let admin = [
        "POST /v1/receivers", "GET /v1/receivers/{id}/entry", "PATCH /v1/receivers/{id}", "PUT /v1/receivers/active",
        "DELETE /v1/receivers/active", "DELETE /v1/receivers/{id}",
        "POST /v1/receivers/{id}/start", "POST /v1/receivers/{id}/stop", "POST /v1/receivers/{id}/restart",
        "POST /v1/receivers/{id}/pair", "GET /v1/receivers/pairings/{id}", "POST /v1/receivers/pairings/{id}",
        "POST /v1/receivers/{id}/provision", "GET /v1/receivers/provisionings", "GET /v1/receivers/provisionings/{id}",
        "POST /v1/receivers/provisionings/{id}", "DELETE /v1/receivers/provisionings/{id}",
        "DELETE /v1/receivers/pairings/{id}", "POST /v1/receivers/{id}/test", "POST /v1/receivers/searches",
        "DELETE /v1/receivers/searches/{id}", "POST /v1/reload", "POST /v1/osnma/trust",
        "DELETE /v1/osnma/trust/{fingerprint}", "PATCH /v1/settings", "PUT /v1/centroid/settings",
        "POST /v1/centroid/settings/reset", "POST /v1/centroid/settings/{name}/reset", "PUT /v1/agrirouter/settings",
        "POST /v1/agrirouter/settings/reset", "POST /v1/agrirouter/settings/{name}/reset",
        "POST /v1/agrirouter/onboarding", "PUT /v1/agrirouter/onboarding", "DELETE /v1/agrirouter/onboarding",
        "GET /v1/corrections/entry", "PUT /v1/corrections", "DELETE /v1/corrections", "POST /v1/corrections/start",
        "POST /v1/corrections/stop", "GET /v1/corrections/mountpoints", "POST /v1/corrections/mountpoints",
        "PUT /v1/map/{id}", "DELETE /v1/map/{id}", "POST /v1/session/invitation", "GET /v1/users",
        "PUT /v1/users/{name}", "DELETE /v1/users/{name}",
        "GET /v1/sessions", "PATCH /v1/sessions/{id}", "DELETE /v1/sessions/{id}",
    ]
}
