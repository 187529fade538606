// SPDX-License-Identifier: Apache-2.0

internal import CBluetooth
internal import Glibc
internal import Transport

/// The kernel's Bluetooth, and libbluetooth where services are asked for.
struct SystemRadio: Radio {
    func adapters() throws(BluetoothFailure) -> [BluetoothAdapter] {
        var room = [gnss_bluetooth_adapter](repeating: gnss_bluetooth_adapter(), count: 16)
        let count = gnss_bluetooth_adapters(&room, Int32(room.count))
        guard count >= 0 else { throw BluetoothFailure(connecting: errno) }
        return room.prefix(Int(count)).map { adapter in
            let bytes = withUnsafeBytes(of: adapter.address) { Array($0) }
            return BluetoothAdapter(
                number: Int(adapter.number), address: BluetoothAddress(kernel: bytes), isOn: adapter.is_up != 0,
                isBlocked: adapter.is_up == 0 && Self.isBlocked(Int(adapter.number)))
        }
    }

    func services(
        of device: BluetoothAddress, _ kind: ServiceKind, _ terms: BluetoothSocket.Terms
    ) throws(BluetoothFailure) -> [SerialService] {
        let descriptor = try BluetoothSocket.connectToServices(of: device, terms)
        defer { close(descriptor) }
        return try ServiceSearch.run(on: descriptor, kind, deadline: terms.deadline, stop: terms.stop)
    }

    func connect(
        to device: BluetoothAddress, channel: Int, _ terms: BluetoothSocket.Terms
    ) throws(BluetoothFailure) -> RadioLink {
        do throws(BluetoothFailure) {
            return RadioLink(descriptor: try BluetoothSocket.connect(to: device, channel: channel, terms))
        } catch {
            guard case .busy(nil) = error else { throw error }
            throw .busy(holder: BluetoothHolders.words)
        }
    }

    /// Whether rfkill has an adapter switched off, by a key or by software.
    private static func isBlocked(_ number: Int) -> Bool {
        (0..<64).contains { index in
            let folder = "/sys/class/bluetooth/hci\(number)/rfkill\(index)"
            return ["soft", "hard"].contains { name in
                let descriptor = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC)
                guard descriptor >= 0 else { return false }
                defer { close(descriptor) }
                var byte: UInt8 = 0
                return read(descriptor, &byte, 1) == 1 && byte == UInt8(ascii: "1")
            }
        }
    }
}
