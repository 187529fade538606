// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The kind of device behind a line, as far as it matters to its reader.
public enum LineKind: Hashable, Sendable {
    /// A line with a rate: a UART, or a USB adapter to one.
    case uart
    /// A USB device that emulates a serial port (CDC ACM); its rate has no effect.
    case usb
    /// A Bluetooth channel bound to a device node; its rate has no effect.
    case bluetooth
    /// A pseudo-terminal with another program at its other end.
    case pseudoTerminal
    /// A receiver driven by the kernel itself (`/dev/gnss0`), without line settings.
    case kernelReceiver
    /// A connection over a network.
    case network

    /// True if the configured rate must match the receiver's.
    public var hasRate: Bool { self == .uart }

    /// Determines the kind from the node's name, or else from its device number.
    ///
    /// - Parameters:
    ///   - path: The path as requested.
    ///   - node: The node that the path resolves to.
    ///   - number: The node's device number.
    init(path: String, node: String, number: dev_t) {
        self = Self.byName(path) ?? Self.byName(node) ?? (Self.isPseudoTerminal(number) ? .pseudoTerminal : .uart)
    }

    private static func byName(_ path: String) -> LineKind? {
        let name = path.split(separator: "/").last ?? ""
        let known: [(String, LineKind)] = [
            ("ttyACM", .usb), ("ttyUSB", .uart), ("ttyS", .uart), ("ttyAMA", .uart), ("rfcomm", .bluetooth),
            ("gnss", .kernelReceiver),
        ]
        return known.first { prefix, _ in
            name.hasPrefix(prefix) && name.count > prefix.count && name.dropFirst(prefix.count).allSatisfy(\.isNumber)
        }?.1
    }

    /// Returns true if the device number belongs to `/dev/pts`: majors 136 to 143.
    static func isPseudoTerminal(_ number: dev_t) -> Bool {
        let major = (number >> 8) & 0xFFF | (number >> 32) & 0xFFFF_F000
        return (136...143).contains(major)
    }
}
