// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A network of a test's own, whose addresses it may change.
enum OwnNetwork {
    /// True if this user may make a network and change its addresses.
    static let isPossible: Bool = {
        let result = try? Program.run("/usr/bin/env", ["unshare", "--net", "ip", "link", "set", "lo", "up"])
        return result?.status == 0
    }()

    /// True if a script may also replace files by mounts, which the rest of the machine does not see.
    static let mayMount: Bool = {
        let result = try? Program.run(
            "/usr/bin/env", ["unshare", "--mount", "mount", "--bind", "/dev/null", "/etc/resolv.conf"])
        return isPossible && result?.status == 0
    }()

    /// Runs a script of bash in a network of its own, with its own mounts if that is possible: `$1` is the gateway, `$2` its
    /// configuration, and `$3` a folder for its state, with its control socket `control.sock` and the file `log`, to which
    /// the script writes its log.
    ///
    /// - Parameter listen: The section `listen`; the only receiver is simulated.
    /// - Returns: The end of the script, and the daemon's log.
    static func run(_ script: String, listen: String) throws -> (result: Program.Result, log: String) {
        let folder = try TemporaryFolder()
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
            listen: \(listen)
            discovery: { enabled: false }
            """, suffix: ".yaml")
        defer { withExtendedLifetime((folder, file)) {} }
        let arguments = ["bash", "-c", script, "bash", try Program.gateway, file.path, folder.path]
        let namespaces = mayMount ? ["--mount", "--net"] : ["--net"]
        // The threads of this process block the signal that ends programs, and programs inherit that.
        let result = try RunningProgram(
            "/usr/bin/env", ["--default-signal=TERM", "unshare"] + namespaces + arguments,
            environment: [
                "STATE_DIRECTORY": folder.path + "/state", "GNSS_GATEWAY_SOCKET": folder.path + "/control.sock",
            ]
        ).waitForEnd()
        return (result, (try? String(contentsOfFile: folder.path + "/log", encoding: .utf8)) ?? "")
    }
}
