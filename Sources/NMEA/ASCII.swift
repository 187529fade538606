// SPDX-License-Identifier: Apache-2.0

/// The bytes with a special meaning in a sentence.
extension UInt8 {
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    static var exclamationMark: UInt8 { 0x21 }
    static var numberSign: UInt8 { 0x23 }
    static var dollar: UInt8 { 0x24 }
    static var asterisk: UInt8 { 0x2A }
    static var plus: UInt8 { 0x2B }
    static var comma: UInt8 { 0x2C }
    static var minus: UInt8 { 0x2D }
    static var point: UInt8 { 0x2E }
    static var zero: UInt8 { 0x30 }
    static var at: UInt8 { 0x40 }
    static var backslash: UInt8 { 0x5C }

    /// True for `0`…`9`.
    var isDigit: Bool { self &- 0x30 < 10 }

    /// The upper-case form of a letter; other bytes are returned unchanged.
    var uppercased: UInt8 { self &- 0x61 < 26 ? self & 0xDF : self }

    var isUpperOrDigit: Bool { isDigit || self &- 0x41 < 26 }

    /// True if the byte is printable ASCII (0x20...0x7E), the only kind of byte that a sentence may contain.
    var isPrintable: Bool { self &- 0x20 < 0x5F }

    /// True if the byte may occur within a sentence: printable and not a start mark.
    var isInner: Bool {
        // Test digits, letters, `,`, `-` and `.` first: they make up nearly all bytes.
        if self &- 0x25 < 0x5A { return true }
        return isPrintable && self != .dollar && self != .exclamationMark
    }
}
