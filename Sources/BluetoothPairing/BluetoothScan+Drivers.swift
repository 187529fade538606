// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import DriverKit
internal import PluginHosting
package import ReceiverHost

extension BluetoothScan {
    /// Looks for devices where bluetoothd does not run, with the drivers that can do so by themselves; blocks meanwhile.
    ///
    /// - Parameters:
    ///   - limit: how long to look.
    ///   - drivers: those that came with the gateway are asked.
    /// - Returns: each device once; nil where no driver can look. Which are paired is not known.
    package static func runWithoutDaemon(for limit: Duration, _ drivers: DriverRegistry) -> [BluetoothDeviceReport]? {
        let deadline = ChildClock.nanoseconds + limit.wholeNanoseconds
        var heard: [String: BluetoothDeviceReport]?
        for table in drivers.catalogue.plugins.compactMap(\.table) where table.description.canDiscover {
            do throws(PluginError) {
                let devices = try table.discover(deadlineNanoseconds: deadline)
                var all = heard ?? [:]
                for device in devices where isAddress(device.device) {
                    all[device.device] = BluetoothDeviceReport(
                        address: device.device, name: device.name, deviceClass: device.deviceClass)
                }
                heard = all
            } catch {
                continue
            }
        }
        return heard?.values.sorted(by: BluetoothDeviceReport.order)
    }

    /// Whether a device is named by a Bluetooth address: six bytes with colons.
    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 6 && parts.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }
    }
}
