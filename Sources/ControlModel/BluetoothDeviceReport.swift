// SPDX-License-Identifier: Apache-2.0

/// A Bluetooth device in reach, or known from before.
public struct BluetoothDeviceReport: Codable, Hashable, Sendable {
    /// The Bluetooth address, six bytes in hexadecimal: `00:1D:43:5F:A0:2C`.
    public var address: String
    /// The name that it gives itself; a placeholder where it gives none.
    public var name: String
    /// Whether it gives itself that name.
    public var isNamed: Bool
    /// The class of device, 24 bits (Bluetooth's assigned numbers, section 2.8); nil where it is not known.
    public var deviceClass: UInt32?
    /// How strong it is received, in dBm; nil: not received now.
    public var rssi: Int?
    /// Whether this computer and it are paired.
    public var isPaired: Bool
    /// Whether a link to it is up.
    public var isConnected: Bool
    /// The family of receivers that has such names; a hint.
    public var family: String?
    /// Whether it says that it has a serial port, as receivers do; nil: it has not said what it has.
    public var hasSerialPort: Bool?
    /// The adapter that hears it: `hci0`.
    public var adapter: String
    /// The receiver of the running daemon that it is.
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

    /// A device of which only this is known.
    ///
    /// - Parameters:
    ///   - address: `00:1D:43:5F:A0:2C`.
    ///   - name: the name that it gives itself; nil: it gives none.
    public init(address: String, name: String?) {
        (self.address, self.name, isNamed) = (address, name ?? "(no name)", name != nil)
        (isPaired, isConnected, adapter) = (false, false, "")
    }
}
