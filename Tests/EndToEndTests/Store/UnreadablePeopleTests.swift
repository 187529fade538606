// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Stored people that this version cannot read are not lost, and all others keep their access.
@Suite(.serialized) struct UnreadablePeopleTests {
    private static let added = #"{"name":"Zoe","role":"auditor","password":{"hash":"c2VjcmV0"}}"#

    private func names(_ daemon: RunningProgram) throws -> [String] {
        let users = try PlainHTTP.request("GET", "/v1/users", socket: daemon.socket).json["users"] as? [[String: Any]]
        return (users ?? []).compactMap { $0["name"] as? String }
    }

    private func add(_ name: String, _ daemon: RunningProgram) throws {
        let body = #"{"role":"operator","password":"kestrel meadow anvil"}"#
        let answer = try PlainHTTP.request("PUT", "/v1/users/\(name)", body: body, socket: daemon.socket)
        #expect(answer.status == 200, "\(answer)")
    }

    private func end(_ daemon: RunningProgram) {
        daemon.signal(SIGTERM)
        _ = daemon.waitForEnd()
    }

    private func value(_ key: String, _ bench: StoreBench) throws -> String {
        try bench.python(
            "print(database.execute(\"SELECT value FROM settings WHERE key = '\(key)'\").fetchone()[0], end='')")
    }

    /// - Parameter change: An SQL expression for the new value.
    private func change(_ change: String, _ bench: StoreBench) throws {
        try bench.python("database.execute(\"\"\"UPDATE settings SET value = \(change) WHERE key = 'access'\"\"\")")
    }

    @Test func `a person with a role of a later version is skipped, and the others stay`() throws {
        let bench = try StoreBench()
        var daemon = try bench.start()
        try add("Adam", daemon)
        end(daemon)
        try change("json_insert(value, '$.people[#]', json('\(Self.added)'))", bench)
        daemon = try bench.start()
        #expect(try names(daemon) == ["Adam"])
        #expect(daemon.messages.contains("cannot read 1 of the stored people (Zoe)"), "\(daemon.messages)")
        #expect(!daemon.messages.contains("c2VjcmV0") && !daemon.messages.contains("auditor"))
        try add("Eva", daemon)
        end(daemon)
        #expect(try value("access.unreadable", bench).contains("Zoe"))
        #expect(try !value("access", bench).contains("Zoe"))
        daemon = try bench.start()
        #expect(try names(daemon) == ["Adam", "Eva"])
        #expect(!daemon.messages.contains("cannot read"), "\(daemon.messages)")
    }

    @Test func `a value that cannot be read at all is kept beside the next one, and not in the log`() throws {
        let bench = try StoreBench()
        var daemon = try bench.start()
        try add("Adam", daemon)
        end(daemon)
        let before = try value("access", bench)
        try change("substr(value, 2)", bench)
        daemon = try bench.start()
        #expect(try names(daemon) == [])
        #expect(daemon.messages.contains("the setting access, \(before.utf8.count - 1) bytes, cannot be read"))
        #expect(!daemon.messages.contains("Adam") && !daemon.messages.contains("salt"), "\(daemon.messages)")
        try add("Eva", daemon)
        end(daemon)
        #expect(try value("access.unreadable", bench) == String(before.dropFirst()))
    }
}
