// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
package import GNSSTypes
internal import Glibc
internal import MessageTexts

extension Machine {
    /// Checks the serial devices, including those that the configuration names.
    package func devices(_ configuration: Configured?) -> [DoctorReport.Finding] {
        var findings = devices.map { examine($0) }
        if devices.isEmpty, configuration?.devices.isEmpty ?? true {
            findings.append(
                .init("device", .warning, CodedText(DoctorText.deviceAbsent), fix: CodedText(DoctorFixText.plugIn)))
        }
        let known = Set(devices.map(\.node))
        for (receiver, path) in configuration?.devices ?? [] where !known.contains(resolved(path)) {
            findings.append(examine(Device(node: path, name: "receiver \(receiver)")))
        }
        return findings
    }

    private func examine(_ device: Device) -> DoctorReport.Finding {
        let title = "\(device.node) (\(device.name))"
        guard let status = root.status(device.node) else { return missing(title) }
        guard isAllowed(6, at: device.node) == true else {
            return .init(
                "device", .problem,
                CodedText(
                    DoctorText.deviceForbidden,
                    [
                        "account": .words(account.name), "device": .words(title), "mode": .words(Self.mode(status)),
                        "group": .words(groupName(status.st_gid)),
                    ]),
                fix: permissionFix(device.node, status))
        }
        let holders = processes.holders(of: resolved(device.node)).filter { $0.name != "gnss-gateway" }
        if let holder = holders.first {
            return .init(
                "device", .problem,
                CodedText(
                    DoctorText.deviceHeld,
                    ["device": .words(title), "program": .words(holder.name), "process": .words("\(holder.id)")]),
                fix: Self.fix(against: holder))
        }
        let isBlind = processes.isPartial && account.id != 0
        return .init(
            "device", .ok,
            CodedText(
                isBlind ? DoctorText.devicePartlyChecked : DoctorText.deviceUsable,
                ["account": .words(account.name), "device": .words(title)]))
    }

    private func missing(_ title: String) -> DoctorReport.Finding {
        let others = devices.map(\.node).joined(separator: ", ")
        return .init(
            "device", .problem, CodedText(DoctorText.deviceMissing, ["device": .words(title)]),
            fix: others.isEmpty
                ? CodedText(DoctorFixText.plugInOrCorrect)
                : CodedText(DoctorFixText.plugInOrChoose, ["devices": .words(others)]))
    }

    private func permissionFix(_ node: String, _ status: stat) -> CodedText {
        let group = groupName(status.st_gid)
        guard status.st_mode & 0o060 == 0o060, status.st_gid != 0 else {
            return CodedText(DoctorFixText.openToGroup, ["device": .words(node)])
        }
        if isMember(of: group) {
            return CodedText(DoctorFixText.logIn, ["account": .words(account.name), "group": .words(group)])
        }
        return CodedText(DoctorFixText.joinGroup, ["account": .words(account.name), "group": .words(group)])
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

    private static func mode(_ status: stat) -> String { "0" + String(status.st_mode & 0o777, radix: 8) }

    /// The remedy for a program that has a port open.
    package static func fix(against holder: ProcessTable.Entry) -> CodedText {
        switch holder.name {
        case "gpsd": CodedText(DoctorFixText.disableGPSD)
        case "ModemManager": CodedText(DoctorFixText.disableModemManager)
        case "brltty": CodedText(DoctorFixText.maskBrltty)
        default:
            CodedText(
                DoctorFixText.endProgram, ["program": .words(holder.name), "process": .words("\(holder.id)")])
        }
    }
}
