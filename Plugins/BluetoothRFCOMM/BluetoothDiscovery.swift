// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import Transport

/// Searches for devices in range with the adapter's own inquiry, which needs neither bluetoothd nor special
/// privileges. It finds only discoverable devices and cannot tell whether they are paired.
struct BluetoothDiscovery {
    let radio: any Radio
    /// The end of the search, by `MonotonicClock`.
    let deadline: Int64

    /// The unit of an inquiry's length, in nanoseconds.
    private static let step: Int64 = 1_280_000_000
    /// The usual length and the smallest useful one, in these units.
    private static let (usual, least): (Int64, Int64) = (8, 2)
    /// The time in nanoseconds within which a present device reports its name.
    private static let patience: Int64 = 5_000_000_000

    /// - Throws: `DriverError.failed` if there is no usable adapter.
    func run(_ found: (DiscoveredDevice) -> Void) throws(DriverError) {
        do throws(BluetoothError) {
            try look(found)
        } catch {
            throw .failed(error.description)
        }
    }

    private func look(_ found: (DiscoveredDevice) -> Void) throws(BluetoothError) {
        let adapters = try radio.adapters()
        guard let first = adapters.first else { throw .noAdapter }
        let usable = adapters.filter(\.isOn).sorted { $0.number < $1.number }
        guard !usable.isEmpty else { throw .adapterOff(name: first.name, isBlocked: first.isBlocked) }
        // A third of the time is reserved for the names.
        let length = min((deadline &- MonotonicClock.now) * 2 / 3 / Self.step, Self.usual)
        guard length >= Self.least else { return }
        var seen: Set<BluetoothAddress> = []
        let (adapter, heard) = try inquire(usable, Int(length))
        let neighbours = heard.filter { seen.insert($0.address).inserted }
        for neighbour in neighbours {
            found(DiscoveredDevice(device: neighbour.address.description, deviceClass: neighbour.deviceClass))
        }
        for neighbour in neighbours {
            let patience = min(deadline &- MonotonicClock.now, Self.patience)
            guard patience > 0 else { return }
            guard let name = radio.name(of: neighbour.address, adapter.number, patience: patience) else { continue }
            found(DiscoveredDevice(device: neighbour.address.description, name: name))
        }
    }

    /// Searches with the first adapter that allows it; another program may have exclusive use of others.
    private func inquire(
        _ adapters: [BluetoothAdapter], _ length: Int
    ) throws(BluetoothError) -> (BluetoothAdapter, [Neighbour]) {
        var failure = BluetoothError.noAdapter
        for adapter in adapters {
            do throws(BluetoothError) {
                return (adapter, try radio.neighbours(adapter.number, length: length))
            } catch {
                failure = error
            }
        }
        throw failure
    }
}
