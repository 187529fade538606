// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import PluginHosting
package import ReceiverHost

/// Lets every driver that can probe listen to a device. The drivers take turns, because only one may use the port at a
/// time. Probing never writes to the device and leaves the line settings unchanged.
package struct PluginProber: Sendable {
    package let drivers: DriverRegistry

    package init(drivers: DriverRegistry) { self.drivers = drivers }

    /// The time limit for one driver in nanoseconds; detecting the baud rate of a serial line takes about a second per
    /// rate.
    private static let limit: Int64 = 20_000_000_000

    /// Listens to the device. Blocks the thread for several seconds.
    ///
    /// - Parameter device: The device whose node is opened.
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
                // No other driver can be more certain.
                if finding.certainty >= 100 { break }
            } catch {
                failures.append(.nothing(error.description))
            }
        }
        // Drivers for other kinds of devices cannot open this one; their errors matter only if no driver can open it.
        return .best(of: findings.isEmpty ? failures : findings)
    }
}
