// SPDX-License-Identifier: Apache-2.0

public import Transport

/// What is known of a line on which a receiver speaks.
public struct LineFacts: Sendable {
    /// What is behind it.
    public let kind: LineKind
    /// The rate in bits a second; nil where the line has none.
    public let baud: Int?

    /// Whether it is the receiver's own USB port.
    public var isUSB: Bool { kind == .usb }

    public init(kind: LineKind, baud: Int?) {
        self.kind = kind
        self.baud = baud
    }
}
