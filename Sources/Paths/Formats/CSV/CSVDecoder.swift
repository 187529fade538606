// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Decodes CSV files of this program, and others whose header names latitude and longitude.
struct CSVDecoder {
    private var collector: PathCollector
    private var columns: [Column] = []
    /// Converts the values of each column to the unit of its field.
    private var factors: [Double] = []
    private var allowsDecimalComma = false

    /// The content of a column.
    private enum Column: Hashable {
        case field(PointField)
        /// A date, to be combined with a column that contains times of day.
        case date
        /// Any other content, which is ignored.
        case other
    }

    /// Passes the rows on as one path. A file without rows yields no path, unless this program wrote it.
    ///
    /// - Throws: `PathFormatError` for an invalid header, row or value.
    static func decode(_ input: PathInput, _ collector: inout PathCollector) throws(PathFormatError) {
        var decoder = CSVDecoder(collector: collector)
        try decoder.read(input)
        collector = decoder.collector
    }

    private mutating func read(_ input: PathInput) throws(PathFormatError) {
        var rows = try CSVRows(input)
        allowsDecimalComma = rows.allowsDecimalComma
        guard let header = try rows.next() else { throw Self.noHeader(1) }
        takeHeader(header.fields.map { $0.text.trimmedName ?? "" })
        guard columns.contains(.field(.latitude)), columns.contains(.field(.longitude)) else {
            throw Self.noHeader(header.line)
        }
        if let twice = header.fields.indices.first(where: isRepeated) {
            let name = PathFormatError.quoted(header.fields[twice].text)
            throw PathFormatError("column \(name) has the same meaning as another column", line: header.line)
        }
        let isOurs = header.fields.first?.text == "index"
        var path: Int?
        while let row = try rows.next() {
            let point: PathPoint
            do throws(PathFormatError) {
                point = try self.point(row.fields)
                try collector.count()
            } catch { throw PathFormatError(error.reason, line: row.line) }
            try collector.append(point, to: try collector.number(&path))
        }
        if path != nil || isOurs { try collector.end(try collector.number(&path), ImportedPath()) }
    }

    private func isRepeated(_ index: Int) -> Bool {
        guard index > 0, columns[index] != .other else { return false }
        return columns[..<index].contains(columns[index])
    }

    private func point(_ fields: [CSVRows.Field]) throws(PathFormatError) -> PathPoint {
        guard fields.count <= columns.count else {
            throw PathFormatError("\(fields.count) fields, expected \(columns.count) as in the header")
        }
        var draft = PointDraft()
        var (date, clock) = ("", "")
        for (index, field) in fields.enumerated() {
            switch columns[index] {
            case .other: continue
            case .date: date = Self.dashed(field.text)
            case .field(.time) where columns.contains(.date): clock = field.text
            case .field(let name): try set(name, field, factors[index], in: &draft)
            }
        }
        if !date.isEmpty { try draft.set(.time, clock.isEmpty ? date : date + "T" + clock) }
        return try draft.point()
    }

    private func set(
        _ name: PointField, _ field: CSVRows.Field, _ factor: Double, in draft: inout PointDraft
    ) throws(PathFormatError) {
        if name == .receiver {
            if field.isQuoted || !field.text.isEmpty { try draft.set(name, FormulaText.restored(field.text)) }
            return
        }
        guard var text = field.text.trimmedName else { return }
        if allowsDecimalComma, name.isNumber, !text.contains(".") {
            text = String(text.map { $0 == "," ? "." : $0 })
        }
        try draft.set(name, text, factor: factor)
    }

    /// Returns the date 2026/05/04 of gpsbabel as 2026-05-04, and any other text unchanged.
    private static func dashed(_ date: String) -> String {
        let year = date.prefix { $0 != "/" }
        return year.utf8.count == 4 ? String(date.map { $0 == "/" ? "-" : $0 }) : date
    }

    private mutating func takeHeader(_ names: [String]) {
        var hasUnknownTime = false
        for name in names {
            let known = FieldName(name)
            factors.append(known?.factor ?? 1)
            if ["date", "date_utc"].contains(name.lowercased()) {
                columns.append(.date)
            } else if let known, known.factor != nil {
                columns.append(.field(known.field))
            } else {
                columns.append(.other)
                hasUnknownTime = hasUnknownTime || known?.field == .time
            }
        }
        // Without its time of day in UTC, a date would become midnight.
        if hasUnknownTime, !columns.contains(.field(.time)) {
            columns = columns.map { $0 == .date ? .other : $0 }
        }
    }

    private static func noHeader(_ line: Int) -> PathFormatError {
        PathFormatError(
            "expected a header that names a latitude and a longitude, such as latitude_deg,longitude_deg", line: line)
    }
}
