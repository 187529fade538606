// SPDX-License-Identifier: Apache-2.0

internal import Transport

/// What the driver needs of Bluetooth. In tests a pair of sockets takes its place.
protocol Radio: Sendable {
    /// The adapters of this computer.
    ///
    /// - Throws: `BluetoothError.unsupported` where there is no Bluetooth at all.
    func adapters() throws(BluetoothError) -> [BluetoothAdapter]

    /// Looks for devices that can be found. Blocks.
    ///
    /// - Parameters:
    ///   - adapter: its number.
    ///   - length: how long, in 1.28 s; 1...48.
    func neighbours(_ adapter: Int, length: Int) throws(BluetoothError) -> [Neighbour]

    /// Asks a device for its name; nil where it does not tell. Blocks.
    ///
    /// - Parameter patience: how long at most, in nanoseconds.
    func name(of device: BluetoothAddress, _ adapter: Int, patience: Int64) -> String?

    /// Asks a device which serial ports it offers.
    ///
    /// - Returns: those with a channel, in the device's order.
    func services(
        of device: BluetoothAddress, _ kind: ServiceKind, _ terms: BluetoothSocket.Terms
    ) throws(BluetoothError) -> [SerialService]

    /// Connects to a channel.
    func connect(
        to device: BluetoothAddress, channel: Int, _ terms: BluetoothSocket.Terms
    ) throws(BluetoothError) -> RadioLink
}

/// A device that answered an inquiry.
struct Neighbour: Hashable, Sendable {
    var address: BluetoothAddress
    /// 24 bits.
    var deviceClass: Int
}

/// A connection to a channel.
struct RadioLink: Sendable {
    /// Does not block; the caller closes the link.
    var descriptor: Int32
    /// Says what a code of the kernel means here: a pair of sockets cannot say most of what a radio says.
    var meaning: @Sendable (Int32) -> BluetoothError = { BluetoothError(using: $0) }
}

/// An adapter of this computer.
struct BluetoothAdapter: Hashable, Sendable {
    /// 0 for hci0.
    var number: Int
    var address: BluetoothAddress?
    var isOn: Bool
    /// Whether rfkill forbids it to send.
    var isBlocked = false

    var name: String { "hci\(number)" }
}

/// What a device is asked for.
enum ServiceKind: Hashable, Sendable {
    /// The Serial Port service, 0x1101.
    case serialPort
    /// Whatever is on RFCOMM, 0x0003.
    case anyRFCOMM
    /// Whatever is meant to be browsed, 0x1002.
    case browsable
}

/// A service with an RFCOMM channel.
struct SerialService: Hashable, Sendable {
    /// 1...30.
    var channel: Int
    /// Often empty.
    var name = ""
    /// Whether it speaks Apple's accessory protocol.
    var isApple = false
}
