// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import GRDB
internal import Paths

/// Points as rows.
enum StoredPoint {
    /// In the order of `values` and `point`; `path` and `number` come first when one is written.
    static let columns = """
        latitude, longitude, time, traits, ellipsoidal, orthometric, separation, horizontal, vertical, gdop, pdop, hdop, \
        vdop, tdop, satellites, samples, source
        """

    static let insertion =
        "INSERT INTO points (path, number, \(columns)) VALUES (?\(String(repeating: ", ?", count: 18)))"

    static func values(_ point: PathPoint, path: Int64, number: Int, source: Int64?) -> [DatabaseValue] {
        [
            path.databaseValue, number.databaseValue,
            point.position.latitude.degrees.databaseValue, point.position.longitude.degrees.databaseValue,
            value(point.time?.nanosecondsSince1970), PointTraits(point).rawValue.databaseValue,
            value(point.height.ellipsoidal?.metres), value(point.height.orthometric?.metres),
            value(point.height.geoidSeparation?.metres),
            value(point.horizontalAccuracy?.value.metres), value(point.verticalAccuracy?.value.metres),
            value(point.dop.gdop), value(point.dop.pdop), value(point.dop.hdop), value(point.dop.vdop),
            value(point.dop.tdop), value(point.satellitesUsed), value(point.sampleCount), value(source),
        ]
    }

    /// A row of `columns`.
    ///
    /// - Returns: nil where it holds no position.
    static func point(_ row: Row, receiver: String?) -> PathPoint? {
        guard let latitude = row[0] as Double?, let longitude = row[1] as Double?,
            let position = GeodeticPosition(
                latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
        else { return nil }
        let traits = PointTraits(rawValue: row[3] ?? 0)
        var point = PathPoint(position)
        point.time = (row[2] as Int64?).map {
            UTCTime(nanosecondsSince1970: $0, isLeapSecond: traits.isLeapSecond)
        }
        point.origin = traits.origin
        point.beginsSegment = traits.beginsSegment
        point.fixKind = traits.fixKind
        point.quality = traits.quality
        point.authentication = traits.authentication
        point.height.ellipsoidal = length(row[4])
        point.height.orthometric = length(row[5])
        point.height.geoidSeparation = length(row[6])
        point.horizontalAccuracy = accuracy(row[7], traits.horizontalOrigin)
        point.verticalAccuracy = accuracy(row[8], traits.verticalOrigin)
        point.dop = DilutionOfPrecision(gdop: row[9], pdop: row[10], hdop: row[11], vdop: row[12], tdop: row[13])
        point.satellitesUsed = row[14]
        point.sampleCount = row[15]
        point.receiver = receiver
        return point
    }

    /// Where the number of the receiver stands in a row.
    static let sourceColumn = 16

    private static func value<Value: DatabaseValueConvertible>(_ value: Value?) -> DatabaseValue {
        value?.databaseValue ?? .null
    }

    private static func length(_ metres: Double?) -> Length? { metres.map { Length(metres: $0) } }

    private static func accuracy(_ metres: Double?, _ origin: AccuracyOrigin?) -> Accuracy? {
        guard let metres, let origin else { return nil }
        return Accuracy(Length(metres: metres), origin: origin)
    }
}
