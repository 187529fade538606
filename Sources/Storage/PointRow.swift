// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import GRDB
internal import GRDBSQLite
internal import Paths

/// A point in the current row of a statement; like `PointInsertion`, it uses SQLite's own functions.
struct PointRow {
    /// The columns in reading order. `PointInsertion` writes them in the same order after the path and the number.
    static let columns = """
        latitude, longitude, time, traits, ellipsoidal, orthometric, separation, horizontal, vertical, gdop, pdop, hdop, \
        vdop, tdop, satellites, samples, source
        """

    private static let names = columns.split(separator: ", ").map(String.init) + ["number", "path"]

    /// A statement that selects `columns`. The statement's owner keeps it valid.
    let handle: OpaquePointer
    /// Returns the path and the number of the point, for people.
    let name: () -> String

    /// The row number of the point's receiver.
    func source() throws(BadCell) -> Int64? { try integer(16) }

    /// Checks the number and the path, which the statement selects after `columns`.
    ///
    /// - Throws: `BadCell` if one of them is invalid.
    func key() throws(BadCell) { _ = (try integer(17, in: 0...StoredRange.count), try integer(18)) }

    /// Reads the point without its receiver.
    ///
    /// - Throws: `BadCell` if a value is invalid.
    func point() throws(BadCell) -> PathPoint {
        guard let latitude = try number(0), let longitude = try number(1),
            let position = GeodeticPosition(
                latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
        else { throw bad(0, "the point has no position") }
        let traits = PointTraits(rawValue: try integer(3, in: 0...0xFFFF) ?? 0)
        var point = PathPoint(position)
        if let time = try integer(2) {
            point.time = UTCTime(nanosecondsSince1970: time, isLeapSecond: traits.isLeapSecond)
        }
        point.origin = traits.origin
        point.beginsSegment = traits.beginsSegment
        point.fixKind = traits.fixKind
        point.quality = traits.quality
        point.authentication = traits.authentication
        point.height.ellipsoidal = try length(4)
        point.height.orthometric = try length(5)
        point.height.geoidSeparation = try length(6)
        point.horizontalAccuracy = try accuracy(7, traits.horizontalOrigin)
        point.verticalAccuracy = try accuracy(8, traits.verticalOrigin)
        point.dop.gdop = try number(9)
        point.dop.pdop = try number(10)
        point.dop.hdop = try number(11)
        point.dop.vdop = try number(12)
        point.dop.tdop = try number(13)
        point.satellitesUsed = try integer(14, in: 0...0xFFFF).map { Int($0) }
        point.sampleCount = try integer(15, in: 0...Int64.max).map { Int($0) }
        return point
    }

    private func number(_ column: Int32) throws(BadCell) -> Double? {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_NULL: return nil
        case SQLITE_FLOAT: return sqlite3_column_double(handle, column)
        default: throw bad(column, "it is not a real number")
        }
    }

    private func integer(
        _ column: Int32, in range: ClosedRange<Int64> = .min ... .max
    ) throws(BadCell) -> Int64? {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_NULL: return nil
        case SQLITE_INTEGER:
            let value = sqlite3_column_int64(handle, column)
            guard range.contains(value) else { throw bad(column, "its value \(value) is out of range") }
            return value
        default: throw bad(column, "it is not an integer")
        }
    }

    private func length(_ column: Int32) throws(BadCell) -> Length? {
        try number(column).map { Length(metres: $0) }
    }

    private func accuracy(_ column: Int32, _ origin: AccuracyOrigin?) throws(BadCell) -> Accuracy? {
        guard let metres = try number(column), let origin else { return nil }
        return Accuracy(Length(metres: metres), origin: origin)
    }

    private func bad(_ column: Int32, _ reason: String) -> BadCell {
        BadCell(table: "points", row: name(), column: Self.names[Int(column)], reason: reason)
    }
}
