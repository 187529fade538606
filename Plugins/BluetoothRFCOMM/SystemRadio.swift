// SPDX-License-Identifier: Apache-2.0

internal import CBluetooth
internal import Glibc
internal import Transport

/// The kernel's Bluetooth, with libbluetooth for service queries.
struct SystemRadio: Radio {
    func adapters() throws(BluetoothError) -> [BluetoothAdapter] {
        var room = [gnss_bluetooth_adapter](repeating: gnss_bluetooth_adapter(), count: 16)
        let count = gnss_bluetooth_adapters(&room, Int32(room.count))
        guard count >= 0 else { throw BluetoothError(connecting: errno) }
        return room.prefix(Int(count)).map { adapter in
            let bytes = withUnsafeBytes(of: adapter.address) { Array($0) }
            return BluetoothAdapter(
                number: Int(adapter.number), address: BluetoothAddress(kernel: bytes), isOn: adapter.is_up != 0,
                isBlocked: adapter.is_up == 0 && Self.isBlocked(Int(adapter.number)))
        }
    }

    func neighbours(_ adapter: Int, length: Int) throws(BluetoothError) -> [Neighbour] {
        var room = [gnss_bluetooth_neighbour](repeating: gnss_bluetooth_neighbour(), count: 255)
        let count = gnss_bluetooth_inquire(Int32(adapter), Int32(length), &room, Int32(room.count))
        guard count >= 0 else { throw BluetoothError(connecting: errno) }
        return room.prefix(Int(count)).compactMap { neighbour in
            let bytes = withUnsafeBytes(of: neighbour.address) { Array($0) }
            return BluetoothAddress(kernel: bytes).map {
                Neighbour(address: $0, deviceClass: Int(neighbour.device_class))
            }
        }
    }

    func name(of device: BluetoothAddress, _ adapter: Int, patience: Int64) -> String? {
        var room = [CChar](repeating: 0, count: 249)
        let milliseconds = Int32(clamping: patience / 1_000_000)
        guard milliseconds > 0,
            gnss_bluetooth_name(Int32(adapter), device.kernelBytes, &room, Int32(room.count), milliseconds) == 0
        else { return nil }
        let bytes = room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.filter { $0 >= 0x20 && $0 != 0x7F }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    func services(
        of device: BluetoothAddress, _ kind: ServiceKind, _ terms: BluetoothSocket.Terms
    ) throws(BluetoothError) -> [SerialService] {
        let descriptor = try BluetoothSocket.connectToServices(of: device, terms)
        defer { close(descriptor) }
        return try ServiceSearch.run(on: descriptor, kind, deadline: terms.deadline, stop: terms.stop)
    }

    func connect(
        to device: BluetoothAddress, channel: Int, _ terms: BluetoothSocket.Terms
    ) throws(BluetoothError) -> RadioLink {
        do throws(BluetoothError) {
            return RadioLink(descriptor: try BluetoothSocket.connect(to: device, channel: channel, terms))
        } catch {
            guard case .busy(nil) = error else { throw error }
            throw .busy(holder: BluetoothHolders.words)
        }
    }

    /// Returns true if rfkill has switched off an adapter, by a key or by software.
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
