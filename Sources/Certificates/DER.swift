// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes

/// Encodes ASN.1 in DER (X.690), to the extent that certificates need it.
package enum DER {
    package static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        var length: [UInt8] = []
        var rest = content.count
        while rest > 0 {
            length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }

    package static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, parts.flatMap { $0 }) }
    package static func set(_ parts: [UInt8]...) -> [UInt8] { element(0x31, parts.flatMap { $0 }) }
    package static func explicit(_ number: UInt8, _ content: [UInt8]) -> [UInt8] { element(0xA0 | number, content) }
    package static func octets(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }
    package static func bits(_ bytes: [UInt8], unused: UInt8 = 0) -> [UInt8] { element(0x03, [unused] + bytes) }
    package static func text(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }
    package static let null: [UInt8] = [0x05, 0x00]
    package static let yes: [UInt8] = [0x01, 0x01, 0xFF]

    /// A non-negative integer from its bytes, most significant byte first.
    package static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array(bytes.drop { $0 == 0 })
        return element(0x02, (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits)
    }

    /// An object identifier such as `2.5.4.3`; the first two numbers must be below 3 and 40.
    package static func identifier(_ text: String) -> [UInt8] {
        let numbers = text.split(separator: ".").compactMap { UInt32($0) }
        guard numbers.count >= 2 else { return null }
        let content = [[UInt8(truncatingIfNeeded: numbers[0] * 40 + numbers[1])]] + numbers.dropFirst(2).map(base128)
        return element(0x06, content.flatMap { $0 })
    }

    private static func base128(_ number: UInt32) -> [UInt8] {
        var bytes = [UInt8(truncatingIfNeeded: number & 0x7F)]
        var rest = number >> 7
        while rest > 0 {
            bytes.insert(UInt8(truncatingIfNeeded: rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }

    /// An instant in the form that RFC 5280 requires: UTCTime with two digits for years before 2050, else
    /// GeneralizedTime.
    package static func time(_ time: UTCTime) -> [UInt8] {
        let text = CalendarTime(time).digits + "Z"
        let isShort = (1950..<2050).contains(time.date.components.year)
        return element(isShort ? 0x17 : 0x18, Array((isShort ? String(text.dropFirst(2)) : text).utf8))
    }
}
