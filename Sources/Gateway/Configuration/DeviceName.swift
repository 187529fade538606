// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Transport

/// One name for a device that a configuration may name in several ways.
enum DeviceName {
    /// The name, equal for all links and spellings of one device; nil for what several receivers may share, such as a
    /// place on the network.
    ///
    /// Links are followed as they stand now: one of a device that is not plugged in is another device.
    static func canonical(_ text: String) -> String? {
        let bare = text.lowercased().hasPrefix("bluetooth:") ? String(text.dropFirst(10)) : text
        if let address = BluetoothAddress(bare.uppercased()) { return "bluetooth:\(address)" }
        if text.lowercased().hasPrefix("usb:") { return node(of: text) ?? text.lowercased() }
        guard text.hasPrefix("/") else { return nil }
        guard let real = realpath(text, nil) else { return cleaned(text) }
        defer { free(real) }
        return String(cString: real)
    }

    /// Where a USB device is plugged in now.
    private static func node(of identity: String) -> String? {
        DeviceMonitor.enumerate().first { $0.identity.rawValue.lowercased() == identity.lowercased() }?.node
    }

    /// A path without empty parts and dots, such as `/dev//./ttyUSB0`.
    private static func cleaned(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
