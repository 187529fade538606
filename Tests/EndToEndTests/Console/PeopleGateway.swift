// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A gateway that the network reaches.
struct PeopleGateway {
    let bench: ConsoleBench
    let host: String
    var away: String { "http://\(host):\(bench.port)" }

    /// - Parameter isPlainAllowed: Whether there may be an admin over plain HTTP.
    init(isPlainAllowed: Bool = false) throws {
        host = try #require(PeopleTests.ownAddress)
        bench = try ConsoleBench(
            listen: "0.0.0.0", more: isPlainAllowed ? "access: { plain: allowed }" : "")
    }

    func console(_ arguments: String...) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, ["console"] + arguments,
            environment: ["GNSS_GATEWAY_SOCKET": bench.daemon.socket]
        ).waitForEnd()
    }

    func code(role: String) throws -> String { try code("--role", role) }

    func code(_ arguments: String...) throws -> String {
        let body = arguments.first == "--role" ? ["role": arguments[1]] : ["name": arguments[0]]
        let text = String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
        return try #require(try bench.ask("POST", "/v1/session/invitation", body: text).json["code"] as? String)
    }

    func sessions() throws -> [[String: Any]] {
        try bench.ask("GET", "/v1/sessions").json["sessions"] as? [[String: Any]] ?? []
    }

    /// Signs a browser in with a code, as a person does with a link.
    func signIn(_ browser: Browser, _ code: String, at address: String) throws {
        try browser.open("\(address)/?\(code)#code=\(code)")
        try browser.wait(for: "signed in", in: "#toasts")
        try browser.waitForLive()
    }
}
