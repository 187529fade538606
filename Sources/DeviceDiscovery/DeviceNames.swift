// SPDX-License-Identifier: Apache-2.0

internal import ReceiverHost

extension DeviceIdentity {
    /// Shorter forms of the identity that a configuration may use if they are unambiguous: without the interface, the
    /// USB port or the serial number. The serial number without the port is the identity of another device.
    var abbreviations: [String] {
        guard rawValue.hasPrefix("usb:") else { return [] }
        var forms: [String] = []
        for separator in ["+", "@", ":"] as [Character] {
            guard let end = rawValue.lastIndex(of: separator), rawValue[..<end].utf8.count >= Self.modelSize else {
                continue
            }
            let form = String(rawValue[..<end])
            if separator == "@", form.utf8.count > Self.modelSize { continue }
            if !forms.contains(form) { forms.append(form) }
        }
        return forms
    }

    private static let modelSize = "usb:1546:01a9".utf8.count
}

extension SerialDevice {
    /// All names that a configuration may use for the device, including shorter forms of the identity.
    package var names: [String] { paths + identity.abbreviations }
}

extension DeviceMonitor: DeviceNodes {
    /// Returns the current node of a device.
    ///
    /// - Parameters:
    ///   - identity: An identity or a shorter form of one; if several devices match, the first by node is used.
    ///   - isWhole: True if it is a whole identity and no shorter form.
    package func node(for identity: String, isWhole: Bool) -> String? {
        device(named: identity, isWhole: isWhole)?.node
    }
}
