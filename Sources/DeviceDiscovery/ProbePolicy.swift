// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Decides which devices may be probed for receivers.
///
/// Probing opens the port and listens; it never writes. However, opening the port raises DTR and RTS, which restarts
/// many boards, and a port that a modem manager uses may lose its connection. Therefore only these devices are probed:
/// known receivers, plain USB serial bridges whose name does not indicate another device, and devices that the
/// configuration names.
package struct ProbePolicy: Hashable, Sendable {
    /// The decision for one device.
    package enum Verdict: Hashable, Sendable {
        case ask
        /// The device is not probed, for the given reason.
        case leaveAlone(String)
    }

    /// `discovery.probe`: patterns of devices that are probed although the policy would otherwise leave them alone.
    package var also: [String]
    /// `discovery.ignore`: patterns of devices that are never opened.
    package var ignored: [String]

    package init(also: [String] = [], ignored: [String] = []) { (self.also, self.ignored) = (also, ignored) }

    /// Decides whether a device is probed.
    package func verdict(_ device: SerialDevice) -> Verdict {
        if Self.matches(device, ignored) { return .leaveAlone("it is listed in discovery.ignore") }
        if case .platform(isConsole: true) = device.attachment { return .leaveAlone("the kernel's console uses it") }
        if Self.matches(device, also) { return .ask }
        switch device.attachment {
        case .platform:
            return .leaveAlone(
                "built-in ports are not opened by default: list this one in discovery.probe if it has a receiver")
        case .bluetooth:
            return .leaveAlone(
                "Bluetooth links are not opened by default: list this one in discovery.probe if it has a receiver")
        case .usb(let usb): return verdict(usb, device)
        }
    }

    private func verdict(_ usb: USBDescription, _ device: SerialDevice) -> Verdict {
        if let driver = device.driver, Self.modemDrivers.contains(driver) {
            return .leaveAlone("a modem (kernel driver \(driver))")
        }
        guard let known = device.known else {
            return .leaveAlone(
                "USB \(usb.vendorID):\(usb.productID) is not a known receiver: list it in discovery.probe if it is one"
            )
        }
        switch known.kind {
        case .receiver: return .ask
        case .modem, .board: return .leaveAlone("\(known.name): opening it could disturb it")
        case .bridge:
            let words = [usb.vendor, usb.model].compactMap { $0?.lowercased() }.flatMap { $0.split(separator: " ") }
            guard words.contains(where: { word in Self.strangers.contains { word.hasPrefix($0) } }) else {
                return .ask
            }
            return .leaveAlone("it identifies itself as \(usb.model ?? usb.vendor ?? ""), which is not a receiver")
        }
    }

    /// Kernel drivers that only serve modems.
    private static let modemDrivers: Set<String> = [
        "option", "option1", "qcserial", "sierra", "sierra_net", "hso", "ipw",
    ]

    /// Beginnings of words, in lower case, in the names of devices that use USB serial bridges but are not receivers.
    private static let strangers = [
        "arduino", "modem", "zigbee", "z-wave", "zwave", "zwa-", "conbee", "raspbee", "sonoff", "skyconnect",
        "zbt-",
        "thread", "printer", "marlin", "creality", "octopus", "klipper", "ups", "meter", "braille", "jtag",
        "programmer",
        "debug", "lora", "meshtastic", "esp32", "nodemcu", "rfxtrx", "enocean", "insteon", "knx", "dmx", "flipper",
        "console",
    ]

    /// Returns true if a pattern (with `*` and `?`, as in file names) matches a name of the device, or a link to it
    /// that udev does not know.
    static func matches(_ device: SerialDevice, _ patterns: [String]) -> Bool {
        patterns.contains { pattern in
            device.paths.contains { fnmatch(pattern, $0, 0) == 0 } || isLink(pattern, to: device.node)
        }
    }

    private static func isLink(_ pattern: String, to node: String) -> Bool {
        guard pattern.hasPrefix("/"), let number = DeviceAccess.number(of: node) else { return false }
        return paths(pattern).contains { DeviceAccess.number(of: $0) == number }
    }

    /// The existing paths that match a pattern.
    private static func paths(_ pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0, let paths = found.gl_pathv else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { paths[$0].flatMap { String(validatingCString: $0) } }
    }

    /// Describes the patterns of `discovery.probe` that match no device that can be probed, in sentences.
    ///
    /// - Parameter devices: The serial devices that are followed.
    func warnings(_ devices: [SerialDevice]) -> [String] {
        also.compactMap { pattern in
            guard pattern.hasPrefix("/"), !devices.contains(where: { Self.matches($0, [pattern]) }) else { return nil }
            let paths = Self.paths(pattern)
            if paths.isEmpty {
                return "discovery.probe: no device matches '\(pattern)' now; it may be plugged in later"
            }
            let what =
                paths.contains { DeviceAccess.number(of: $0) != nil }
                ? "a pseudo-terminal or another device that is not a serial port" : "not a device"
            return
                "discovery.probe: '\(pattern)' is \(what), and is not probed: configure it as a receiver's 'device' "
                + "if a receiver is connected to it"
        }
    }
}
