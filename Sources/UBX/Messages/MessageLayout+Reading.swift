// SPDX-License-Identifier: Apache-2.0

internal import Wire

extension MessageLayout {
    /// Passes the fields of a payload of this form to a sink.
    func read(_ payload: Span<UInt8>, into sink: inout some FieldSink) {
        var next = 0
        for field in fields {
            let at = field.offset < 0 ? next : field.offset
            if field.repetition != nil {
                let count = field.count(in: payload, at: at)
                field.readArray(payload, at: at, count: count, into: &sink)
                next = at &+ count &* field.type.size
            } else {
                field.read(payload, at: at, into: &sink)
            }
        }
        switch tail {
        case .none: break
        case .keys: ConfigurationItems.readKeys(payload, into: &sink)
        case .values: ConfigurationItems.readValues(payload, into: &sink)
        }
    }
}

extension Field {
    fileprivate func read(_ payload: Span<UInt8>, at: Int, into sink: inout some FieldSink) {
        guard repetition == nil else {
            return readArray(payload, at: at, count: count(in: payload, at: at), into: &sink)
        }
        guard at &+ type.size <= payload.count else { return }
        guard bits.isEmpty else { return readBits(payload, at: at, into: &sink) }
        sink.name(name)
        readValue(payload, at: at, into: &sink)
    }

    fileprivate func readArray(_ payload: Span<UInt8>, at: Int, count: Int, into sink: inout some FieldSink) {
        let size = type.size
        guard size > 0, at &+ count &* size <= payload.count else { return }
        sink.name(name)
        sink.beginArray()
        var start = at
        for _ in 0..<count {
            if items.isEmpty {
                readValue(payload, at: start, into: &sink)
            } else {
                sink.beginObject()
                for item in items { item.read(payload, at: start &+ item.offset, into: &sink) }
                sink.endObject()
            }
            start &+= size
        }
        sink.endArray()
    }

    private func readBits(_ payload: Span<UInt8>, at: Int, into sink: inout some FieldSink) {
        let number = Self.unsigned(payload, at: at, size: type.size)
        for part in bits {
            sink.name(part.name)
            let unused = UInt64(64 &- part.width)
            let value = (number >> UInt64(part.first)) << unused
            let raw = part.isSigned ? Int64(bitPattern: value) >> Int64(unused) : Int64(bitPattern: value >> unused)
            part.scale.isOne ? sink.signed(raw) : sink.scaled(raw, part.scale)
        }
    }

    private func readValue(_ payload: Span<UInt8>, at: Int, into sink: inout some FieldSink) {
        switch type {
        case .u1, .u2, .u3, .u4, .u8:
            let raw = Self.unsigned(payload, at: at, size: type.size)
            scale.isOne ? sink.unsigned(raw) : sink.scaled(Int64(clamping: raw), scale)
        case .i1, .i2, .i4, .i8: readSigned(payload, at: at, into: &sink)
        case .r4: readReal(Double(payload.r4(at)), into: &sink)
        case .r8: readReal(payload.r8(at), into: &sink)
        case .word: sink.word(payload.u4(at))
        case .text(let count): sink.ascii(payload.extracting(at..<Self.textEnd(payload, at..<at &+ count)))
        case .bytes(let count): sink.hexadecimal(payload.extracting(at..<at &+ count))
        case .remainingText: sink.ascii(payload.extracting(at...))
        case .remainingBytes: sink.hexadecimal(payload.extracting(at...))
        }
    }

    private func readReal(_ value: Double, into sink: inout some FieldSink) {
        sink.real(scale.isOne ? value : value * scale.value)
    }

    private func readSigned(_ payload: Span<UInt8>, at: Int, into sink: inout some FieldSink) {
        var raw: Int64
        switch type {
        case .i1: raw = Int64(payload.i1(at))
        case .i2: raw = Int64(payload.i2(at))
        case .i4: raw = Int64(payload.i4(at))
        default: raw = payload.little(at: at) ?? 0
        }
        if let fine { raw = raw &* fine.factor &+ Int64(payload.i1(fine.offset)) }
        scale.isOne ? sink.signed(raw) : sink.scaled(raw, scale)
    }

    static func unsigned(_ payload: Span<UInt8>, at: Int, size: Int) -> UInt64 {
        switch size {
        case 1: UInt64(payload.u1(at))
        case 2: UInt64(payload.u2(at))
        case 3: UInt64(payload.u2(at)) | UInt64(payload.u1(at &+ 2)) << 16
        case 4: UInt64(payload.u4(at))
        default: payload.little(at: at) ?? 0
        }
    }

    private static func textEnd(_ payload: Span<UInt8>, _ range: Range<Int>) -> Int {
        for index in range where payload[index] == 0 { return index }
        return range.upperBound
    }
}
