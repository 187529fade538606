// SPDX-License-Identifier: Apache-2.0

/// The meaning of a column or property name of this program or of other programs: a field and the unit of its values.
struct FieldName {
    /// The most characters of a known name with its remarks in brackets.
    private static let longest = 64

    let field: PointField
    /// Converts values to the field's own unit by multiplication; nil if the values cannot be used, because the name has
    /// an unknown remark, such as another unit, reference or time zone.
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
            case ")", "]":
                isRemark = false
                // Text behind brackets is another remark: `Altitude (m) MSL`.
                if !remarks.isEmpty { remarks.append("") }
            default:
                let text = String(scalar).lowercased()
                if !remarks.isEmpty {
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
    /// Text in a name that is in brackets or follows them.
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
            "ft": 0.3048, "foot": 0.3048, "feet": 0.3048, "mètre": 1, "mètres": 1,
        ]
        // Files that are not UTF-8 have U+FFFD in place of the degree sign, and some programs write another ring.
        var degrees: [String: Double] = [
            "deg": 1, "degree": 1, "degrees": 1, "°": 1, "\u{FFFD}": 1, "º": 1, "˚": 1, "dec": 1, "decdeg": 1,
            "decimal": 1, "decimaldegree": 1, "decimaldegrees": 1, "grad": 1, "dezimalgrad": 1, "degré": 1, "degrés": 1,
        ]
        // The form of the numbers: `dd.dddddd`.
        for count in 1...16 { degrees[String(repeating: "d", count: count)] = 1 }
        let system = ["wgs84", "epsg4326"]
        let level = ["msl", "amsl", "asl", "abovemsl", "abovesealevel", "abovemeansealevel"]
        let forms = [
            "", "iso", "iso8601", "rfc3339", "hhmmss", "hhmmsssss", "yyyymmddhhmmss", "yyyymmddhhmmsssss",
            "yyyymmddthhmmss", "yyyymmddthhmmsssss",
        ]
        let zones = ["utc", "gmt", "z", "zulu", "utc0", "utc+0", "utc+00", "utc+0000"]
        let times = forms + zones.flatMap { zone in forms.flatMap { [$0 + zone, zone + $0] } }
        return [
            .time: FieldName.remarks(plain: times),
            .latitude: FieldName.remarks(
                degrees, plain: ["n", "north", "n/s", "y", "lat", "latitude", "gps"] + system),
            .longitude: FieldName.remarks(
                degrees, plain: ["e", "east", "e/w", "x", "lon", "long", "longitude", "gps"] + system),
            .ellipsoidalHeight: FieldName.remarks(lengths, plain: ["hae", "wgs84", "aboveellipsoid"]),
            .orthometricHeight: FieldName.remarks(lengths, plain: level),
            .geoidSeparation: FieldName.remarks(lengths), .horizontalAccuracy: FieldName.remarks(lengths),
            .verticalAccuracy: FieldName.remarks(lengths),
            .satellitesUsed: FieldName.remarks(plain: ["used", "count", "#"]),
        ]
    }()

    /// Returns units, other remarks, and each unit before or behind another remark: `m`, `msl`, `mmsl` and `mslm`.
    private static func remarks(_ units: [String: Double] = [:], plain: [String] = []) -> [String: Remark] {
        var remarks: [String: Remark] = [:]
        for text in plain { remarks[text] = .plain }
        for (unit, factor) in units {
            for text in plain + [""] {
                for key in [unit + text, text + unit] { remarks[key] = .unit(factor) }
            }
        }
        return remarks
    }
}
