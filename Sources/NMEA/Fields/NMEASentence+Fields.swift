// SPDX-License-Identifier: Apache-2.0

public import Wire

extension NMEASentence {
    /// The sentence's name: its address, followed by its first field if the manufacturer distinguishes sentences by
    /// that field: `GPGGA`, `PUBX,00`, `PSTI,030`.
    public var name: String {
        switch kind {
        case .pubxPosition, .pubxSatellites, .pubxTime, .ashtechPosition, .skytraqVelocity, .skytraqBaseline,
            .skytraqRTK, .skytraqMovingBaseline, .skytraqAttitude:
            address + "," + text(1)
        case .unknown where isText(0, "PUBX") || isText(0, "PSTI"): address + "," + text(1)
        default: address
        }
    }

    /// Writes the fields as a value: an object with the names in the document, or an array of texts if the sentence
    /// is unknown.
    ///
    /// Numbers are in the document's unit; empty fields are null, and fields that are not numbers are written as
    /// texts. Latitude and longitude are signed degrees; times and dates are texts as sent (`hhmmss.ss`, `ddmmyy`).
    /// Fields missing at the end of the sentence are omitted; fields after the last named one are in `more`.
    public func writeFields(into writer: inout FieldWriter) {
        guard let layout = SentenceLayout(self) else { return writeRaw(from: 1, into: &writer) }
        writer.beginObject()
        var field = 1
        write(layout.head, &field, into: &writer)
        if let group = layout.group { write(group, &field, into: &writer) }
        write(layout.tail, &field, into: &writer)
        if field < fieldCount {
            writer.name("more")
            writeRaw(from: field, into: &writer)
        }
        writer.endObject()
    }

    private func writeRaw(from first: Int, into writer: inout FieldWriter) {
        writer.beginArray()
        for field in first..<max(first, fieldCount) { writer.ascii(bytes.span.extracting(range(of: field))) }
        writer.endArray()
    }

    private func write(_ fields: [SentenceField], _ field: inout Int, into writer: inout FieldWriter) {
        for named in fields where field < fieldCount {
            writer.name(named.name)
            write(named.form, field, into: &writer)
            field = named.form == .rest ? fieldCount : field + 1
        }
    }

    private func write(_ group: SentenceGroup, _ field: inout Int, into writer: inout FieldWriter) {
        guard field < fieldCount else { return }
        let whole = (fieldCount - field) / group.fields.count
        var times = whole
        if case .fixed(let count) = group.count { times = min(count, whole) }
        writer.name(group.name)
        writer.beginArray()
        for _ in 0..<times {
            let last = field + group.fields.count
            if group.skipsEmpty, (field..<last).allSatisfy(isEmpty) {
                field = last
            } else {
                writer.beginObject()
                write(group.fields, &field, into: &writer)
                writer.endObject()
            }
        }
        writer.endArray()
    }

    private func write(_ form: SentenceField.Form, _ field: Int, into writer: inout FieldWriter) {
        guard !isEmpty(field) || form == .rest else { return writer.null() }
        switch form {
        case .number:
            if let number = fixedPoint(in: range(of: field)) {
                return writer.decimal(number.digits, decimals: number.decimals)
            }
        case .hexadecimal:
            if let digit = hexadecimalDigit(field) { return writer.integer(digit) }
        case .latitude:
            if let degrees = latitude(field) { return writer.real(degrees) }
        case .longitude:
            if let degrees = longitude(field) { return writer.real(degrees) }
        case .rest:
            let (start, end) = (range(of: field).lowerBound, range(of: fieldCount - 1).upperBound)
            return writer.ascii(bytes.span.extracting(start..<max(start, end)))
        case .text: break
        }
        writer.ascii(bytes.span.extracting(range(of: field)))
    }
}
