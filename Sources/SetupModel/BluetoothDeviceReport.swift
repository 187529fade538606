// SPDX-License-Identifier: Apache-2.0

/// A Bluetooth device in range, or a known one.
public struct BluetoothDeviceReport: Codable, Hashable, Sendable {
    /// The Bluetooth address, six bytes in hexadecimal: `00:1D:43:5F:A0:2C`.
    public var address: String
    /// The device's own name, or a placeholder if it has none.
    public var name: String
    /// True if `name` is the device's own name.
    public var isNamed: Bool
    /// The class of device, 24 bits (Bluetooth's assigned numbers, section 2.8); nil if unknown.
    public var deviceClass: UInt32?
    /// The received signal strength in dBm; nil if the device is not received now.
    public var rssi: Int?
    /// True if the device is paired with this computer.
    public var isPaired: Bool
    /// True if a link to the device is up.
    public var isConnected: Bool
    /// The family of receivers with such names, as a hint.
    public var family: String?
    /// True if the device lists a serial port, as receivers do; nil if it has not listed its services.
    public var hasSerialPort: Bool?
    /// The adapter that receives the device: `hci0`.
    public var adapter: String
    /// The ID of the running daemon's receiver on this device.
    public var receiver: String?

    enum CodingKeys: String, CodingKey {
        case address, name, family, adapter, receiver
        case isNamed = "named"
        case deviceClass = "class"
        case rssi = "rssi_dbm"
        case isPaired = "paired"
        case isConnected = "connected"
        case hasSerialPort = "serial_port"
    }

    /// Creates a report with only an address and a name.
    ///
    /// - Parameters:
    ///   - address: `00:1D:43:5F:A0:2C`.
    ///   - name: The device's own name; nil if it has none.
    public init(address: String, name: String?) {
        (self.address, self.name, isNamed) = (address, name ?? "(no name)", name != nil)
        (isPaired, isConnected, adapter) = (false, false, "")
    }
}
