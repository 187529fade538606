// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Who may open a device's node.
struct DeviceAccess: Hashable, Sendable {
    /// Names, or numbers where the system has no name for them.
    var owner: String
    var group: String
    /// The permission bits.
    var mode: UInt32
    /// Whether this process may read and write.
    var isOpenToUs: Bool

    /// What the node says now; nil where it is gone.
    init?(node: String) {
        var status = stat()
        guard stat(node, &status) == 0 else { return nil }
        owner = getpwuid(status.st_uid).flatMap { String(validatingCString: $0.pointee.pw_name) } ?? "\(status.st_uid)"
        group = getgrgid(status.st_gid).flatMap { String(validatingCString: $0.pointee.gr_name) } ?? "\(status.st_gid)"
        mode = status.st_mode & 0o7777
        isOpenToUs = access(node, R_OK | W_OK) == 0
    }

    /// The number of the device behind a path; nil if absent.
    static func number(of path: String) -> UInt64? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
        return UInt64(status.st_rdev)
    }

    /// In a line: `root:dialout rw-rw----, we may open it`.
    var summary: String {
        let letters: [(UInt32, String)] = [
            (0o400, "r"), (0o200, "w"), (0o100, "x"), (0o040, "r"), (0o020, "w"), (0o010, "x"), (0o004, "r"),
            (0o002, "w"), (0o001, "x"),
        ]
        let bits = letters.map { mode & $0.0 == 0 ? "-" : $0.1 }.joined()
        return "\(owner):\(group) \(bits), \(isOpenToUs ? "we may open it" : "we may not open it")"
    }

    /// What to do where it is not open to us, else nil.
    ///
    /// - Parameter node: the device.
    func fix(for node: String) -> String? {
        guard !isOpenToUs else { return nil }
        let user = getpwuid(geteuid()).flatMap { String(validatingCString: $0.pointee.pw_name) } ?? "\(geteuid())"
        if mode & 0o060 == 0o060, group != "root" {
            return "\(node) belongs to the group \(group), which \(user) is not in: "
                + "'sudo usermod -aG \(group) \(user)', then log in again (a service: restart it)"
        }
        return
            "only \(owner) may open \(node): install the udev rules (70-gnss-gateway.rules) and plug it in again"
    }
}
