// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A network of a test's own, whose addresses it may change.
enum OwnNetwork {
    /// True if this user may make a network and change its addresses.
    static let isPossible: Bool = {
        let result = try? Program.run("/usr/bin/env", ["unshare", "--net", "ip", "link", "set", "lo", "up"])
        return result?.status == 0
    }()

    /// Runs a script of bash in a network of its own: `$1` is the gateway, `$2` its configuration, and `$3` a folder for its
    /// state, with its control socket `control.sock` and the file `log`, to which the script writes its log.
    ///
    /// - Parameter listen: The section `listen`; the only receiver is simulated.
    /// - Returns: The end of the script, and the daemon's log.
    static func run(_ script: String, listen: String) throws -> (result: Program.Result, log: String) {
        let folder = try ConsoleFolder()
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
            listen: \(listen)
            discovery: { enabled: false }
            """, suffix: ".yaml")
        defer { withExtendedLifetime((folder, file)) {} }
        let arguments = ["--net", "bash", "-c", script, "bash", try Program.gateway, file.path, folder.path]
        let result = try RunningProgram(
            "/usr/bin/env", ["unshare"] + arguments,
            environment: [
                "STATE_DIRECTORY": folder.path + "/state", "GNSS_GATEWAY_SOCKET": folder.path + "/control.sock",
            ]
        ).waitForEnd()
        return (result, (try? String(contentsOfFile: folder.path + "/log", encoding: .utf8)) ?? "")
    }
}
