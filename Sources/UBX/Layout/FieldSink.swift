// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// Receives the fields of a message in order, to build JSON or a tree.
protocol FieldSink {
    mutating func name(_ name: StaticString)
    mutating func name(_ name: String)
    mutating func beginObject()
    mutating func endObject()
    mutating func beginArray()
    mutating func endArray()
    mutating func signed(_ value: Int64)
    mutating func unsigned(_ value: UInt64)
    mutating func scaled(_ raw: Int64, _ scale: Scale)
    mutating func real(_ value: Double)
    mutating func ascii(_ value: Span<UInt8>)
    mutating func text(_ value: String)
    mutating func word(_ value: UInt32)
    mutating func hexadecimal(_ value: Span<UInt8>)
}

/// The eight upper-case hexadecimal digits of a word of a navigation message.
func hexadecimalDigits(of word: UInt32) -> InlineArray<8, UInt8> {
    InlineArray { index in Hexadecimal.digit(UInt8(truncatingIfNeeded: word >> UInt32(28 &- 4 &* index))) }
}

extension FieldWriter: FieldSink {
    mutating func word(_ value: UInt32) { ascii(hexadecimalDigits(of: value).span) }

    mutating func signed(_ value: Int64) { integer(value) }

    mutating func unsigned(_ value: UInt64) { integer(value) }

    mutating func scaled(_ raw: Int64, _ scale: Scale) {
        let (units, overflow) = raw.multipliedReportingOverflow(by: scale.multiplier)
        if overflow || scale.power != 0 { return real(scale.scaled(raw)) }
        decimal(units, decimals: scale.decimals)
    }
}
