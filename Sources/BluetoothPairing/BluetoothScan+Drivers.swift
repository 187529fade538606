// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import PluginHosting
package import ReceiverHost
package import SetupModel
internal import SystemSupport

extension BluetoothScan {
    /// Searches for devices without bluetoothd, using the drivers that can do this themselves. Blocks during the
    /// search.
    ///
    /// - Parameters:
    ///   - limit: The duration of the search.
    ///   - drivers: The registry; only drivers in this process are used.
    /// - Returns: Each device once; nil if no driver can search. Pairing states are unknown.
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

    /// True for a Bluetooth address: six hexadecimal bytes separated by colons.
    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 6 && parts.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }
    }
}
