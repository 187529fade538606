// SPDX-License-Identifier: Apache-2.0

package import SetupModel

extension BluetoothDeviceReport {
    private static let serialPort = "00001101-0000-1000-8000-00805f9b34fb"

    /// A device that a driver itself discovered, with unknown signal strength and pairing state.
    package init(address: String, name: String?, deviceClass: Int?) {
        let name = name.flatMap(BlueZ.Device.sound)
        self.init(address: address, name: name)
        self.deviceClass = deviceClass.flatMap { UInt32(exactly: $0) }
        family = name.flatMap { KnownBluetoothReceivers.family(of: $0)?.name }
    }

    package init(_ device: BlueZ.Device) {
        self.init(address: device.address, name: device.name)
        (deviceClass, rssi) = (device.deviceClass, device.rssi)
        (isPaired, isConnected) = (device.isPaired, device.isConnected)
        family = device.name.flatMap { KnownBluetoothReceivers.family(of: $0)?.name }
        hasSerialPort = device.services.isEmpty ? nil : device.services.contains(Self.serialPort)
        adapter = String(device.adapter.split(separator: "/").last ?? "")
    }

    /// Orders likely receivers first, then paired devices, then by signal strength.
    package static func order(_ a: Self, _ b: Self) -> Bool {
        a.rank == b.rank ? a.address < b.address : a.rank.lexicographicallyPrecedes(b.rank)
    }

    private var rank: [Int] {
        [family != nil || hasSerialPort == true ? 0 : 1, isPaired ? 0 : 1, isNamed ? 0 : 1, -(rssi ?? -200)]
    }
}
