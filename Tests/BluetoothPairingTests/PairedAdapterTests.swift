// SPDX-License-Identifier: Apache-2.0

import Testing
import Transport

@testable import BluetoothPairing

@Suite struct PairedAdapterTests {
    private static let receiver = "00:1D:43:5F:A0:2C"
    private static let addresses = ["5C:F3:70:00:00:01", "5C:F3:70:00:00:02"]

    private func path(_ number: Int) -> String { "/org/bluez/hci\(number)" }

    private func adapter(_ number: Int, _ address: String? = nil) -> BlueZ.Adapter {
        BlueZ.Adapter(path: path(number), address: address ?? Self.addresses[number], isPowered: true)
    }

    private func device(on number: Int, isPaired: Bool = true, _ address: String = receiver) -> BlueZ.Device {
        var device = BlueZ.Device(path: path(number) + "/dev", adapter: path(number), address: address)
        device.isPaired = isPaired
        return device
    }

    @Test func `of two adapters, a device is used with the one with which it is paired`() throws {
        let receiver = try #require(BluetoothAddress(Self.receiver))
        let both = [adapter(0), adapter(1)]
        for number in 0...1 {
            let devices = [
                device(on: number), device(on: 1 - number, isPaired: false),
                device(on: 1 - number, "00:1D:43:5F:A0:2D"),
            ]
            let found = BlueZ.pairedAdapter(of: receiver, both, devices)
            #expect(found?.description == Self.addresses[number])
        }
    }

    @Test func `no adapter is preferred if there is only one, if none or both are paired, or if both have one address`()
        throws
    {
        let receiver = try #require(BluetoothAddress(Self.receiver))
        let both = [adapter(0), adapter(1)]
        #expect(BlueZ.pairedAdapter(of: receiver, [adapter(0)], [device(on: 0)]) == nil)
        #expect(BlueZ.pairedAdapter(of: receiver, both, []) == nil)
        #expect(BlueZ.pairedAdapter(of: receiver, both, [device(on: 1, isPaired: false)]) == nil)
        #expect(BlueZ.pairedAdapter(of: receiver, both, [device(on: 0), device(on: 1)]) == nil)
        let twins = [adapter(0), adapter(1, Self.addresses[0])]
        #expect(BlueZ.pairedAdapter(of: receiver, twins, [device(on: 1)]) == nil)
    }
}
