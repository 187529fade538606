// SPDX-License-Identifier: Apache-2.0

package import ControlModel

/// Reports on all serial devices of the machine.
package struct DeviceInventory: Sendable {
    /// Returns reports on the current devices. This needs no daemon and does not open the devices.
    package static func look() -> [DeviceReport] {
        reports(of: DeviceMonitor.enumerate(), entries: [:], policy: ProbePolicy())
    }

    package static func reports(
        of devices: [SerialDevice], entries: [DeviceIdentity: DiscoveryState.Entry], policy: ProbePolicy
    ) -> [DeviceReport] {
        let programs = PortPrograms.look()
        return devices.map { report($0, entries[$0.identity], programs, policy) }
    }

    private static func report(
        _ device: SerialDevice, _ entry: DiscoveryState.Entry?, _ programs: PortPrograms, _ policy: ProbePolicy
    ) -> DeviceReport {
        var report = DeviceReport(identity: device.identity.rawValue, node: device.node, links: device.links)
        report.describe(device)
        report.tellAccess(DeviceAccess(node: device.node), node: device.node)
        report.holders = programs.holders(of: device.node).map { "\($0.name) (process \($0.pid))" }
        report.risks = programs.likelyGrabbers(of: device)
        report.finding = entry?.finding?.text
        switch entry?.phase {
        case .receiver(let id), .configured(let id): report.receiver = id
        case .asking: report.remark = "listening"
        case .unknown: break
        case .leftAlone(let reason): report.remark = "left alone: \(reason)"
        case nil:
            if case .leaveAlone(let reason) = policy.verdict(device) { report.remark = "left alone: \(reason)" }
        }
        return report
    }
}

extension DeviceReport {
    fileprivate mutating func describe(_ device: SerialDevice) {
        (vendor, model, serial) = (device.usb?.vendor, device.usb?.model, device.usb?.serial)
        kernelDriver = device.driver
        knownAs = device.known.map { known in
            switch known.kind {
            case .receiver: known.name
            case .bridge: "\(known.name), a USB serial adapter"
            case .modem, .board: "\(known.name), not a receiver"
            }
        }
    }

    fileprivate mutating func tellAccess(_ access: DeviceAccess?, node: String) {
        isAccessible = access?.isOpenToUs
        self.access = access?.summary
        advice = access?.fix(for: node)
    }
}

extension ReceiverDiscovery {
    /// Reports on all serial devices. Each access examines all processes, so do not use it often.
    package var inventory: [DeviceReport] {
        DeviceInventory.reports(of: devices, entries: entries, policy: policy)
    }
}
