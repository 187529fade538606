// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import Glibc

extension Machine {
    /// Checks the serial devices, including those that the configuration names.
    package func devices(_ configuration: Configured?) -> [DoctorReport.Finding] {
        var findings = devices.map { examine($0, names: [$0.node] + $0.links) }
        if devices.isEmpty, configuration?.devices.isEmpty ?? true {
            findings.append(
                .init(
                    check: "device", level: .warning, text: "no serial device is plugged in",
                    fix: "plug the receiver in and run 'gnss-gateway receivers scan'; if it does not appear, "
                        + "try another cable or port and read the kernel's messages with 'sudo dmesg --follow'"))
        }
        let known = Set(devices.map(\.node))
        for (receiver, path) in configuration?.devices ?? [] where !known.contains(resolved(path)) {
            findings.append(examine(Device(node: path, name: "receiver \(receiver)"), names: [path]))
        }
        return findings
    }

    private func examine(_ device: Device, names: [String]) -> DoctorReport.Finding {
        let title = "\(device.node) (\(device.name))"
        guard let status = root.status(device.node) else {
            let others = devices.map(\.node).joined(separator: ", ")
            return .init(
                check: "device", level: .problem, text: "\(title) does not exist",
                fix: others.isEmpty
                    ? "plug it in, or correct 'device' in the configuration"
                    : "plug it in, or set 'device' to one that exists: \(others)")
        }
        guard isAllowed(6, at: device.node) == true else {
            return .init(
                check: "device", level: .problem,
                text: "\(account.name) may not open \(title): \(Self.rights(status, groupName(status.st_gid)))",
                fix: permissionFix(device.node, status))
        }
        let holders = processes.holders(of: resolved(device.node)).filter { $0.name != "gnss-gateway" }
        if let holder = holders.first {
            return .init(
                check: "device", level: .problem, text: "\(title) is held by \(holder)", fix: Self.fix(against: holder))
        }
        let blind = processes.isPartial && account.id != 0 ? "; other users' programs cannot be checked" : ""
        return .init(check: "device", level: .ok, text: "\(account.name) may open \(title)\(blind)")
    }

    private func permissionFix(_ node: String, _ status: stat) -> String {
        let group = groupName(status.st_gid)
        guard status.st_mode & 0o060 == 0o060, status.st_gid != 0 else {
            return "its group has no access: install the udev rules (see below), or for now "
                + "'sudo chgrp dialout \(node) && sudo chmod 660 \(node)'"
        }
        if isMember(of: group) {
            return "\(account.name) is in the group \(group), but this session began before that: log in again"
        }
        return "'sudo usermod -aG \(group) \(account.name)', then log in again (a service: restart it)"
    }

    /// True if `/etc/group` lists the account in the group, even if the current session does not know it yet.
    private func isMember(of group: String) -> Bool {
        root.lines("/etc/group").contains { line in
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            return parts.count == 4 && parts[0] == group
                && parts[3].split(separator: ",").contains(Substring(account.name))
        }
    }

    private func groupName(_ id: UInt32) -> String {
        for line in root.lines("/etc/group") {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            if parts.count == 4, UInt32(parts[2]) == id { return String(parts[0]) }
        }
        return "\(id)"
    }

    private static func rights(_ status: stat, _ group: String) -> String {
        "mode 0" + String(status.st_mode & 0o777, radix: 8) + ", group \(group)"
    }

    /// The remedy against a program that has a port open.
    package static func fix(against holder: ProcessTable.Entry) -> String {
        switch holder.name {
        case "gpsd": "'sudo systemctl disable --now gpsd.socket gpsd.service'; the gateway serves gpsd's clients itself"
        case "ModemManager": "install the udev rules (see below), or 'sudo systemctl disable --now ModemManager'"
        case "brltty": "if you use no Braille display: 'sudo systemctl mask --now brltty-udev.service'"
        default: "end \(holder.name): 'kill \(holder.id)'"
        }
    }
}
