// SPDX-License-Identifier: Apache-2.0

/// A change of a device.
package enum DeviceEvent: Hashable, Sendable {
    case added(SerialDevice)
    /// The links or udev properties of the device changed, or whether this process may open it.
    case changed(SerialDevice)
    case removed(SerialDevice)

    package var device: SerialDevice {
        switch self {
        case .added(let device), .changed(let device), .removed(let device): device
        }
    }
}

/// The current serial devices. udev reports some events twice; an `add` for a known device changes nothing.
struct DeviceTable {
    private var entries: [String: SerialDevice] = [:]
    private var appearances: UInt64 = 0
    /// The identities that devices have had since the start, the most recent last.
    private var memory: [Known] = []

    /// An identity that a device has had.
    private struct Known {
        var identity: DeviceIdentity
        /// The USB port of the device that has it.
        var port: String?
        /// True if another device with the same serial number was present at the same time.
        var isShared = false
    }

    /// The number of identities that are remembered.
    static let memoryLimit = 1024

    /// The devices ordered by node.
    var devices: [SerialDevice] {
        entries.values.sorted { ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node) }
    }

    /// Finds a device by its identity or a shorter form of it.
    ///
    /// The identity of a device that was present earlier is never taken as the shorter form of another one's: if one of
    /// two devices with the same serial number is unplugged, its receiver must not run on the other device.
    ///
    /// - Parameter isWhole: True if the name is a whole identity and no shorter form.
    /// - Returns: The device; of several that match a shorter form, the first by node; nil if none is present.
    func device(named name: String, isWhole: Bool) -> SerialDevice? {
        let devices = devices
        if let device = devices.first(where: { $0.identity.rawValue == name }) { return device }
        guard !isWhole, !memory.contains(where: { $0.identity.rawValue == name }) else { return nil }
        return devices.first { $0.identity.abbreviations.contains(name) }
    }

    private mutating func remember(_ device: SerialDevice) {
        var known = Known(identity: device.identity, port: device.usb?.path)
        if let index = memory.firstIndex(where: { $0.identity == device.identity }) {
            known.isShared = memory.remove(at: index).isShared
        }
        memory.append(known)
        if memory.count > Self.memoryLimit { memory.removeFirst() }
    }

    /// Returns true if a device's serial number does not distinguish it, because another device has it too. Of two such
    /// devices, the first one has the serial number alone as its identity and keeps it at its USB port; the other ones'
    /// identities contain their ports.
    private mutating func isTwin(_ plain: SerialDevice, at sysPath: String) -> Bool {
        let known = memory.firstIndex { $0.identity == plain.identity }
        if entries.contains(where: { $0.key != sysPath && $0.value.identity == plain.identity }) {
            if let known { memory[known].isShared = true }
            return true
        }
        guard let known, memory[known].isShared else { return false }
        return memory[known].port != plain.usb?.path
    }

    /// Adds a device or updates a known one; returns the change, if any.
    mutating func insert(_ facts: TTYFacts) -> DeviceEvent? {
        guard let plain = SerialDevice(facts, byPort: false) else { return nil }
        let isTwin = plain.usb != nil && isTwin(plain, at: facts.sysPath)
        guard var device = isTwin ? SerialDevice(facts, byPort: true) : plain else { return nil }
        let old = entries[facts.sysPath]
        if let old, old.node == device.node, old.usb == device.usb {
            (device.identity, device.appearance) = (old.identity, old.appearance)
            entries[facts.sysPath] = device
            return old == device ? nil : .changed(device)
        }
        appearances += 1
        device.appearance = appearances
        entries[facts.sysPath] = device
        remember(device)
        return .added(device)
    }

    /// Removes a device; nil if it was unknown.
    mutating func remove(sysPath: String) -> DeviceEvent? {
        guard let device = entries.removeValue(forKey: sysPath) else { return nil }
        remember(device)
        return .removed(device)
    }

    /// Replaces all devices and returns the changes.
    mutating func replace(_ all: [TTYFacts]) -> [DeviceEvent] {
        let paths = Set(all.map(\.sysPath))
        let removed = entries.keys.filter { !paths.contains($0) }.sorted().compactMap { remove(sysPath: $0) }
        // Sort by port, so that it is always the same one of two devices with equal serial numbers that gets the plain
        // identity.
        let added = all.sorted { ($0.usb?.path ?? "", $0.node) < ($1.usb?.path ?? "", $1.node) }
        return removed + added.compactMap { insert($0) }
    }
}
