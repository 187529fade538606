// SPDX-License-Identifier: Apache-2.0

/// Names for receivers without a configured name: the model, then what tells it from others of its kind.
enum ReceiverNaming {
    /// A name that is valid as a receiver's id and not in use.
    ///
    /// - Parameter taken: the ids in use.
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
        // What follows vendor and product: serial number, USB port, interface.
        let rest = device.identity.rawValue.dropFirst("usb:1546:01a9".utf8.count)
        return model + "-" + rest.drop { $0 == ":" || $0 == "@" }
    }

    /// Letters, digits, dots, hyphens, underscores; a letter or digit first; at most 64.
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
