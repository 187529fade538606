// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A receiver that is chosen by its Bluetooth address, on a computer that cannot reach it. With a radio: `script/guest`.
@Suite struct AddedReceiverTests {
    private static let address = "00:1D:43:5F:A0:2C"

    private final class Daemon {
        let program: RunningProgram
        init(_ state: String) throws {
            let file = try TemporaryFile(
                "listen: { gpsd: [\"127.0.0.1:\(try Program.freePort())\"] }\n", suffix: ".yaml")
            program = try RunningProgram(
                try Program.gateway, ["run", "--config", file.path], environment: ["STATE_DIRECTORY": state])
            try withExtendedLifetime(file) { try program.wait(for: "start: ready") }
        }

        func ask(_ arguments: String...) throws -> Program.Result {
            try RunningProgram(
                try Program.gateway, arguments, environment: ["GNSS_GATEWAY_SOCKET": program.socket]
            ).waitForEnd()
        }

        func receivers() throws -> [[String: Any]] {
            let answer = try ask("receivers", "list", "--json")
            return try #require(
                try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [[String: Any]],
                "\(answer.messages)")
        }
    }

    @Test func `a receiver that is chosen by its address is run at each start until it is forgotten`() throws {
        let state = NSTemporaryDirectory() + "gnss-state-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: state) }
        do {
            let daemon = try Daemon(state)
            let use = try daemon.ask("receivers", "use", Self.address.lowercased())
            #expect(use.status == 0, "\(use.messages)")
            #expect(use.messages.contains("selected bluetooth-5fa02c"))
            // A second choice adds no second receiver.
            #expect(try daemon.ask("receivers", "use", Self.address).status == 0)
            daemon.program.signal(SIGKILL)
            _ = daemon.program.waitForEnd()
        }
        do {
            let daemon = try Daemon(state)
            let receivers = try daemon.receivers()
            #expect(receivers.map { $0["id"] as? String } == ["bluetooth-5fa02c"])
            #expect(receivers.first?["identity"] as? String == "bluetooth:\(Self.address)")
            #expect(receivers.first?["origin"] as? String == "added")
            #expect(receivers.first?["chosen"] as? Bool == true)
            #expect(try daemon.ask("receivers", "forget", Self.address).status == 0)
            #expect(try daemon.receivers().isEmpty)
            let again = try daemon.ask("receivers", "forget", Self.address)
            #expect(again.status == 69 && again.messages.contains("unknown device"), "\(again.messages)")
        }
        #expect(try Daemon(state).receivers().isEmpty)
    }

    @Test func `without an adapter a test of the connection ends at its first step`() throws {
        let end = try Program.run("receivers", "test", Self.address, "--json", "--seconds", "2")
        #expect(end.status == 69, "\(end.messages)")
        let trial = try #require(try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [String: Any])
        let steps = try #require(trial["steps"] as? [[String: Any]])
        #expect(steps.count == 8 && trial["verdict"] as? String == "not_connected")
        // A computer with a radio comes further, and finds nobody there.
        #expect(steps.contains { $0["result"] as? String == "failed" })
    }
}
