// SPDX-License-Identifier: Apache-2.0

/// Determines one name for a device that a configuration may name in several ways.
enum DeviceName {
    /// Returns a name that is the same for all spellings of one device; nil for a device that several receivers may
    /// share, such as a network address.
    ///
    /// Links are not resolved, because their targets depend on the plugged-in devices, and a configuration that is
    /// valid today must also be valid after the next start. If two names lead to one device, the second receiver
    /// reports it.
    static func canonical(_ text: String) -> String? {
        let bare = text.lowercased().hasPrefix("bluetooth:") ? String(text.dropFirst(10)) : text
        if isBluetoothAddress(bare) { return "bluetooth:\(bare.uppercased())" }
        if text.lowercased().hasPrefix("usb:") { return text.lowercased() }
        return text.hasPrefix("/") ? cleaned(text) : nil
    }

    /// True for six pairs of hexadecimal digits. The driver itself checks whether it accepts the address.
    private static func isBluetoothAddress(_ text: String) -> Bool {
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        return pairs.count == 6 && pairs.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }
    }

    /// The path without empty components and dots, such as those in `/dev//./ttyUSB0`.
    private static func cleaned(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
