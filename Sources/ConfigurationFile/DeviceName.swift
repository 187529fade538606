// SPDX-License-Identifier: Apache-2.0

/// One name for a device that a configuration may name in several ways.
enum DeviceName {
    /// The name, equal for all spellings of one device; nil for what several receivers may share, such as a place on the
    /// network.
    ///
    /// Links are not followed: what they lead to depends on what is plugged in, and a configuration that is right today
    /// is to be right after the next start. Where two names lead to one device, the second receiver says so.
    static func canonical(_ text: String) -> String? {
        let bare = text.lowercased().hasPrefix("bluetooth:") ? String(text.dropFirst(10)) : text
        if isBluetoothAddress(bare) { return "bluetooth:\(bare.uppercased())" }
        if text.lowercased().hasPrefix("usb:") { return text.lowercased() }
        return text.hasPrefix("/") ? cleaned(text) : nil
    }

    /// Whether it is six pairs of hexadecimal digits. Whether a driver takes it is for its own checks.
    private static func isBluetoothAddress(_ text: String) -> Bool {
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        return pairs.count == 6 && pairs.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }
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
