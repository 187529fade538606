// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import GRDB
internal import GRDBSQLite
internal import Paths

/// A point in a row that a statement has just come to; like `PointInsertion` by SQLite's own functions.
struct PointRow {
    /// In the order that they are read in, and that `PointInsertion` writes them in after the path and the number.
    static let columns = """
        latitude, longitude, time, traits, ellipsoidal, orthometric, separation, horizontal, vertical, gdop, pdop, hdop, \
        vdop, tdop, satellites, samples, source
        """

    /// A statement that selects `columns`.
    let handle: OpaquePointer

    /// The number that its receiver is kept as.
    var source: Int64? { integer(16) }

    /// The point without its receiver; nil where the row holds no position.
    var point: PathPoint? {
        guard let latitude = number(0), let longitude = number(1),
            let position = GeodeticPosition(
                latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
        else { return nil }
        let traits = PointTraits(rawValue: integer(3) ?? 0)
        var point = PathPoint(position)
        if let time = integer(2) {
            point.time = UTCTime(nanosecondsSince1970: time, isLeapSecond: traits.isLeapSecond)
        }
        point.origin = traits.origin
        point.beginsSegment = traits.beginsSegment
        point.fixKind = traits.fixKind
        point.quality = traits.quality
        point.authentication = traits.authentication
        point.height.ellipsoidal = length(4)
        point.height.orthometric = length(5)
        point.height.geoidSeparation = length(6)
        point.horizontalAccuracy = accuracy(7, traits.horizontalOrigin)
        point.verticalAccuracy = accuracy(8, traits.verticalOrigin)
        point.dop.gdop = number(9)
        point.dop.pdop = number(10)
        point.dop.hdop = number(11)
        point.dop.vdop = number(12)
        point.dop.tdop = number(13)
        point.satellitesUsed = integer(14).map { Int($0) }
        point.sampleCount = integer(15).map { Int($0) }
        return point
    }

    // NULL reads as 0, so that only a 0 has to be asked what it is: half the calls.

    private func number(_ column: Int32) -> Double? {
        let value = sqlite3_column_double(handle, column)
        return value == 0 && sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : value
    }

    private func integer(_ column: Int32) -> Int64? {
        let value = sqlite3_column_int64(handle, column)
        return value == 0 && sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : value
    }

    private func length(_ column: Int32) -> Length? { number(column).map { Length(metres: $0) } }

    private func accuracy(_ column: Int32, _ origin: AccuracyOrigin?) -> Accuracy? {
        guard let origin, let metres = number(column) else { return nil }
        return Accuracy(Length(metres: metres), origin: origin)
    }
}
