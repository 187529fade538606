// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import SetupModel

/// Formats Bluetooth devices for people.
struct BluetoothText {
    private let devices: [BluetoothDeviceReport]

    init(_ devices: [BluetoothDeviceReport]) { self.devices = devices }

    /// The devices, one per line.
    var text: String {
        let rows = devices.map { device in
            [
                device.address, device.name, device.rssi.map { "\($0) dBm" } ?? "-",
                device.isPaired ? "yes" : "no", device.deviceClass.map(Self.hexadecimal) ?? "-",
                device.receiver.map { "runs as \($0)" } ?? device.family ?? Self.guess(device),
            ]
        }
        return TextTable(["ADDRESS", "NAME", "SIGNAL", "PAIRED", "CLASS", "WHAT"], rows).text
    }

    private static func guess(_ device: BluetoothDeviceReport) -> String {
        device.hasSerialPort == true ? "has a serial port, like a receiver" : "-"
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return "0x" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}
