// SPDX-License-Identifier: Apache-2.0

/// Builds a tree from the fields it receives.
struct FieldTreeBuilder: FieldSink {
    private enum Level {
        case record(FieldRecord, name: String)
        case list([FieldValue])
    }

    /// The open levels; the outermost is a record that is never closed.
    private var levels: [Level] = [.record(FieldRecord(), name: "")]

    /// The outermost record.
    var record: FieldRecord {
        if case .record(let record, _)? = levels.first { record } else { FieldRecord() }
    }

    mutating func name(_ name: StaticString) { self.name("\(name)") }

    mutating func name(_ name: String) {
        guard case .record(let record, _)? = levels.popLast() else { return }
        levels.append(.record(record, name: name))
    }

    mutating func beginObject() { levels.append(.record(FieldRecord(), name: "")) }
    mutating func beginArray() { levels.append(.list([])) }

    mutating func endObject() {
        if case .record(let record, _)? = levels.popLast() { add(.record(record)) }
    }

    mutating func endArray() {
        if case .list(let list)? = levels.popLast() { add(.list(list)) }
    }

    mutating func signed(_ value: Int64) { add(.integer(value)) }

    mutating func unsigned(_ value: UInt64) {
        add(Int64(exactly: value).map { .integer($0) } ?? .unsigned(value))
    }

    mutating func scaled(_ raw: Int64, _ scale: Scale) { add(.real(scale.scaled(raw))) }
    mutating func real(_ value: Double) { add(.real(value)) }
    mutating func text(_ value: String) { add(.text(value)) }

    mutating func word(_ value: UInt32) { ascii(hexadecimalDigits(of: value).span) }

    mutating func ascii(_ value: Span<UInt8>) {
        var text = ""
        for index in value.indices { text.unicodeScalars.append(Unicode.Scalar(value[index])) }
        add(.text(text))
    }

    mutating func hexadecimal(_ value: Span<UInt8>) { add(.bytes(value.indices.map { value[$0] })) }

    private mutating func add(_ value: FieldValue) {
        switch levels.popLast() {
        case .record(var record, let name)?:
            record.members.append(FieldRecord.Member(name, value))
            levels.append(.record(record, name: ""))
        case .list(var list)?:
            list.append(value)
            levels.append(.list(list))
        case nil: break
        }
    }
}
