// SPDX-License-Identifier: Apache-2.0

/// Encodes CSV: a header and a row for each point, with CR LF line ends (RFC 4180).
///
/// Unknown values are empty fields; an empty text is `""`. Texts that a spreadsheet would calculate get an apostrophe.
/// Properties of the whole path are not written.
struct CSVEncoder: PathEncoder {
    private var row = 0

    mutating func begin(_ output: inout [UInt8]) {
        output.put("index")
        for field in PointField.allCases {
            output.put(",")
            output.put(field.rawValue)
        }
        output.put("\r\n")
    }

    mutating func append(_ point: PathPoint, _ output: inout [UInt8]) {
        row += 1
        output.put(String(row))
        for field in PointField.allCases {
            output.append(UInt8(ascii: ","))
            if let value = field.value(of: point) { put(value, &output) }
        }
        output.put("\r\n")
    }

    mutating func end(_ output: inout [UInt8]) {}

    private func put(_ value: FieldValue, _ output: inout [UInt8]) {
        guard case .text(let original) = value else { return output.put(value) }
        let text = FormulaText.escaped(original)
        let needsQuotes = text.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
        guard needsQuotes || text.isEmpty || text.hasPrefix(" ") || text.hasSuffix(" ") else { return output.put(text) }
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            output.append(byte)
            if byte == UInt8(ascii: "\"") { output.append(byte) }
        }
        output.append(UInt8(ascii: "\""))
    }
}

extension [UInt8] {
    /// Appends a value as text, without quotes.
    mutating func put(_ value: FieldValue) {
        switch value {
        case .number(let number): put(number)
        case .count(let count): put(String(count))
        case .word(let text), .text(let text): put(text)
        case .flag(let flag): put(flag ? "true" : "false")
        case .time(let time): put(time)
        }
    }
}
