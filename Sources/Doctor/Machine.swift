// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
package import DeviceDiscovery
internal import Glibc
internal import SystemSupport

/// The parts of the machine that the checks examine.
package struct Machine: Sendable {
    /// A serial device that is plugged in, whether or not it is a receiver.
    package struct Device: Sendable, Hashable {
        /// The path of the device node, such as `/dev/ttyACM0`.
        package var node: String
        /// The description for people.
        package var name: String
        /// True if the device is known to be a receiver.
        var isKnownReceiver = false
        /// True if udev rules are known to keep ModemManager away from the device.
        var isIgnoredByModemManager = false
    }

    package let root: SystemRoot
    package let account: Account
    package let devices: [Device]
    package let processes: ProcessTable
    package let variable: @Sendable (String) -> String?
    /// The path of the configuration file; nil if the gateway runs without one.
    package let file: String?

    package init(
        root: SystemRoot, account: Account, devices: [Device], variable: @escaping @Sendable (String) -> String?,
        file: String?
    ) {
        (self.root, self.account, self.devices) = (root, account, devices)
        (self.variable, self.file) = (variable, file)
        processes = ProcessTable(root)
    }

    /// Returns whether the account has the permissions for a path; nil if the path does not exist.
    ///
    /// - Parameter bits: 4 read, 2 write, 1 enter or execute.
    func isAllowed(_ bits: UInt32, at path: String) -> Bool? {
        guard let status = root.status(path) else { return nil }
        if account.id == 0 { return true }
        let mode = status.st_mode
        let granted =
            status.st_uid == account.id ? mode >> 6 : account.groups.contains(status.st_gid) ? mode >> 3 : mode
        if granted & bits == bits { return true }
        // Access control lists may grant more than the mode, and only the system can evaluate them.
        return root.isReal && account.id == geteuid() && access(path, Int32(bits)) == 0
    }

    /// Resolves symbolic links in a path, relative to the root.
    func resolved(_ path: String) -> String {
        guard let real = realpath(root.prefix + path, nil) else { return path }
        defer { free(real) }
        let text = String(cString: real)
        return text.hasPrefix(root.prefix) ? String(text.dropFirst(root.prefix.count)) : text
    }
}

/// The account whose access to devices and folders is examined.
package struct Account: Sendable, Hashable {
    package var name: String
    package var id: UInt32
    /// The IDs of all groups that the account belongs to.
    package var groups: Set<UInt32>

    package init(name: String, id: UInt32, groups: Set<UInt32>) {
        (self.name, self.id, self.groups) = (name, id, groups)
    }

    /// The account of this process.
    package static var current: Account {
        var groups = [gid_t](repeating: 0, count: 1024)
        let count = max(0, getgroups(Int32(groups.count), &groups))
        let name = getpwuid(geteuid()).flatMap { String(validatingCString: $0.pointee.pw_name) }
        return Account(
            name: name ?? "\(geteuid())", id: geteuid(), groups: Set(groups.prefix(Int(count))).union([getegid()]))
    }

    /// The name of the service's account.
    package static let service = "gnss-gateway"

    /// The account's home folder; nil if it has none.
    var home: String? { getpwnam(name).flatMap { String(validatingCString: $0.pointee.pw_dir) } }

    /// Returns the value that an environment variable for folders has in the account's processes; nil if unknown.
    /// systemd sets the service's state folder.
    package func variable(_ variable: String) -> String? {
        switch variable {
        case "STATE_DIRECTORY" where name == Self.service: "/var/lib/gnss-gateway"
        case "HOME": home
        default: nil
        }
    }

    /// Looks up an account by name.
    ///
    /// - Throws: `GatewayError` if the account does not exist.
    package init(named name: String) throws(GatewayError) {
        guard let entry = getpwnam(name)?.pointee else {
            throw GatewayError(.usage, "this machine has no user '\(name)'")
        }
        var groups = [gid_t](repeating: 0, count: 1024)
        var count = Int32(groups.count)
        getgrouplist(name, entry.pw_gid, &groups, &count)
        let (id, others) = (entry.pw_uid, Set(groups.prefix(Int(max(0, count)))))
        // The systemd unit adds this group, regardless of `/etc/group`.
        let serial = name == Self.service ? getgrnam("dialout")?.pointee.gr_gid : nil
        self.init(name: name, id: id, groups: serial.map { others.union([$0]) } ?? others)
    }
}

extension Machine.Device {
    package init(_ device: SerialDevice) {
        self.init(
            node: device.node, name: device.name, isKnownReceiver: device.known?.kind == .receiver,
            isIgnoredByModemManager: device.marks.isIgnoredByModemManager)
    }
}
