// SPDX-License-Identifier: Apache-2.0

// This import must be in the module's first file. ObservationBus imports Glibc and Dispatch. Swift treats the one that
// is loaded first as the owner of C's structures, and code that uses these structures imports Glibc.
internal import GNSSTypes
internal import Glibc
internal import MessageTexts
internal import SystemSupport

/// Access to bluetoothd over its D-Bus interface (org.bluez; BlueZ documents doc/adapter-api.txt and
/// doc/device-api.txt). Use it from one thread; a discovery that it started ends with it.
package struct BlueZ {
    package static let name = "org.bluez"

    /// A Bluetooth adapter of the machine. `path` is its D-Bus object, such as `/org/bluez/hci0`.
    package struct Adapter: Sendable, Hashable {
        package var path: String
        package var address: String
        package var isPowered: Bool
        var isDiscovering = false
        /// The kernel's name such as `hci0`, the last component of `path`.
        package var name: String { String(path.split(separator: "/").last ?? "") }
    }

    /// A device that bluetoothd knows: paired, connected or recently in range.
    package struct Device: Sendable, Hashable {
        package var path: String
        package var adapter: String
        package var address: String
        /// The device's own name; nil if unknown.
        package var name: String?
        package var deviceClass: UInt32?
        /// The signal strength in dBm; nil unless it is being discovered.
        package var rssi: Int?
        package var isPaired = false
        package var isTrusted = false
        var isConnected = false
        package var services: [String] = []
    }

    package let bus: SystemBus

    /// - Throws: `BluetoothPairingError` if there is no connection to the system bus.
    package init() throws(BluetoothPairingError) {
        do throws(BusError) { bus = try SystemBus() } catch { throw BluetoothPairingError(error) }
    }

    /// Returns all known adapters and devices, ordered by path.
    ///
    /// - Throws: `BluetoothPairingError` if bluetoothd does not answer.
    package func known() throws(BluetoothPairingError) -> (adapters: [Adapter], devices: [Device]) {
        let answer: [BusValue]
        do throws(BusError) {
            answer = try bus.call(
                .init(
                    destination: Self.name, path: "/", interface: "org.freedesktop.DBus.ObjectManager",
                    member: "GetManagedObjects"))
        } catch {
            throw BluetoothPairingError(error)
        }
        let objects = (answer.first?.section ?? [:]).sorted { $0.key < $1.key }
        return (
            objects.compactMap { Adapter($0.key, $0.value.section["org.bluez.Adapter1"]?.section) },
            objects.compactMap { Device($0.key, $0.value.section["org.bluez.Device1"]?.section) }
        )
    }

    /// Returns the adapter with this name or address, or else the first one that is on.
    ///
    /// - Throws: `BluetoothPairingError` if the adapter is missing or off.
    package func adapter(_ wanted: String?) throws(BluetoothPairingError) -> Adapter {
        let adapters = try known().adapters
        guard let wanted else {
            if let adapter = adapters.first(where: \.isPowered) { return adapter }
            if let adapter = adapters.first { throw RadioSwitch.problem(of: adapter.name) }
            throw Self.noAdapter
        }
        let found = adapters.first { $0.name == wanted || $0.address.uppercased() == wanted.uppercased() }
        guard let found else {
            let names = adapters.map(\.name).joined(separator: ", ")
            throw BluetoothPairingError(
                .noAdapter, CodedText(BluetoothText.unknownAdapter, ["adapter": .words(wanted)]),
                fix: names.isEmpty ? nil : CodedText(BluetoothFixText.chooseAdapter, ["adapters": .words(names)]))
        }
        if !found.isPowered { throw RadioSwitch.problem(of: found.name) }
        return found
    }

    package static let noAdapter = BluetoothPairingError(
        .noAdapter, CodedText(BluetoothText.noAdapter), fix: CodedText(BluetoothFixText.plugIn))

    /// Starts the discovery of devices.
    ///
    /// - Throws: `BluetoothPairingError` if bluetoothd refuses.
    func beginDiscovery(_ adapter: Adapter) throws(BluetoothPairingError) {
        do throws(BusError) {
            try bus.call(
                call(
                    adapter.path, "Adapter1", "SetDiscoveryFilter",
                    [.section([("Transport", .text("bredr")), ("DuplicateData", .boolean(false))])]))
            try bus.call(call(adapter.path, "Adapter1", "StartDiscovery"))
        } catch {
            // Another program may have started a discovery; devices are reported nevertheless.
            if case .refused("org.bluez.Error.InProgress", _) = error { return }
            throw BluetoothPairingError(error)
        }
    }

    /// Ends the discovery that `beginDiscovery` started.
    func endDiscovery(_ adapter: Adapter) {
        _ = try? bus.call(call(adapter.path, "Adapter1", "StopDiscovery"))
    }

    /// Removes a device and its pairing from bluetoothd.
    ///
    /// - Throws: `BluetoothPairingError` if bluetoothd refuses.
    package func remove(_ device: Device) throws(BluetoothPairingError) {
        do throws(BusError) {
            try bus.call(call(device.adapter, "Adapter1", "RemoveDevice", [.path(device.path)]))
        } catch {
            throw BluetoothPairingError(error)
        }
    }

    /// Permits a device to connect without confirmation.
    ///
    /// - Throws: `BluetoothPairingError` if bluetoothd refuses.
    package func trust(_ device: Device) throws(BluetoothPairingError) {
        do throws(BusError) {
            try bus.call(
                .init(
                    destination: Self.name, path: device.path, interface: "org.freedesktop.DBus.Properties",
                    member: "Set",
                    arguments: [.text("org.bluez.Device1"), .text("Trusted"), .variant(.boolean(true))]))
        } catch {
            throw BluetoothPairingError(error)
        }
    }

    /// Creates a call of a method in one of BlueZ's interfaces.
    func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [BusArgument] = []
    ) -> SystemBus.Call {
        SystemBus.Call(
            destination: Self.name, path: path, interface: "org.bluez.\(interface)", member: member,
            arguments: arguments)
    }
}

extension BlueZ.Adapter {
    /// Nil if the object is not an adapter.
    fileprivate init?(_ path: String, _ properties: [String: BusValue]?) {
        guard let properties, let address = properties["Address"]?.text else { return nil }
        self.init(
            path: path, address: address, isPowered: properties["Powered"]?.boolean ?? false,
            isDiscovering: properties["Discovering"]?.boolean ?? false)
    }
}

extension BlueZ.Device {
    /// Nil if the object is not a device.
    fileprivate init?(_ path: String, _ properties: [String: BusValue]?) {
        guard let properties, let address = properties["Address"]?.text, let adapter = properties["Adapter"]?.text
        else { return nil }
        self.init(path: path, adapter: adapter, address: address.uppercased())
        name = properties["Name"]?.text.flatMap(Self.sound)
        deviceClass = properties["Class"]?.number.flatMap { UInt32(exactly: $0) }
        rssi = properties["RSSI"]?.number.flatMap { Int(exactly: $0) }
        isPaired = properties["Paired"]?.boolean ?? false
        isTrusted = properties["Trusted"]?.boolean ?? false
        isConnected = properties["Connected"]?.boolean ?? false
        services = properties["UUIDs"]?.list.compactMap { $0.text?.lowercased() } ?? []
    }

    /// Sanitises a name from outside: no characters that change how other text is shown, and at most 248 (Bluetooth's
    /// longest name has 248 bytes); nil if it is blank.
    package static func sound(_ name: String) -> String? {
        let scalars = name.unicodeScalars.filter(\.isPlain).prefix(248)
        let text = String(String.UnicodeScalarView(scalars))
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }
}

extension BlueZ {
    /// The adapters that bluetoothd reports: whether each is on, by name.
    package typealias View = Result<[(name: String, isPowered: Bool)], BluetoothPairingError>

    /// Returns the adapters as bluetoothd currently reports them.
    package static func view() -> View {
        do throws(BluetoothPairingError) {
            return .success(try BlueZ().known().adapters.map { ($0.name, $0.isPowered) })
        } catch {
            return .failure(error)
        }
    }
}
