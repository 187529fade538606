// SPDX-License-Identifier: Apache-2.0

package import ControlModel

/// Looks for Bluetooth devices in reach.
package enum BluetoothScan {
    /// Looks for so long; blocks meanwhile.
    ///
    /// - Parameters:
    ///   - limit: how long to look; an inquiry of Bluetooth takes about 10 s to hear all.
    ///   - adapter: its name or address; nil: the first that is on.
    ///   - found: told of each device as it is first heard.
    ///   - isToEnd: asked twice a second whether the search is to end before its time.
    /// - Returns: each device once, those that are paired also where they are not in reach; likely receivers first.
    /// - Throws: `BluetoothPairingError`.
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
                // Known from before, and neither paired nor heard now: not in reach.
                guard report.rssi != nil || report.isPaired || report.isConnected else { continue }
                if heard[report.address] == nil { found(report) }
                report.rssi = report.rssi ?? heard[report.address]?.rssi
                heard[report.address] = report
            }
            pause(until: min(end, ContinuousClock.now + .milliseconds(500)), bluez)
        } while ContinuousClock.now < end && !isToEnd()
        return heard.values.sorted(by: BluetoothDeviceReport.order)
    }

    /// Waits, and answers the bus meanwhile.
    package static func pause(until end: ContinuousClock.Instant, _ bluez: BlueZ) {
        while ContinuousClock.now < end {
            let rest = end - ContinuousClock.now
            do throws(BusError) { try bluez.bus.serve(for: min(rest, .milliseconds(500))) } catch { return }
        }
    }
}
