// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `osnma.require`, changed while the daemon runs.
@Suite struct RequirementTests {
    private func configuration(_ requires: Bool) -> String {
        """
        receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive, speed: 20 } }]
        listen: { gpsd: ["127.0.0.1:0"], http: "" }
        discovery: { enabled: false }
        osnma: { require: \(requires) }

        """
    }

    /// Waits until the daemon says that it requires an authenticated position, or does not, and refuses accordingly.
    private func check(_ daemon: RunningProgram, requires: Bool) throws {
        var told: [String: Any] = [:]
        try eventually("it is never \(requires): \(told)") {
            told = try PlainHTTP.request("GET", "/v1/osnma", socket: daemon.socket).json
            let receiver = (told["receivers"] as? [[String: Any]])?.first
            return told["required"] as? Bool == requires && receiver != nil
                && (receiver?["refusal"] as? String != nil) == requires
        }
    }

    @Test func `a requirement takes effect at once, is lifted at once, and survives a restart`() throws {
        let folder = NSTemporaryDirectory() + "gnss-requirement-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try TemporaryFile(configuration(false), suffix: ".yaml")
        func start() throws -> RunningProgram {
            let daemon = try RunningProgram(
                try Program.gateway, ["run", "--config", file.path], environment: ["STATE_DIRECTORY": folder])
            try daemon.wait(for: "rover: running: replaying")
            return daemon
        }
        let daemon = try start()
        try check(daemon, requires: false)
        for requires in [true, false, true] {
            try Data(configuration(requires).utf8).write(to: URL(fileURLWithPath: file.path))
            daemon.signal(SIGHUP)
            try check(daemon, requires: requires)
        }
        daemon.signal(SIGKILL)
        _ = daemon.waitForEnd()
        try check(try start(), requires: true)
    }
}
