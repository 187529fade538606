// SPDX-License-Identifier: Apache-2.0

internal import CUdev
internal import Glibc
internal import SystemSupport

/// Owns a libudev context and reads devices through it. Use it from one thread at a time.
final class UdevReader {
    let context: OpaquePointer

    /// Nil if libudev has no memory.
    init?() {
        guard let context = udev_new() else { return nil }
        self.context = context
    }

    deinit { udev_unref(context) }

    /// Returns all devices of the subsystem `tty`.
    func allTTYs() -> [TTYFacts] {
        guard let enumerate = udev_enumerate_new(context) else { return [] }
        defer { udev_enumerate_unref(enumerate) }
        udev_enumerate_add_match_subsystem(enumerate, "tty")
        udev_enumerate_scan_devices(enumerate)
        return names(in: udev_enumerate_get_list_entry(enumerate)).compactMap { path in
            guard let device = udev_device_new_from_syspath(context, path) else { return nil }
            defer { udev_device_unref(device) }
            return facts(of: device)
        }
    }

    /// Returns a device's properties; nil if it has no node.
    func facts(of device: OpaquePointer) -> TTYFacts? {
        guard let path = text(udev_device_get_syspath(device)), let node = text(udev_device_get_devnode(device)) else {
            return nil
        }
        var facts = TTYFacts(sysPath: path, node: node)
        facts.links = names(in: udev_device_get_devlinks_list_entry(device))
        facts.usb = usb(of: device)
        facts.uartType = attribute(device, "type").flatMap { Int($0) }
        facts.isConsole = attribute(device, "console") == "Y"
        facts.isOpenToUs = access(node, R_OK | W_OK) == 0
        facts.marks = marks(of: device)
        readParents(of: device, into: &facts)
        return facts
    }

    private func readParents(of device: OpaquePointer, into facts: inout TTYFacts) {
        var parent = udev_device_get_parent(device)
        while let current = parent {
            let subsystem = text(udev_device_get_subsystem(current))
            // Since Linux 6.5, a UART is below two devices of the serial core.
            if let subsystem, subsystem != "serial-base" {
                facts.parentSubsystem = facts.parentSubsystem ?? subsystem
                if subsystem == "bluetooth" {
                    facts.bluetoothAddress = attribute(current, "address") ?? facts.bluetoothAddress
                }
            }
            facts.driver = facts.driver ?? text(udev_device_get_driver(current))
            parent = udev_device_get_parent(current)
        }
        // A bound rfcomm node has the attribute itself.
        facts.bluetoothAddress = facts.bluetoothAddress ?? attribute(device, "address")
    }

    private func usb(of device: OpaquePointer) -> USBDescription? {
        guard let parent = udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device"),
            let vendor = attribute(parent, "idVendor").flatMap({ USBNumber($0) }),
            let product = attribute(parent, "idProduct").flatMap({ USBNumber($0) }),
            let path = text(udev_device_get_sysname(parent))
        else { return nil }
        var usb = USBDescription(vendorID: vendor, productID: product, path: path)
        usb.vendor = attribute(parent, "manufacturer")
        usb.model = attribute(parent, "product")
        usb.serial = attribute(parent, "serial")
        if let interface = udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_interface") {
            usb.interface = attribute(interface, "bInterfaceNumber").flatMap { UInt8($0, radix: 16) }
        }
        if let port = udev_device_get_parent_with_subsystem_devtype(device, "usb-serial", nil) {
            usb.bridgePort = attribute(port, "port_number").flatMap { Int($0) }
        }
        return usb
    }

    private func marks(of device: OpaquePointer) -> DeviceMarks {
        let parent = udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device")
        var marks = DeviceMarks()
        marks.isModemCandidate = property(device, "ID_MM_CANDIDATE") == "1"
        marks.isIgnoredByModemManager =
            property(device, "ID_MM_PORT_IGNORE") == "1" || property(device, "ID_MM_DEVICE_IGNORE") == "1"
            || parent.flatMap { property($0, "ID_MM_DEVICE_IGNORE") } == "1"
        marks.isTakenByBrltty =
            property(device, "BRLTTY_BRAILLE_DRIVER") != nil
            || parent.flatMap { property($0, "BRLTTY_BRAILLE_DRIVER") } != nil
        marks.wantedService = property(device, "SYSTEMD_WANTS")
        return marks
    }

    private func property(_ device: OpaquePointer, _ name: String) -> String? {
        text(udev_device_get_property_value(device, name))
    }

    private func attribute(_ device: OpaquePointer, _ name: String) -> String? {
        text(udev_device_get_sysattr_value(device, name)).flatMap(Self.sound)
    }

    /// Sanitises a text of the device: no characters that change how other text is shown, at most 128, without spaces at
    /// both ends; nil if none remain.
    static func sound(_ value: String) -> String? {
        let printable = value.unicodeScalars.filter(\.isPlain).prefix(128)
        let trimmed = String(String.UnicodeScalarView(printable)).trimmingSpaces
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Copies the text, which belongs to the device or list that it was read from.
    private func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

    private func names(in list: OpaquePointer?) -> [String] {
        var names: [String] = []
        var entry = list
        while let current = entry {
            if let name = text(udev_list_entry_get_name(current)) { names.append(name) }
            entry = udev_list_entry_get_next(current)
        }
        return names
    }
}

extension String {
    /// The text without spaces at both ends.
    fileprivate var trimmingSpaces: String {
        let rest = drop { $0 == " " }
        return String(
            rest.prefix(rest.lastIndex { $0 != " " }.map { rest.distance(from: rest.startIndex, to: $0) + 1 } ?? 0))
    }
}
