// SPDX-License-Identifier: Apache-2.0

/// A Bluetooth device in reach, or known from before.
public struct BluetoothDeviceReport: Codable, Hashable, Sendable {
    /// `00:1D:43:5F:A0:2C`.
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

    private static let serialPort = "00001101-0000-1000-8000-00805f9b34fb"

    /// A device that a driver heard by itself: how strong and whether it is paired is not known.
    init(address: String, name: String?, deviceClass: Int?) {
        let name = name.flatMap(BlueZ.Device.sound)
        (self.address, self.name, isNamed) = (address, name ?? "(no name)", name != nil)
        self.deviceClass = deviceClass.flatMap { UInt32(exactly: $0) }
        (isPaired, isConnected, adapter) = (false, false, "")
        family = name.flatMap { KnownBluetoothReceivers.family(of: $0)?.name }
    }

    init(_ device: BlueZ.Device) {
        address = device.address
        name = device.name ?? "(no name)"
        isNamed = device.name != nil
        (deviceClass, rssi) = (device.deviceClass, device.rssi)
        (isPaired, isConnected) = (device.isPaired, device.isConnected)
        family = device.name.flatMap { KnownBluetoothReceivers.family(of: $0)?.name }
        hasSerialPort = device.services.isEmpty ? nil : device.services.contains(Self.serialPort)
        adapter = String(device.adapter.split(separator: "/").last ?? "")
    }

    /// What is likely a receiver stands first, then what is paired, then the strongest.
    static func order(_ a: Self, _ b: Self) -> Bool {
        a.rank == b.rank ? a.address < b.address : a.rank.lexicographicallyPrecedes(b.rank)
    }

    private var rank: [Int] {
        [family != nil || hasSerialPort == true ? 0 : 1, isPaired ? 0 : 1, isNamed ? 0 : 1, -(rssi ?? -200)]
    }
}
