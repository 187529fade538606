// SPDX-License-Identifier: Apache-2.0

/// The meaning of a column or property name of this program or of other programs: a field and the unit of its values.
struct FieldName {
    /// The most characters of a known name with its remarks in brackets.
    private static let longest = 64

    let field: PointField
    /// Converts values to the field's own unit by multiplication; nil if the values cannot be used, because the name has
    /// an unknown remark in brackets, such as another unit, reference or time zone.
    let factor: Double?

    /// Finds the field for a name. The comparison ignores case, blanks, dots, dashes and underscores.
    init?(_ name: String) {
        if let field = PointField(rawValue: name) {
            (self.field, factor) = (field, 1)
            return
        }
        guard name.unicodeScalars.dropFirst(Self.longest).isEmpty else { return nil }
        var letters = ""
        var remarks: [String] = []
        var isRemark = false
        for scalar in name.unicodeScalars {
            switch scalar {
            case "(" where !isRemark, "[" where !isRemark:
                isRemark = true
                remarks.append("")
            case ")", "]": isRemark = false
            default:
                let text = String(scalar).lowercased()
                if isRemark {
                    if !Self.separators.contains(scalar) { remarks[remarks.count - 1] += text }
                } else if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
                    letters += text
                }
            }
        }
        guard let field = Self.usualNames[letters] else { return nil }
        (self.field, factor) = (field, Self.factor(remarks, field))
    }

    /// Returns the factor that remarks in brackets state, 1 if they state no unit, and nil if one is unknown or two
    /// state a unit.
    private static func factor(_ remarks: [String], _ field: PointField) -> Double? {
        var factor: Double?
        for remark in remarks where !remark.isEmpty {
            switch knownRemarks[field]?[remark] {
            case .plain?: continue
            case .unit(let unit)? where factor == nil: factor = unit
            case .unit?, nil: return nil
            }
        }
        return factor ?? 1
    }

    /// A height without a reference counts as above mean sea level, as on maps and receiver displays.
    private static let usualNames: [String: PointField] = {
        let names: [PointField: String] = [
            .time: "time timeutc utc utctime timestamp datetime dateandtime isotime",
            .latitude: "latitude lat latitudedeg latdeg latitudedegrees y breitengrad",
            .longitude: "longitude lon lng long longitudedeg londeg longitudedegrees x laengengrad längengrad",
            .ellipsoidalHeight: "ellipsoidalheight ellipsoidalheightm ellipsoidheight hae heightae",
            .orthometricHeight:
                "orthometricheight orthometricheightm altitude altitudem alt altm ele elevation elevationm height heightm"
                + " msl altmsl altitudemsl heightmsl amsl",
            .geoidSeparation: "geoidseparation geoidseparationm geoidheight undulation",
            .horizontalAccuracy: "horizontalaccuracy horizontalaccuracym accuracy accuracym hacc haccm",
            .verticalAccuracy: "verticalaccuracy verticalaccuracym vacc vaccm",
            .gdop: "gdop", .pdop: "pdop", .hdop: "hdop", .vdop: "vdop", .tdop: "tdop",
            .satellitesUsed: "satellitesused satellites sat sats numsv nsat satellitecount",
        ]
        var fields: [String: PointField] = [:]
        for (field, list) in names {
            for name in list.split(separator: " ") { fields[String(name)] = field }
        }
        return fields
    }()
}

extension FieldName {
    /// Text in brackets in a name.
    private enum Remark {
        /// A unit, with the factor that converts it to the field's own one.
        case unit(Double)
        /// A reference, time zone or form that the field has anyway.
        case plain
    }

    /// Characters that do not matter in a remark.
    private static let separators: Set<Unicode.Scalar> = [" ", "\t", ".", ",", ":", "-", "_"]

    /// The known remarks of each field, without `separators`.
    private static let knownRemarks: [PointField: [String: Remark]] = {
        // The foot is the international one. That of old American surveys is longer by 2 millionths.
        let lengths: [String: Double] = [
            "m": 1, "metre": 1, "metres": 1, "meter": 1, "meters": 1, "cm": 0.01, "mm": 0.001,
            "ft": 0.3048, "foot": 0.3048, "feet": 0.3048,
        ]
        let degrees: [String: Double] = [
            "deg": 1, "degree": 1, "degrees": 1, "°": 1, "dd": 1, "decimaldegrees": 1,
            "decimal": 1, "grad": 1, "dezimalgrad": 1,
        ]
        let level = ["msl", "amsl", "asl", "abovemsl", "abovesealevel", "abovemeansealevel"]
        let forms = ["", "iso8601", "rfc3339", "hhmmss"]
        let zones = ["utc", "gmt", "z", "zulu", "utc0", "utc+0", "utc+00", "utc+0000"]
        let times = forms + zones.flatMap { zone in forms.flatMap { [$0 + zone, zone + $0] } }
        return [
            .time: FieldName.remarks(plain: times),
            .latitude: FieldName.remarks(degrees, plain: ["n", "north", "y", "wgs84", "epsg4326"]),
            .longitude: FieldName.remarks(degrees, plain: ["e", "east", "x", "wgs84", "epsg4326"]),
            .ellipsoidalHeight: FieldName.remarks(lengths, plain: ["hae", "wgs84", "aboveellipsoid"]),
            .orthometricHeight: FieldName.remarks(lengths, plain: level),
            .geoidSeparation: FieldName.remarks(lengths), .horizontalAccuracy: FieldName.remarks(lengths),
            .verticalAccuracy: FieldName.remarks(lengths),
            .satellitesUsed: FieldName.remarks(plain: ["used", "count", "#"]),
        ]
    }()

    /// Returns units, other remarks, and each unit followed by another remark: `m`, `msl` and `mmsl`.
    private static func remarks(_ units: [String: Double] = [:], plain: [String] = []) -> [String: Remark] {
        var remarks: [String: Remark] = [:]
        for text in plain { remarks[text] = .plain }
        for (unit, factor) in units {
            for text in plain + [""] { remarks[unit + text] = .unit(factor) }
        }
        return remarks
    }
}
