// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The permissions of a device node.
struct DeviceAccess: Hashable, Sendable {
    /// The names of owner and group, or their numbers if the system has no names for them.
    var owner: String
    var group: String
    /// The permission bits.
    var mode: UInt32
    /// True if this process may read and write the device.
    var isOpenToUs: Bool

    /// Reads the current permissions; nil if the node does not exist.
    init?(node: String) {
        var status = stat()
        guard stat(node, &status) == 0 else { return nil }
        (owner, group) = (AccountName.ofUser(status.st_uid), AccountName.ofGroup(status.st_gid))
        mode = status.st_mode & 0o7777
        isOpenToUs = access(node, R_OK | W_OK) == 0
    }

    /// The device number of a path; nil if it is not a character device.
    static func number(of path: String) -> UInt64? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
        return UInt64(status.st_rdev)
    }

    /// The permissions on one line: `root:dialout rw-rw----, this user may open it`.
    var summary: String {
        let letters: [(UInt32, String)] = [
            (0o400, "r"), (0o200, "w"), (0o100, "x"), (0o040, "r"), (0o020, "w"), (0o010, "x"), (0o004, "r"),
            (0o002, "w"), (0o001, "x"),
        ]
        let bits = letters.map { mode & $0.0 == 0 ? "-" : $0.1 }.joined()
        return "\(owner):\(group) \(bits), \(isOpenToUs ? "this user may open it" : "this user may not open it")"
    }

    /// The remedy if this process may not open the device; nil if it may.
    ///
    /// - Parameter node: The path of the device.
    func fix(for node: String) -> String? {
        guard !isOpenToUs else { return nil }
        let user = AccountName.ofUser(geteuid())
        if mode & 0o060 == 0o060, group != "root" {
            return "\(node) belongs to the group \(group), but \(user) is not a member: run "
                + "'sudo usermod -aG \(group) \(user)', then log in again or, for a service, restart it"
        }
        return
            "only \(owner) may open \(node): install the udev rules (70-gnss-gateway.rules) and plug it in again"
    }
}
