// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What is known of a serial device, for people: the lines of `receivers scan`.
struct DeviceReport: Hashable, Sendable {
    /// The device, with its identity, node and links.
    var device: SerialDevice
    /// What it is, for people.
    var name: String
    /// The receiver that uses it, configured or found; nil: none.
    var receiver: String?
    /// Who may open it; nil where the node is gone.
    var access: DeviceAccess?
    /// The programs that have it open, this one left out.
    var holders: [RunningProcess]
    /// Whether other users' programs could not be looked into, so that `holders` may lack some.
    var isHoldersPartial: Bool
    /// What speaks on it, as last heard; nil: not listened to.
    var finding: DeviceFinding?
    /// Why it is not listened to, or what is going on; nil where `receiver` or `finding` says all.
    var remark: String?
    /// Other programs that are likely to take it, each with what keeps them off.
    var grabbers: [String]
    /// What to do so that it can be used; nil: nothing is in the way.
    var fix: String?
}

/// All serial devices of the machine and what is known of them.
struct DeviceInventory: Sendable {
    /// Without a daemon: what can be seen without listening.
    static func look() -> [DeviceReport] {
        reports(of: DeviceMonitor.enumerate(), entries: [:], policy: ProbePolicy())
    }

    static func reports(
        of devices: [SerialDevice], entries: [DeviceIdentity: DiscoveryBook.Entry], policy: ProbePolicy
    ) -> [DeviceReport] {
        let programs = PortPrograms.look()
        return devices.map { report($0, entries[$0.identity], programs, policy) }
    }

    private static func report(
        _ device: SerialDevice, _ entry: DiscoveryBook.Entry?, _ programs: PortPrograms, _ policy: ProbePolicy
    ) -> DeviceReport {
        let access = DeviceAccess(node: device.node)
        var report = DeviceReport(
            device: device, name: device.name, access: access, holders: programs.holders(of: device.node),
            isHoldersPartial: programs.isPartial, finding: entry?.finding,
            grabbers: programs.likelyGrabbers(of: device), fix: access?.fix(for: device.node))
        switch entry?.phase {
        case .receiver(let id), .configured(let id): report.receiver = id
        case .asking: report.remark = "being listened to"
        case .unknown: break
        case .leftAlone(let reason): report.remark = "left alone: \(reason)"
        case nil:
            if case .leaveAlone(let reason) = policy.verdict(device) { report.remark = "left alone: \(reason)" }
        }
        return report
    }
}

extension ReceiverDiscovery {
    /// All serial devices and what is known of them. Looks through all processes: not to be called often.
    var inventory: [DeviceReport] {
        DeviceInventory.reports(of: devices, entries: entries, policy: policy)
    }
}
