// SPDX-License-Identifier: Apache-2.0

public import Transport

/// The properties of the line to a receiver.
public struct LineFacts: Sendable {
    /// The kind of device behind the line.
    public let kind: LineKind
    /// The rate in bits per second; nil if the line has none.
    public let baud: Int?

    /// True if the line is the receiver's own USB port.
    public var isUSB: Bool { kind == .usb }

    public init(kind: LineKind, baud: Int?) {
        self.kind = kind
        self.baud = baud
    }
}
