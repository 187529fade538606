// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Backup and restoration of a daemon's state as a user does them.
@Suite(.serialized) struct StoreCommandTests {
    private final class State {
        let path = NSTemporaryDirectory() + "gnss-state-\(UUID().uuidString)"
        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func store(_ command: String, _ arguments: String...) throws -> Program.Result {
            let place = ["--state-directory", path + "/state"]
            return try Program.run(try Program.gateway, ["store", command] + arguments + place)
        }

        func daemon() throws -> RunningProgram {
            let file = try TemporaryFile(
                """
                receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
                listen: { gpsd: ["127.0.0.1:0"], http: "" }
                discovery: { enabled: false }
                store: { keep_days: 30, keep_mib: 100 }
                """, suffix: ".yaml")
            let program = try RunningProgram(
                try Program.gateway, ["run", "--config", file.path],
                environment: ["STATE_DIRECTORY": path + "/state"])
            try program.wait(for: "rover: running: replaying")
            return program
        }
    }

    @Test(arguments: ["run", "check"]) func `a relative state folder of the environment is refused`(_ command: String)
        throws
    {
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        let refused = try RunningProgram(
            try Program.gateway, command == "run" ? ["run", "--config", file.path] : ["store", "check"],
            environment: ["STATE_DIRECTORY": "relative/state"]
        ).waitForEnd()
        #expect(refused.status == 78, "\(refused.messages)")
        #expect(refused.messages.contains("STATE_DIRECTORY is 'relative/state', which is not an absolute path"))
    }

    @Test func `a backup of a running daemon is restored once it has ended, and what was there is kept`() throws {
        let state = try State()
        let backup = state.path + "/backup.sqlite"
        let daemon = try state.daemon()
        let added = try PlainHTTP.request("PUT", "/v1/users/Anna", body: #"{"role":"viewer"}"#, socket: daemon.socket)
        #expect(added.status == 200, "\(added)")
        let misplaced = try state.store("backup", state.path + "/missing/backup.sqlite")
        #expect(
            misplaced.status == 73 && misplaced.messages.contains("cannot create the backup \(state.path)/missing/"),
            "\(misplaced.messages)")
        let copied = try state.store("backup", backup)
        #expect(copied.status == 0 && copied.messages == "state folder: \(state.path)/state\n", "\(copied.messages)")
        let early = try state.store("restore", backup)
        #expect(early.status == 69 && early.messages.contains("another gnss-gateway"), "\(early.messages)")
        daemon.signal(SIGKILL)
        _ = daemon.waitForEnd()
        let restored = try state.store("restore", backup)
        #expect(restored.status == 0, "\(restored.messages)")
        #expect(restored.messages.contains("is sound") && restored.messages.contains("is kept as"))
        #expect(
            restored.messages.contains("0 browsers were signed out; people and passwords are those of 20"),
            "\(restored.messages)")
        let files = try FileManager.default.contentsOfDirectory(atPath: state.path + "/state")
        #expect(files.filter { $0.hasPrefix("store-2") && $0.hasSuffix("Z.sqlite") }.count == 1, "\(files)")
        #expect(try state.store("check").status == 0)
        let again = try state.daemon()
        again.signal(SIGTERM)
        #expect(again.waitForEnd().status == 0)

        try Data(repeating: 0xA5, count: 9000).write(to: URL(fileURLWithPath: backup + ".damaged"))
        for (file, status) in [(".damaged", 70), (".none", 66)] {
            let refused = try state.store("restore", backup + file)
            #expect(refused.status == status && refused.messages.contains(backup + file), "\(refused.messages)")
        }
        #expect(try state.store("check").status == 0)
    }

    @Test(.enabled(if: geteuid() == 0)) func `what root restores belongs to the folder's owner, and nothing else does`()
        throws
    {
        let state = try State()
        let folder = state.path + "/state"
        let backup = state.path + "/backup.sqlite"
        let daemon = try state.daemon()
        #expect(try state.store("backup", backup).status == 0)
        daemon.signal(SIGKILL)
        _ = daemon.waitForEnd()
        // A restored folder, as if the user had lost everything; and files that are none of the user's.
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder + "/photos/P", withIntermediateDirectories: true)
        let files = [state.path + "/outside", state.path + "/second"]
        for file in files { try Data("root's".utf8).write(to: URL(fileURLWithPath: file)) }
        #expect(symlink(files[0], folder + "/link") == 0 && link(files[1], folder + "/second") == 0)
        #expect(chown(folder, 65_534, 65_534) == 0)
        let restored = try state.store("restore", backup)
        #expect(restored.status == 0, "\(restored.messages)")
        func owner(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? Int
        }
        for name in ["store.sqlite", "store.lock", "photos", "photos/P"] {
            #expect(try owner("\(folder)/\(name)") == 65_534, "\(name)")
        }
        for file in files { #expect(try owner(file) == 0, "\(file)") }
    }
}
