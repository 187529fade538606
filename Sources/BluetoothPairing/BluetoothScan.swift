// SPDX-License-Identifier: Apache-2.0

package import SetupModel

/// Searches for Bluetooth devices in range.
package enum BluetoothScan {
    /// Searches for the given time. Blocks during the search.
    ///
    /// - Parameters:
    ///   - limit: The duration of the search; a Bluetooth inquiry needs about 10 s to find all devices.
    ///   - adapter: The adapter's name or address; nil uses the first one that is on.
    ///   - found: Called with each device when it is first found.
    ///   - isToEnd: Called twice a second; returns true to end the search early.
    /// - Returns: Each device once, likely receivers first. Paired devices are included even if out of range.
    /// - Throws: `BluetoothPairingError` if the adapter or bluetoothd is not available.
    package static func run(
        for limit: Duration, adapter: String? = nil, found: (BluetoothDeviceReport) -> Void = { _ in },
        isToEnd: () -> Bool = { false }
    ) throws(BluetoothPairingError) -> [BluetoothDeviceReport] {
        let bluez = try BlueZ()
        let adapter = try bluez.adapter(adapter)
        try bluez.beginDiscovery(adapter)
        defer { bluez.endDiscovery(adapter) }
        var heard: [String: BluetoothDeviceReport] = [:]
        let end = ContinuousClock.now + limit
        repeat {
            for device in try bluez.known().devices where device.adapter == adapter.path {
                var report = BluetoothDeviceReport(device)
                // A device that is only known from earlier, neither paired nor found now, is not in range.
                guard report.rssi != nil || report.isPaired || report.isConnected else { continue }
                if heard[report.address] == nil { found(report) }
                report.rssi = report.rssi ?? heard[report.address]?.rssi
                heard[report.address] = report
            }
            pause(until: min(end, ContinuousClock.now + .milliseconds(500)), bluez)
        } while ContinuousClock.now < end && !isToEnd()
        return heard.values.sorted(by: BluetoothDeviceReport.order)
    }

    /// Waits, and processes bus messages while it waits.
    package static func pause(until end: ContinuousClock.Instant, _ bluez: BlueZ) {
        while ContinuousClock.now < end {
            let rest = end - ContinuousClock.now
            do throws(BusError) { try bluez.bus.serve(for: min(rest, .milliseconds(500))) } catch { return }
        }
    }
}
