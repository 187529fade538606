// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// Takes the fields of a message in their order: JSON, or a tree.
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
    mutating func hexadecimal(_ value: Span<UInt8>)
}

extension FieldWriter: FieldSink {
    mutating func signed(_ value: Int64) { integer(value) }

    mutating func unsigned(_ value: UInt64) { integer(value) }

    mutating func scaled(_ raw: Int64, _ scale: Scale) {
        let (units, overflow) = raw.multipliedReportingOverflow(by: scale.multiplier)
        if overflow || scale.power != 0 { return real(scale.scaled(raw)) }
        decimal(units, decimals: scale.decimals)
    }
}
