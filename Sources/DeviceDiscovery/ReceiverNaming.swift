// SPDX-License-Identifier: Apache-2.0

/// Creates IDs for receivers that have no configured ID: the model, followed by a part that distinguishes the receiver
/// from others of the same model.
enum ReceiverNaming {
    /// Returns a valid receiver ID that is not in use.
    ///
    /// - Parameter taken: The IDs in use.
    static func id(for device: SerialDevice, taken: Set<String>) -> String {
        let name = sound(plain(device))
        guard taken.contains(name) || name == "gateway" else { return name }
        for number in 2... {
            let other = "\(name.prefix(60))-\(number)"
            if !taken.contains(other) { return other }
        }
        return name
    }

    private static func plain(_ device: SerialDevice) -> String {
        let node = device.node.split(separator: "/").last.map { String($0) } ?? "receiver"
        guard let usb = device.usb else { return node }
        let model = device.known?.shortName ?? usb.model ?? "usb-\(usb.vendorID)-\(usb.productID)"
        // The part after vendor and product: serial number, USB port, interface.
        let rest = device.identity.rawValue.dropFirst("usb:1546:01a9".utf8.count)
        return model + "-" + rest.drop { $0 == ":" || $0 == "@" }
    }

    /// Converts a text into a valid ID: letters, digits, dots, hyphens and underscores, beginning with a letter or
    /// digit, at most 64 characters.
    private static func sound(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
            case 0x2D, 0x2E, 0x5F: if !bytes.isEmpty { bytes.append(byte) }
            default: if let last = bytes.last, last != 0x2D { bytes.append(0x2D) }
            }
        }
        let name = String(decoding: bytes.prefix(64), as: UTF8.self)
        return name.isEmpty ? "receiver" : name
    }
}
