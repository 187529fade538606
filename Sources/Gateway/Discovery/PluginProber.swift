// SPDX-License-Identifier: Apache-2.0

internal import DriverKit

/// Asks every driver that can listen on a device, one after the other: a port has one owner at a time.
struct PluginProber: DeviceProber {
    let drivers: DriverRegistry

    /// How long one driver may listen: a hunt for the speed of a serial line takes about a second for each speed.
    private static let limit: Int64 = 20_000_000_000

    func probe(_ device: SerialDevice) -> DeviceFinding {
        if let access = DeviceAccess(node: device.node), let fix = access.fix(for: device.node) {
            return .nothing("may not be opened: \(fix)")
        }
        let holders = PortPrograms.look().holders(of: device.node)
        guard holders.isEmpty else {
            let names = holders.map { "\($0.name) (process \($0.pid))" }.joined(separator: ", ")
            return .nothing("\(names) has it open: end that program, or keep it off the device")
        }
        var findings: [DeviceFinding] = []
        for plugin in drivers.catalogue.plugins where plugin.description.canProbe {
            findings.append(ask(plugin, device.node))
            // So sure that another driver could only be as sure.
            if let last = findings.last, last.driver != nil, last.certainty >= 100 { break }
        }
        return .best(of: findings)
    }

    private func ask(_ plugin: FoundPlugin, _ node: String) -> DeviceFinding {
        do throws(PluginError) {
            let finding = try drivers.probe(plugin, device: node, within: Self.limit)
            return DeviceFinding(
                driver: finding.certainty > 0 ? plugin.description.kind : nil, certainty: finding.certainty,
                text: finding.text)
        } catch {
            return .nothing(error.description)
        }
    }
}
