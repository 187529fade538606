// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
package import DeviceDiscovery
internal import Glibc

/// The machine as the doctor sees it.
package struct Machine: Sendable {
    /// A serial device that is plugged in, whether or not a receiver is behind it.
    package struct Device: Sendable, Hashable {
        /// The path of its device node, `/dev/ttyACM0`.
        package var node: String
        /// What it is, for people.
        package var name: String
        /// Symbolic links to the node that udev made, such as `/dev/serial/by-id/…`.
        package var links: [String] = []
        /// Whether a receiver is behind it for all that is known of it.
        var isKnownReceiver = false
        /// Whether udev's rules keep ModemManager off it, where that is known.
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

    /// Whether the account may do that to what stands at a path; nil where nothing stands there.
    ///
    /// - Parameter bits: 4 read, 2 write, 1 enter.
    func isAllowed(_ bits: UInt32, at path: String) -> Bool? {
        guard let status = root.status(path) else { return nil }
        if account.id == 0 { return true }
        let mode = status.st_mode
        let granted =
            status.st_uid == account.id ? mode >> 6 : account.groups.contains(status.st_gid) ? mode >> 3 : mode
        if granted & bits == bits { return true }
        // Lists of access rights say more than the mode, and only the system can tell.
        return root.isReal && account.id == geteuid() && access(path, Int32(bits)) == 0
    }

    /// The path without symbolic links, below the root.
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
    /// All groups that it is in.
    package var groups: Set<UInt32>

    package init(name: String, id: UInt32, groups: Set<UInt32>) {
        (self.name, self.id, self.groups) = (name, id, groups)
    }

    /// That of this process.
    package static var current: Account {
        var groups = [gid_t](repeating: 0, count: 1024)
        let count = max(0, getgroups(Int32(groups.count), &groups))
        let name = getpwuid(geteuid()).flatMap { String(validatingCString: $0.pointee.pw_name) }
        return Account(
            name: name ?? "\(geteuid())", id: geteuid(), groups: Set(groups.prefix(Int(count))).union([getegid()]))
    }

    /// The name of the account that the service runs under.
    package static let service = "gnss-gateway"

    /// Its home; nil where it has none.
    var home: String? { getpwnam(name).flatMap { String(validatingCString: $0.pointee.pw_dir) } }

    /// What its environment says of folders, as far as that can be known from outside: systemd states where the service
    /// keeps its state.
    package func variable(_ variable: String) -> String? {
        switch variable {
        case "STATE_DIRECTORY" where name == Self.service: "/var/lib/gnss-gateway"
        case "HOME": home
        default: nil
        }
    }

    /// That of a name.
    package init(named name: String) throws(GatewayError) {
        guard let entry = getpwnam(name)?.pointee else {
            throw GatewayError(.usage, "this machine has no user '\(name)'")
        }
        var groups = [gid_t](repeating: 0, count: 1024)
        var count = Int32(groups.count)
        getgrouplist(name, entry.pw_gid, &groups, &count)
        let (id, others) = (entry.pw_uid, Set(groups.prefix(Int(max(0, count)))))
        // The unit adds it, whatever the list of groups says.
        let serial = name == Self.service ? getgrnam("dialout")?.pointee.gr_gid : nil
        self.init(name: name, id: id, groups: serial.map { others.union([$0]) } ?? others)
    }
}

extension Machine.Device {
    package init(_ device: SerialDevice) {
        self.init(
            node: device.node, name: device.name, links: device.links,
            isKnownReceiver: device.known?.kind == .receiver,
            isIgnoredByModemManager: device.marks.isIgnoredByModemManager)
    }
}
