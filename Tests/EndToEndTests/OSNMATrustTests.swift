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
        let nothing = try trust(state, []).messages
        #expect(nothing.hasPrefix("state folder: \(state.path) (without a store: only the built-in keys are known"))
        let file = try TemporaryFile(Self.key, suffix: ".xml")
        let added = try trust(state, ["add", file.path, "--json"])
        #expect(added.status == 0 && added.output.contains(Self.fingerprint) && added.messages.contains("PKID 8"))
        #expect(try states(state) == ["trusted", "trusted", "trusted"])
        let text = try trust(state, [])
        #expect(text.output.contains("public key PKID 8 (P-256)  \(Self.fingerprint)  2023-10-07T04:15Z"))
        #expect(text.messages == "state folder: \(state.path)\n")
        #expect(try trust(state, ["remove", String(Self.fingerprint.prefix(8))]).status == 0)
        #expect(try states(state) == ["trusted", "trusted", "removed"])
        let again = try trust(state, ["remove", Self.fingerprint])
        #expect(again.status == 69 && again.messages.contains("is already removed"))
        #expect(try trust(state, ["add", "-"], input: Self.key).status == 0)
        #expect(try states(state) == ["trusted", "trusted", "trusted"])
    }

    @Test func `a folder that others may write, or that is another account's, is not used as this user's own`() throws {
        let state = State()
        let file = try TemporaryFile(Self.key, suffix: ".xml")
        #expect(try trust(state, ["add", file.path]).status == 0)
        func allow(_ mode: mode_t) throws { try #require(chmod(state.path, mode) == 0) }
        try allow(0o777)
        for arguments in [["list"], ["add", file.path], ["remove", String(Self.fingerprint.prefix(8))]] {
            let refused = try trust(state, arguments)
            #expect(refused.status == 77 && refused.output.isEmpty, "\(refused.messages)")
            #expect(refused.messages.contains("'chmod go-w \(state.path)'"), "\(refused.messages)")
        }
        let verified = try RunningProgram(
            try Program.gateway, ["osnma", "verify", file.path], environment: ["STATE_DIRECTORY": state.path]
        ).waitForEnd()
        #expect(verified.status == 77 && verified.messages.contains("chmod go-w"), "\(verified.messages)")
        try allow(0o700)
        #expect(try states(state) == ["trusted", "trusted", "trusted"])
        guard geteuid() == 0 else { return }
        // As with 'sudo gnss-gateway': root reads, and creates no files that the service could not use.
        let names = try FileManager.default.subpathsOfDirectory(atPath: state.path)
        for path in [state.path] + names.map({ "\(state.path)/\($0)" }) {
            try #require(chown(path, 65_534, 65_534) == 0)
        }
        #expect(try states(state) == ["trusted", "trusted", "trusted"])
        let removed = try trust(state, ["remove", String(Self.fingerprint.prefix(8))])
        #expect(removed.status == 77, "\(removed.messages)")
        #expect(removed.messages.contains("gnss-gateway osnma trust …'"), "\(removed.messages)")
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

    /// A forger's key, which is a comment.
    private static let hidden = key.replacingOccurrences(
        of: "<UID>",
        with: """
            <!-- </PublicKey><PublicKey><PKID>2</PKID><i>1</i>
            <point>02219204B5CA6C46B623EEED6CDD2CDDB1F7D6A7532767E5B8DA0DE1EBD695FC99</point></PublicKey> --><UID>
            """)
    private static let pem = """
        -----BEGIN PUBLIC KEY-----
        MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACIZIEtcpsRrYj7u1s3SzdsffWp1MnZ+W42g3h69aV/Jk=
        -----END PUBLIC KEY-----

        """

    @Test func `a key in a comment of a file is not added`() throws {
        let state = State()
        let file = try TemporaryFile(Self.hidden, suffix: ".xml")
        let added = try trust(state, ["add", file.path, "--json"])
        #expect(added.status == 0 && added.output.contains("\"pkid\":8") && !added.output.contains("\"pkid\":2"))
    }

    @Test func `a key is kept with the tree that the files given with it prove`() throws {
        let state = State()
        let scenario = try TemporaryFile(Self.key, suffix: ".xml")
        #expect(try trust(state, ["add", scenario.path]).status == 0)
        #expect(try list(state).map { $0["tree"] is String } == [false, true, false])
        let root = try #require(try list(state).first?["content"] as? String)
        #expect(try list(state)[1]["tree"] as? String == root)
    }

    @Test func `of a trust directory each file that is wrong is one error, and the others count`() throws {
        let folder = State()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
        }
        let broken = Self.key.replacingOccurrences(of: "CCDECC988<", with: "<")
        try write("a.xml", Self.hidden)
        try write("b.xml", broken)
        // PKID 3: a different key from the one built in.
        try write("c_PKID_3.pem", Self.pem)
        try write("d.pem", Self.pem)
        try write("e.xml", Self.key + String(repeating: "\n", count: 1 << 20))
        let file = try TemporaryFile(
            """
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: true, ignore: ["*"] }
            osnma: { trust_directory: \(folder.path) }
            """, suffix: ".yaml")
        let daemon = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        func errors(_ name: String) -> Int { daemon.messages.components(separatedBy: "/\(name)").count - 1 }
        func keys() throws -> Int? {
            try PlainHTTP.request("GET", "/v1/osnma", socket: daemon.socket).json["trusted_public_keys"] as? Int
        }
        try daemon.wait(for: "/e.xml is larger than 1 MiB")
        try daemon.wait(for: "start: ready")
        #expect(daemon.messages.contains("\(folder.path)/b.xml, line 3: point does not consist of hexadecimal digits"))
        #expect(daemon.messages.contains("\(folder.path)/d.pem has no PKID"))
        #expect(errors("a.xml") == 0 && errors("b.xml") == 1 && errors("c_PKID_3.pem") == 0 && errors("e.xml") == 1)
        // One is built in, one is in XML and one in PEM.
        try eventually("keys are missing: \(daemon.messages)") { try keys() == 3 }
        try write("b.xml", Self.key.replacingOccurrences(of: "<PKID>8", with: "<PKID>9"))
        daemon.signal(SIGHUP)
        try eventually("the reload takes no key: \(daemon.messages)") { try keys() == 4 }
        #expect(errors("b.xml") == 1 && errors("d.pem") == 2)
        try write("b.xml", broken)
        daemon.signal(SIGHUP)
        // Both are in one line, of which a read may contain only a part.
        try eventually("the reload says nothing: \(daemon.messages)") {
            errors("b.xml") == 2 && daemon.messages.contains("its content from before is still trusted")
        }
        #expect(try keys() == 4)
        try FileManager.default.removeItem(atPath: "\(folder.path)/b.xml")
        daemon.signal(SIGHUP)
        try eventually("the key is still trusted") { try keys() == 3 }
        try write("b.xml", broken)
        // The command line does nothing with such a folder, and says the same of it.
        let recording = try TemporaryFile("no recording")
        let verified = try Program.run("osnma", "verify", "--trust", folder.path, recording.path)
        #expect(verified.status == 65)
        #expect(verified.messages.contains("/b.xml, line 3: point does not consist of hexadecimal digits"))
        #expect(verified.messages.contains("no file in \(folder.path) is trusted"))
    }

    @Test func `files that are wrong are refused whole, with what is wrong and where`() throws {
        let state = State()
        let good = try TemporaryFile(Self.key, suffix: ".xml")
        let cut = try TemporaryFile(Self.key.replacingOccurrences(of: "CCDECC988<", with: "<"), suffix: ".xml")
        let other = try TemporaryFile("no file in keys\n", suffix: ".xml")
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
