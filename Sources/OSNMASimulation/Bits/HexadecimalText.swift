// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// Formats bytes as upper-case hexadecimal digits.
enum HexadecimalText {
    static func of(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        for byte in bytes { digits += [Hexadecimal.digit(byte >> 4), Hexadecimal.digit(byte)] }
        return String(decoding: digits, as: UTF8.self)
    }
}
