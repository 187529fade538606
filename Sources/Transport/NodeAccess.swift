// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// Explains why a device node may not be opened and how to change that.
enum NodeAccess {
    /// The remedy after `open` failed with `EACCES` or `EPERM`.
    static func remedy(_ path: String, code: Int32) -> String {
        var status = stat()
        let isVisible = stat(path, &status) == 0
        if code == EPERM {
            // The number also works if the driver is loaded after the service has started; a name does not.
            let device = isVisible ? "char-\(major(status.st_rdev))" : path
            return
                "the container or the service's sandbox does not allow the device: allow it there (systemd: "
                + "'sudo systemctl edit gnss-gateway', add 'DeviceAllow=\(device) rw' under [Service], and restart it)"
        }
        guard isVisible else { return "\(userName) may not enter one of the folders on its path" }
        let bits = status.st_mode & (S_IRGRP | S_IWGRP)
        guard status.st_gid != 0, bits & S_IRGRP != 0 else {
            return "only its owner may open it; install the udev rules of gnss-gateway and plug the receiver in again"
        }
        let group = AccountName.ofGroup(status.st_gid)
        if isMember(of: status.st_gid) {
            return
                "\(userName) is in its group \(group), but something else forbids access (a container, AppArmor, "
                + "SELinux)"
        }
        return
            "it belongs to the group \(group): 'sudo usermod -aG \(group) \(userName)', then log in again or restart "
            + "the service"
    }

    /// The number of a device's driver (makedev(3), whose macros Swift cannot call).
    private static func major(_ device: dev_t) -> UInt64 {
        let bits = UInt64(device)
        return (bits >> 8) & 0xFFF | (bits >> 32) & 0xFFFF_F000
    }

    private static func isMember(of group: gid_t) -> Bool {
        if getegid() == group { return true }
        let groups = [gid_t](unsafeUninitializedCapacity: 1024) { room, count in
            count = max(0, Int(getgroups(Int32(room.count), room.baseAddress)))
        }
        return groups.contains(group)
    }

    private static var userName: String { AccountName.ofUser(geteuid()) }
}
