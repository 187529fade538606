// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `osnma trust` as a user has it, with and without a daemon.
@Suite(.serialized) struct OSNMATrustTests {
    private static let key = """
        <PublicKey><UID>PK-1</UID><Applicability><Begin>2023-10-07T04:15:00Z</Begin></Applicability><i>7</i>
        <PKID>8</PKID><lengthInBits>264</lengthInBits>
        <point>036864EAA4347FFDEEB8BE07BB0730DDA2F0C25D9D8670C391E3B3815CCDECC988</point>
        <PKType>ECDSA P-256/SHA-256</PKType></PublicKey>
        """
    private static let fingerprint = "23dd6edbd29403b7221581789dd75faa680df43d4d4832230b5a595dd7c8c244"

    /// A folder for the state of one program after the other.
    private final class State {
        let path = NSTemporaryDirectory() + "gnss-state-\(UUID().uuidString)"
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func trust(
        _ state: State, _ arguments: [String], input: String? = nil, socket: String? = nil
    ) throws -> Program.Result {
        var environment = ["STATE_DIRECTORY": state.path]
        environment["GNSS_GATEWAY_SOCKET"] = socket
        return try RunningProgram(
            try Program.gateway, ["osnma", "trust"] + arguments, input: input, environment: environment
        ).waitForEnd()
    }

    private func list(_ state: State, socket: String? = nil) throws -> [[String: Any]] {
        let result = try trust(state, ["list", "--json"], socket: socket)
        try #require(result.status == 0, "\(result.messages)")
        return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    }

    private func states(_ state: State, socket: String? = nil) throws -> [String] {
        try list(state, socket: socket).compactMap { $0["state"] as? String }
    }

    @Test func `without a daemon the store is written, and made only then`() throws {
        let state = State()
        #expect(try list(state).map { $0["origin"] as? String } == ["built_in", "built_in"])
        #expect(!FileManager.default.fileExists(atPath: state.path))
        let file = try TemporaryFile(Self.key, suffix: ".xml")
        let added = try trust(state, ["add", file.path, "--json"])
        #expect(added.status == 0 && added.output.contains(Self.fingerprint) && added.messages.contains("PKID 8"))
        #expect(try states(state) == ["trusted", "trusted", "trusted"])
        let text = try trust(state, [])
        #expect(text.output.contains("public key PKID 8 (P-256)  \(Self.fingerprint)  2023-10-07T04:15Z"))
        #expect(try trust(state, ["remove", String(Self.fingerprint.prefix(8))]).status == 0)
        #expect(try states(state) == ["trusted", "trusted", "removed"])
        let again = try trust(state, ["remove", Self.fingerprint])
        #expect(again.status == 69 && again.messages.contains("removed already"))
        #expect(try trust(state, ["add", "-"], input: Self.key).status == 0)
        #expect(try states(state) == ["trusted", "trusted", "trusted"])
    }

    @Test func `with a daemon it holds at once, and after the daemon's sudden end`() throws {
        let state = State()
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path], environment: ["STATE_DIRECTORY": state.path])
        try daemon.wait(for: "rover: running: replaying")
        let key = try TemporaryFile(Self.key, suffix: ".xml")
        let added = try trust(state, ["add", key.path], socket: daemon.socket)
        #expect(added.status == 0, "\(added.messages)")
        let built = try #require(try list(state, socket: daemon.socket)[1]["fingerprint"] as? String)
        #expect(try trust(state, ["remove", built], socket: daemon.socket).status == 0)
        #expect(try states(state, socket: daemon.socket) == ["trusted", "removed", "trusted"])
        let unknown = try trust(state, ["remove", "ffffffff"], socket: daemon.socket)
        #expect(unknown.status == 69 && unknown.messages.contains("osnma trust list"))
        let locked = try trust(state, ["add", key.path])
        #expect(locked.status == 69 && locked.messages.contains("another gnss-gateway"))
        daemon.signal(SIGKILL)
        _ = daemon.waitForEnd()
        #expect(try states(state) == ["trusted", "removed", "trusted"])
    }

    @Test func `files that are wrong are refused whole, with what is wrong and where`() throws {
        let state = State()
        let good = try TemporaryFile(Self.key, suffix: ".xml")
        let cut = try TemporaryFile(Self.key.replacingOccurrences(of: "CCDECC988<", with: "<"), suffix: ".xml")
        let other = try TemporaryFile("no file of keys\n", suffix: ".xml")
        let result = try trust(state, ["add", good.path, cut.path, other.path])
        #expect(result.status == 65 && result.messages.contains("\(cut.path), line 3: point"))
        #expect(result.messages.contains("\(other.path) is neither XML nor PEM"))
        #expect(result.messages.contains("nothing was added"))
        #expect(try states(state) == ["trusted", "trusted"])
        #expect(try trust(state, ["add", "/nowhere/file.xml"]).status == 66)
        #expect(try trust(state, ["add"]).status == 64)
        #expect(try trust(state, ["add", "--pkid", "16", good.path]).status == 64)
        #expect(try trust(state, ["remove"]).status == 64)
    }
}
