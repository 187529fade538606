// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
package import Transport

extension BlueZ {
    /// The address of the adapter with which a device is paired. Blocks: bluetoothd may take 10 s to answer.
    ///
    /// - Returns: Nil if the machine has only one adapter, if none or several of them are paired with the device, or if
    ///   bluetoothd does not answer.
    package static func pairedAdapter(of device: BluetoothAddress) -> BluetoothAddress? {
        // With a single adapter there is no choice, so bluetoothd is not asked.
        guard BluetoothAdapters.names(SystemRoot()).count > 1, let known = try? BlueZ().known() else { return nil }
        return pairedAdapter(of: device, known.adapters, known.devices)
    }

    static func pairedAdapter(
        of device: BluetoothAddress, _ adapters: [Adapter], _ devices: [Device]
    ) -> BluetoothAddress? {
        let paths = Set(devices.filter { $0.isPaired && $0.address == device.description }.map(\.adapter))
        guard adapters.count > 1, paths.count == 1, let adapter = adapters.first(where: { paths.contains($0.path) })
        else { return nil }
        // Cheap adapters may share one address; it does not say which of them is meant.
        guard adapters.count(where: { $0.address == adapter.address }) == 1 else { return nil }
        return BluetoothAddress(adapter.address)
    }
}
