// SPDX-License-Identifier: Apache-2.0

/// What udev and sysfs tell of one device of the subsystem `tty`, before anything is made of it.
package struct TTYFacts: Hashable, Sendable {
    /// The path in sysfs, which is the same in its `add` and its `remove`.
    var sysPath: String
    package var node: String
    package var links: [String] = []
    package var usb: USBDescription?
    /// The subsystem of the nearest parent that has one: `usb`, `usb-serial`, `platform`, `bluetooth` …
    var parentSubsystem: String?
    var bluetoothAddress: String?
    package var driver: String?
    /// The attribute `type` of a UART, as in linux/serial.h; 0 is an entry of the table without hardware.
    var uartType: Int?
    var isConsole = false
    package var marks = DeviceMarks()
}

extension SerialDevice {
    /// A device, or nil where a receiver cannot be behind it: virtual consoles, pseudo-terminals, UARTs that the kernel
    /// only has a place for.
    ///
    /// - Parameter byPort: another device has the same serial number.
    package init?(_ facts: TTYFacts, byPort: Bool) {
        (node, links, driver, marks) = (facts.node, facts.links.sorted(), facts.driver, facts.marks)
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
