// SPDX-License-Identifier: Apache-2.0

/// A serial port of the machine to which a receiver may be connected.
package struct SerialDevice: Hashable, Sendable {
    /// The kind of hardware behind a port.
    enum Attachment: Hashable, Sendable {
        case usb(USBDescription)
        /// A Bluetooth connection; `address` is the other side's address, if the kernel reports it.
        case bluetooth(address: String?)
        /// A built-in port of the machine; `isConsole` is true if it is the kernel's console.
        case platform(isConsole: Bool)
    }

    /// The permanent identity of the device.
    package var identity: DeviceIdentity
    /// The current node, such as `/dev/ttyACM0`.
    package var node: String
    /// Links to the node, such as `/dev/serial/by-id/…`, `/dev/serial/by-path/…` and `/dev/gnss/…`; sorted.
    package var links: [String]
    var attachment: Attachment
    /// The kernel driver, such as `cdc_acm`, `ftdi_sio` or `option`.
    package var driver: String?
    /// The udev properties that tell programs which open serial ports on their own to leave this device alone.
    package var marks: DeviceMarks
    /// True if this process could read and write the node at the last report of the device.
    var isOpenToUs: Bool
    /// Incremented with each appearance, to distinguish a device that was unplugged and plugged in again from one that
    /// was present all the time.
    var appearance: UInt64 = 0

    package var usb: USBDescription? {
        if case .usb(let usb) = attachment { usb } else { nil }
    }

    /// The device's entry in the table of known devices; nil if none exists.
    package var known: KnownDevice? {
        usb.flatMap { KnownReceivers.device(vendor: $0.vendorID, product: $0.productID) }
    }

    /// The name for people: that of a known receiver, otherwise the device's own description, otherwise its node.
    package var name: String {
        if let known, known.kind == .receiver { return known.name }
        guard let usb else { return node }
        return usb.model ?? known?.name ?? "USB \(usb.vendorID):\(usb.productID)"
    }

    /// The names that a configuration may use: identity, node and links.
    package var paths: [String] { [identity.rawValue, node] + links }

    /// The path for drivers and people; it stays the same when the node is renamed, if udev creates a suitable link.
    var stablePath: String {
        links.first { $0.hasPrefix("/dev/serial/by-id/") } ?? links.first { $0.hasPrefix("/dev/serial/by-path/") }
            ?? node
    }
}

/// The udev properties of a port for programs that open serial ports on their own initiative.
package struct DeviceMarks: Hashable, Sendable {
    /// True if ModemManager may probe the port (`ID_MM_CANDIDATE`).
    var isModemCandidate = false
    /// True if ModemManager must ignore the port or the whole device (`ID_MM_PORT_IGNORE`, `ID_MM_DEVICE_IGNORE`).
    package var isIgnoredByModemManager = false
    /// True if brltty uses the port for a Braille display (`BRLTTY_BRAILLE_DRIVER`).
    var isTakenByBrltty = false
    /// The service that udev has systemd start for the port (`SYSTEMD_WANTS`), such as `gpsdctl@ttyACM0.service`.
    var wantedService: String?
}
