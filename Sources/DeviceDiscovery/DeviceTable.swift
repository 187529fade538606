// SPDX-License-Identifier: Apache-2.0

/// A change of a device.
package enum DeviceEvent: Hashable, Sendable {
    case added(SerialDevice)
    /// The links or udev properties of the device changed.
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

    /// The devices ordered by node.
    var devices: [SerialDevice] {
        entries.values.sorted { ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node) }
    }

    /// Adds a device or updates a known one; returns the change, if any.
    mutating func insert(_ facts: TTYFacts) -> DeviceEvent? {
        // A serial number that another device also has is not distinctive, so the port becomes part of the identity.
        let isShared = SerialDevice(facts, byPort: false).map { plain in
            entries.contains { $0.key != facts.sysPath && $0.value.identity == plain.identity }
        }
        guard let isShared, var device = SerialDevice(facts, byPort: isShared) else { return nil }
        let old = entries[facts.sysPath]
        if let old, old.node == device.node, old.usb == device.usb {
            (device.identity, device.appearance) = (old.identity, old.appearance)
            entries[facts.sysPath] = device
            return old == device ? nil : .changed(device)
        }
        appearances += 1
        device.appearance = appearances
        entries[facts.sysPath] = device
        return .added(device)
    }

    /// Removes a device; nil if it was unknown.
    mutating func remove(sysPath: String) -> DeviceEvent? {
        entries.removeValue(forKey: sysPath).map { .removed($0) }
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
