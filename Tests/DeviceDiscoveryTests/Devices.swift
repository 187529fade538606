// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DeviceDiscovery

/// Devices for tests, as udev tells of them.
enum Devices {
    /// A port of a USB device.
    static func usb(
        _ node: String, _ vendor: USBNumber, _ product: USBNumber, serial: String? = nil, port: String = "1-1",
        interface: UInt8? = 0, bridgePort: Int? = nil, model: String? = nil
    ) -> TTYFacts {
        var usb = USBDescription(vendorID: vendor, productID: product, path: port)
        (usb.serial, usb.interface, usb.bridgePort, usb.model) = (serial, interface, bridgePort, model)
        var facts = TTYFacts(sysPath: "/sys/devices/pci0000:00/usb1/\(port)/tty/\(node)", node: "/dev/\(node)")
        (facts.usb, facts.parentSubsystem) = (usb, "usb")
        return facts
    }

    /// A u-blox 9 with a serial number.
    static func ublox(_ node: String, serial: String = "DBTK4321", port: String = "1-1") -> TTYFacts {
        usb(node, 0x1546, 0x01A9, serial: serial, port: port)
    }

    static func device(_ facts: TTYFacts, byPort: Bool = false) throws -> SerialDevice {
        try #require(SerialDevice(facts, byPort: byPort))
    }
}
