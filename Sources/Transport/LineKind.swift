// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What is behind a serial port, as far as it matters to who reads it.
public enum LineKind: Hashable, Sendable {
    /// A line with a rate: a UART, or a USB adapter to one.
    case uart
    /// A USB device that only looks like a serial port (CDC ACM): the rate is without effect.
    case usb
    /// A Bluetooth channel bound to a node: the rate is without effect.
    case bluetooth
    /// A pseudo-terminal: another program is at the other end.
    case pseudoTerminal
    /// A receiver that the kernel itself drives (`/dev/gnss0`): there is no line to set.
    case kernelReceiver
    /// A connection over a network.
    case network

    /// Whether the rate that is set must be the receiver's own.
    public var hasRate: Bool { self == .uart }

    /// The kind by the name of the node, and where that tells nothing by the node's number.
    ///
    /// - Parameters:
    ///   - path: as it was asked for.
    ///   - node: the node behind it, links resolved.
    ///   - number: the node's device number.
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

    /// Whether the number is of a node in `/dev/pts`: majors 136 to 143.
    static func isPseudoTerminal(_ number: dev_t) -> Bool {
        let major = (number >> 8) & 0xFFF | (number >> 32) & 0xFFFF_F000
        return (136...143).contains(major)
    }
}
