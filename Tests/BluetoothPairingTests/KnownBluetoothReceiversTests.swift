// SPDX-License-Identifier: Apache-2.0

import SetupModel
import Testing

@testable import BluetoothPairing

@Suite struct KnownBluetoothReceiversTests {
    @Test func `a name is known by how it begins, in either case`() {
        #expect(KnownBluetoothReceivers.family(of: "BT-GPS-338BB4")?.pin == "0000")
        #expect(KnownBluetoothReceivers.family(of: "hc-05")?.pin == "1234")
        #expect(KnownBluetoothReceivers.family(of: "Garmin GLO #4be71")?.name == "Garmin GLO")
        #expect(KnownBluetoothReceivers.family(of: "Anna's phone") == nil)
        #expect(KnownBluetoothReceivers.family(of: "") == nil)
    }

    @Test func `beginnings are written as they are compared, and PINs are ones that a device takes`() {
        for family in KnownBluetoothReceivers.table {
            #expect(family.beginnings.allSatisfy { $0 == $0.lowercased() && !$0.isEmpty }, "\(family.name)")
            #expect(family.pin.map { (1...16).contains($0.utf8.count) } ?? true, "\(family.name)")
        }
    }

    @Test func `a name has no characters that change how other text is shown`() {
        #expect(BlueZ.Device.sound("GPS\u{202E}\u{2066}\u{2028}\u{1B}é") == "GPSé")
        #expect(BlueZ.Device.sound("\u{202E}") == nil)
    }

    @Test func `likely receivers stand first, then what is paired, then the strongest`() {
        func device(_ address: String, _ name: String?, rssi: Int, isPaired: Bool = false) -> BluetoothDeviceReport {
            var device = BlueZ.Device(path: "/d", adapter: "/org/bluez/hci0", address: address)
            (device.name, device.rssi, device.isPaired) = (name, rssi, isPaired)
            return BluetoothDeviceReport(device)
        }
        let devices = [
            device("00:00:00:00:00:01", nil, rssi: -30), device("00:00:00:00:00:02", "Speaker", rssi: -80),
            device("00:00:00:00:00:03", "Speaker", rssi: -40),
            device("00:00:00:00:00:04", "Phone", rssi: -90, isPaired: true),
            device("00:00:00:00:00:05", "HC-05", rssi: -95),
        ]
        #expect(
            devices.sorted(by: BluetoothDeviceReport.order).map { $0.address.suffix(1) } == ["5", "4", "3", "2", "1"])
    }
}
