// SPDX-License-Identifier: Apache-2.0

/// The unprocessed properties of a `tty` device from udev and sysfs.
package struct TTYFacts: Hashable, Sendable {
    /// The path in sysfs, which is the same in the events `add` and `remove`.
    var sysPath: String
    package var node: String
    package var links: [String] = []
    package var usb: USBDescription?
    /// The subsystem of the nearest parent that has one, such as `usb`, `usb-serial`, `platform` or `bluetooth`.
    var parentSubsystem: String?
    var bluetoothAddress: String?
    package var driver: String?
    /// The `type` attribute of a UART, as in linux/serial.h; 0 is a table entry without hardware.
    var uartType: Int?
    var isConsole = false
    /// True if this process may read and write the node.
    var isOpenToUs = true
    package var marks = DeviceMarks()
}

extension SerialDevice {
    /// Creates a device; nil if no receiver can be connected to it: virtual consoles, pseudo-terminals and UARTs
    /// without hardware.
    ///
    /// - Parameter byPort: True if another device has the same serial number.
    package init?(_ facts: TTYFacts, byPort: Bool) {
        (node, links, driver, marks) = (facts.node, facts.links.sorted(), facts.driver, facts.marks)
        isOpenToUs = facts.isOpenToUs
        if let usb = facts.usb {
            attachment = .usb(usb)
            identity = DeviceIdentity(usb, byPort: byPort)
            return
        }
        let name = facts.node.split(separator: "/").last ?? ""
        if name.hasPrefix("rfcomm") || facts.parentSubsystem == "bluetooth" {
            attachment = .bluetooth(address: facts.bluetoothAddress)
            identity = DeviceIdentity(
                rawValue: facts.bluetoothAddress.map { "bluetooth:\($0)+\(name)" } ?? "path:\(facts.node)")
            return
        }
        guard facts.parentSubsystem != nil, !facts.sysPath.contains("/devices/virtual/"), facts.uartType != 0 else {
            return nil
        }
        attachment = .platform(isConsole: facts.isConsole)
        identity = DeviceIdentity(rawValue: "path:\(facts.node)")
    }
}
