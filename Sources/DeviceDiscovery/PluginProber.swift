// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import PluginHosting
package import ReceiverHost

/// Asks every driver that can listen on a device, one after the other: a port has one owner at a time.
package struct PluginProber: DeviceProber {
    package let drivers: DriverRegistry

    package init(drivers: DriverRegistry) { self.drivers = drivers }

    /// How long one driver may listen: a hunt for the speed of a serial line takes about a second for each speed.
    private static let limit: Int64 = 20_000_000_000

    package func probe(_ device: SerialDevice) -> DeviceProbeResult {
        if let access = DeviceAccess(node: device.node), let fix = access.fix(for: device.node) {
            return .nothing("may not be opened: \(fix)")
        }
        let holders = PortPrograms.look().holders(of: device.node)
        guard holders.isEmpty else {
            let names = holders.map { "\($0.name) (process \($0.pid))" }.joined(separator: ", ")
            return .nothing("\(names) has it open: end that program, or keep it off the device")
        }
        var findings: [DeviceProbeResult] = []
        var failures: [DeviceProbeResult] = []
        for plugin in drivers.catalogue.plugins where plugin.description.canProbe {
            do throws(PluginError) {
                let finding = try drivers.probe(plugin, device: device.node, within: Self.limit)
                let driver = finding.certainty > 0 ? plugin.description.kind : nil
                findings.append(DeviceProbeResult(driver: driver, certainty: finding.certainty, text: finding.text))
                // So sure that another driver could only be as sure.
                if finding.certainty >= 100 { break }
            } catch {
                failures.append(.nothing(error.description))
            }
        }
        // Drivers of other kinds of devices cannot open it; their words count only if no driver can.
        return .best(of: findings.isEmpty ? failures : findings)
    }
}
