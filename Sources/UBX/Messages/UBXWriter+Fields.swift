// SPDX-License-Identifier: Apache-2.0

extension UBXWriter {
    /// Encodes a whole frame from the fields of a message.
    ///
    /// - Parameters:
    ///   - id: Class and number.
    ///   - fields: By the manufacturer's names and scaled, like those from `UBXMessage.fields`. Missing fields are
    ///     zero; counts of repeated groups are derived from the groups. The first form of the message that has all
    ///     fields is used.
    /// - Throws: `UBXEncodingError` if no form of the message has the fields, or a value does not fit into its field.
    public static func frame(_ id: MessageID, fields: FieldRecord) throws(UBXEncodingError) -> [UInt8] {
        frame(id, payload: try payload(id, fields: fields))
    }

    /// Encodes the payload of a message from its fields.
    ///
    /// - Throws: `UBXEncodingError` if no form of the message has the fields, or a value does not fit into its field.
    public static func payload(_ id: MessageID, fields: FieldRecord) throws(UBXEncodingError) -> [UInt8] {
        let forms = UBXDictionary.layouts(of: id)
        guard !forms.isEmpty else { throw .unknownMessage(id) }
        var failure = UBXEncodingError.noForm(id, fields: fields.members.map(\.name))
        for form in forms where form.knows(fields) {
            do throws(UBXEncodingError) {
                let payload = try form.encode(fields)
                if form.fits(payload.span), isFirst(form, among: forms, for: payload.span), agrees(fields, id, payload)
                {
                    return payload
                }
            } catch {
                failure = error
            }
        }
        throw failure
    }

    /// Returns true if the given integers equal those read back: a count given with a group must be that of the
    /// group.
    private static func agrees(_ fields: FieldRecord, _ id: MessageID, _ payload: [UInt8]) -> Bool {
        let read = UBXMessage.fields(id, payload.span)
        return fields.members.allSatisfy { member in
            guard case .integer(let number) = member.value, case .integer(let other)? = read[member.name] else {
                return true
            }
            return number == other
        }
    }

    private static func isFirst(_ form: MessageLayout, among forms: [MessageLayout], for payload: Span<UInt8>) -> Bool {
        for other in forms where other.fits(payload) { return other.isSame(as: form) }
        return false
    }
}

extension MessageLayout {
    /// Returns true if two tables describe the same form of a message.
    fileprivate func isSame(as other: MessageLayout) -> Bool {
        length == other.length && conditions == other.conditions && "\(name)" == "\(other.name)"
            && fields.count == other.fields.count && tail == other.tail
    }

    /// Returns true if all given fields exist in the table.
    fileprivate func knows(_ record: FieldRecord) -> Bool {
        Self.knows(record, fields) { ConfigurationItems.takes($0, tail) }
    }

    private static func knows(
        _ record: FieldRecord, _ fields: [Field], orTakes isTaken: (String) -> Bool = { _ in false }
    ) -> Bool {
        let names = Set(fields.flatMap { $0.bits.isEmpty ? [$0.nameText] : $0.bits.map { "\($0.name)" } })
        guard record.members.allSatisfy({ names.contains($0.name) || isTaken($0.name) }) else { return false }
        for field in fields where !field.items.isEmpty {
            guard case .list(let items)? = record[field.nameText] else { continue }
            for case .record(let item) in items where !knows(item, field.items) { return false }
        }
        return true
    }

    fileprivate func encode(_ record: FieldRecord) throws(UBXEncodingError) -> [UInt8] {
        var encoder = PayloadEncoder(length: length)
        for condition in conditions {
            if case .byte(let at, let range) = condition { encoder.set(UInt64(range.lowerBound), at: at, size: 1) }
        }
        for field in fields {
            try encoder.encode(field, of: record, at: field.offset < 0 ? encoder.bytes.count : field.offset)
        }
        encoder.setCounts(fields, of: record)
        try ConfigurationItems.encode(record, tail, into: &encoder)
        return encoder.bytes
    }
}
