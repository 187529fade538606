// SPDX-License-Identifier: Apache-2.0

/// The permanent identity of a device, independent of its current node.
///
/// - `usb:1546:01a9:DBTK4321`: a USB device by vendor, product and serial number.
/// - `usb:1546:01a8@1-1.2`: a USB device without a distinctive serial number, by its USB port.
/// - `usb:152a:85c0:3875448+if02`: another serial port of the same device, by USB interface (`+port1`: by the port of a
///   bridge with several ports).
/// - `bluetooth:00:11:22:33:44:55+rfcomm0`: a Bluetooth receiver that is bound to a node.
/// - `path:/dev/ttyS0`: a built-in port of the machine.
package struct DeviceIdentity: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }

    /// Creates the identity of a USB device's port.
    ///
    /// - Parameters:
    ///   - usb: The device.
    ///   - byPort: True to include the USB port, because the serial number is missing or not unique.
    package init(_ usb: USBDescription, byPort: Bool) {
        var text = "usb:\(usb.vendorID):\(usb.productID)"
        if let serial = usb.distinctiveSerial { text += ":\(Self.word(serial))" }
        if byPort || usb.distinctiveSerial == nil { text += "@\(usb.path)" }
        if let interface = usb.interface, interface != 0 { text += "+if" + hexadecimal(UInt64(interface), width: 2) }
        if let port = usb.bridgePort, port != 0 { text += "+port\(port)" }
        rawValue = text
    }

    /// True if a configured text is an identity and not a path.
    package static func isIdentity(_ text: String) -> Bool { text.hasPrefix("usb:") || text.hasPrefix("bluetooth:") }

    /// Sanitises a serial number, which the device determines: keeps at most 64 characters, and only those that never
    /// need quoting.
    private static func word(_ text: String) -> String {
        String(
            decoding: text.utf8.prefix(64).map { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: byte
                default: 0x5F
                }
            }, as: UTF8.self)
    }
}

/// `value` in lower-case hexadecimal with at least `width` digits.
package func hexadecimal(_ value: UInt64, width: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// A USB vendor or product number, printed as four hexadecimal digits.
struct USBNumber: Hashable, Sendable, CustomStringConvertible, ExpressibleByIntegerLiteral {
    var rawValue: UInt16

    init(integerLiteral value: UInt16) { rawValue = value }

    /// Parses hexadecimal digits as in sysfs.
    init?(_ text: String) {
        guard (1...4).contains(text.utf8.count), let value = UInt16(text, radix: 16) else { return nil }
        rawValue = value
    }

    var description: String { hexadecimal(UInt64(rawValue), width: 4) }
}
