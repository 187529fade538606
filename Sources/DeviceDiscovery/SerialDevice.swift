// SPDX-License-Identifier: Apache-2.0

/// A serial port of the machine that a receiver may be behind.
package struct SerialDevice: Hashable, Sendable {
    /// What a port belongs to.
    enum Attachment: Hashable, Sendable {
        case usb(USBDescription)
        /// `address` is that of the other side, where the kernel tells it.
        case bluetooth(address: String?)
        /// A port of the machine itself; `isConsole` where the kernel's messages go there.
        case platform(isConsole: Bool)
    }

    /// What it is called as long as it lives.
    package var identity: DeviceIdentity
    /// The node it has now: `/dev/ttyACM0`.
    package var node: String
    /// Other names of the node: `/dev/serial/by-id/…`, `/dev/serial/by-path/…`, `/dev/gnss/…`; sorted.
    package var links: [String]
    var attachment: Attachment
    /// The kernel's driver: `cdc_acm`, `ftdi_sio`, `option` …
    package var driver: String?
    /// What udev's rules say to programs that take serial ports.
    package var marks: DeviceMarks
    /// Grows with each appearance, so that a device that went and came back is not taken for one that stayed.
    var appearance: UInt64 = 0

    package var usb: USBDescription? {
        if case .usb(let usb) = attachment { usb } else { nil }
    }

    /// What the table of known receivers has of it.
    package var known: KnownDevice? {
        usb.flatMap { KnownReceivers.device(vendor: $0.vendorID, product: $0.productID) }
    }

    /// The name for people: what is known of it, else what it says of itself, else its node.
    package var name: String {
        if let known, known.kind == .receiver { return known.name }
        guard let usb else { return node }
        return usb.model ?? known?.name ?? "USB \(usb.vendorID):\(usb.productID)"
    }

    /// All that a configuration may call it: identity, node and links.
    package var paths: [String] { [identity.rawValue, node] + links }

    /// The name to give to a driver and to people: it stays the same when the node is renamed, where udev makes one.
    var stablePath: String {
        links.first { $0.hasPrefix("/dev/serial/by-id/") } ?? links.first { $0.hasPrefix("/dev/serial/by-path/") }
            ?? node
    }
}

/// What udev's rules say of a port to programs that take serial ports by themselves.
package struct DeviceMarks: Hashable, Sendable {
    /// ModemManager may look whether it is a modem (`ID_MM_CANDIDATE`).
    var isModemCandidate = false
    /// ModemManager is to leave the port or the whole device alone (`ID_MM_PORT_IGNORE`, `ID_MM_DEVICE_IGNORE`).
    package var isIgnoredByModemManager = false
    /// brltty takes it for a Braille display (`BRLTTY_BRAILLE_DRIVER`).
    var isTakenByBrltty = false
    /// The service that udev has systemd start for it (`SYSTEMD_WANTS`): `gpsdctl@ttyACM0.service`.
    var wantedService: String?
}
