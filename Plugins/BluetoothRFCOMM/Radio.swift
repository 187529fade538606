// SPDX-License-Identifier: Apache-2.0

internal import Transport

/// The Bluetooth functions that the driver needs. Tests replace them with a pair of sockets.
protocol Radio: Sendable {
    /// The adapters of this computer.
    ///
    /// - Throws: `BluetoothError.unsupported` if there is no Bluetooth support.
    func adapters() throws(BluetoothError) -> [BluetoothAdapter]

    /// Searches for discoverable devices; blocks.
    ///
    /// - Parameters:
    ///   - adapter: The adapter's number.
    ///   - length: The duration in units of 1.28 s, 1...48.
    /// - Throws: `BluetoothError` if the search fails.
    func neighbours(_ adapter: Int, length: Int) throws(BluetoothError) -> [Neighbour]

    /// Asks a device for its name; nil if it does not answer. Blocks.
    ///
    /// - Parameter patience: The longest wait in nanoseconds.
    func name(of device: BluetoothAddress, _ adapter: Int, patience: Int64) -> String?

    /// Asks a device which serial ports it offers.
    ///
    /// - Returns: The services with a channel, in the device's order.
    /// - Throws: `BluetoothError` if the query fails.
    func services(
        of device: BluetoothAddress, _ kind: ServiceKind, _ terms: BluetoothSocket.Terms
    ) throws(BluetoothError) -> [SerialService]

    /// Connects to a channel.
    ///
    /// - Throws: `BluetoothError` if no connection was established.
    func connect(
        to device: BluetoothAddress, channel: Int, _ terms: BluetoothSocket.Terms
    ) throws(BluetoothError) -> RadioLink
}

/// A device that answered an inquiry.
struct Neighbour: Hashable, Sendable {
    var address: BluetoothAddress
    /// The device's class, 24 bits.
    var deviceClass: Int
}

/// A connection to a channel.
struct RadioLink: Sendable {
    /// Non-blocking; the caller closes the link.
    var descriptor: Int32
    /// Translates the kernel's error codes. Tests override it, because a pair of sockets cannot produce most of a
    /// radio's errors.
    var meaning: @Sendable (Int32) -> BluetoothError = { BluetoothError(using: $0) }
}

/// An adapter of this computer.
struct BluetoothAdapter: Hashable, Sendable {
    /// 0 for hci0.
    var number: Int
    var address: BluetoothAddress?
    var isOn: Bool
    /// True if rfkill blocks it.
    var isBlocked = false

    var name: String { "hci\(number)" }
}

/// A query for services.
enum ServiceKind: Hashable, Sendable {
    /// The Serial Port service, 0x1101.
    case serialPort
    /// Any service on RFCOMM, 0x0003.
    case anyRFCOMM
    /// Any service intended for browsing, 0x1002.
    case browsable
}

/// A service with an RFCOMM channel.
struct SerialService: Hashable, Sendable {
    /// The channel, 1...30.
    var channel: Int
    /// The name, which is often empty.
    var name = ""
    /// True if the service uses Apple's accessory protocol.
    var isApple = false
}
