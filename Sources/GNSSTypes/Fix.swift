// SPDX-License-Identifier: Apache-2.0

/// How many dimensions of the position the receiver solved for.
public enum FixKind: UInt8, Coded {
    /// No position.
    case none = 1
    /// Latitude and longitude; a height, if one is there, was not solved for.
    case twoDimensional = 2
    /// Latitude, longitude and height.
    case threeDimensional = 3

    /// The word of the control interface and of path files.
    public var code: String {
        switch self {
        case .none: "none"
        case .twoDimensional: "2d"
        case .threeDimensional: "3d"
        }
    }
}

/// What the solution rests on. NMEA's, UBX's and gpsd's scales differ; this is the one they are all mapped to.
public enum FixQuality: UInt8, Coded {
    /// No valid solution.
    case invalid = 0
    /// Code ranges of the satellites alone.
    case autonomous = 1
    /// Corrected by SBAS or another differential service.
    case differential = 2
    /// The precise positioning service, or "precise" in NMEA's mode letters.
    case precise = 3
    /// Carrier phase with integer ambiguities.
    case rtkFixed = 4
    /// Carrier phase with real-valued ambiguities.
    case rtkFloat = 5
    /// Dead reckoning: no satellites in the solution.
    case deadReckoning = 6
    /// Entered by hand, or surveyed.
    case manual = 7
    /// Made by a simulator.
    case simulated = 8
    /// Satellites and dead reckoning together.
    case combinedDeadReckoning = 9

    /// The word of the control interface and of path files.
    public var code: String {
        switch self {
        case .invalid: "invalid"
        case .autonomous: "autonomous"
        case .differential: "differential"
        case .precise: "precise"
        case .rtkFixed: "rtk_fixed"
        case .rtkFloat: "rtk_float"
        case .deadReckoning: "dead_reckoning"
        case .manual: "manual"
        case .simulated: "simulated"
        case .combinedDeadReckoning: "combined_dead_reckoning"
        }
    }
}

/// Where a date came from that the receiver's message alone did not settle.
public enum TimeOrigin: UInt8, Sendable, CaseIterable {
    /// Date and time as the receiver stated them.
    case receiver = 0
    /// The receiver's date was whole 1024 weeks early and was moved (GPS week number rollover).
    case receiverRolledOver = 1
    /// The receiver stated no date; the host's date was taken.
    case dateByHost = 2
    /// The receiver stated no date; that of the recording was taken.
    case dateByRecording = 3
}

/// Where an accuracy came from.
public enum AccuracyOrigin: UInt8, Coded {
    /// Stated by the receiver as an accuracy (UBX hAcc, PUBX,00, PGRME).
    case receiver = 1
    /// From the receiver's error statistics (the NMEA sentence GST).
    case errorStatistics = 2
    /// A model: dilution of precision times an assumed range error.
    case dilutionOfPrecision = 3

    /// The word of the control interface and of path files.
    public var code: String {
        switch self {
        case .receiver: "receiver"
        case .errorStatistics: "error_statistics"
        case .dilutionOfPrecision: "dilution_of_precision"
        }
    }
}

/// An accuracy with where it came from; never a bare dilution of precision.
public struct Accuracy: Hashable, Sendable {
    /// The radius or half-width. For `.receiver` at the receiver's own confidence level, for `.errorStatistics` 1 σ,
    /// for `.dilutionOfPrecision` about 95 %.
    public var value: Length

    /// Where it came from.
    public var origin: AccuracyOrigin

    /// An accuracy and its origin.
    public init(_ value: Length, origin: AccuracyOrigin) {
        self.value = value
        self.origin = origin
    }
}

/// Latitude and longitude in WGS 84 (or in the `datum` that the fix names).
public struct GeodeticPosition: Hashable, Sendable {
    /// Latitude, −90°...90°, north positive.
    public let latitude: Angle

    /// Longitude, −180°...180°, east positive.
    public let longitude: Angle

    /// A position, or nil where an angle is not finite or out of its range.
    public init?(latitude: Angle, longitude: Angle) {
        guard (-90...90).contains(latitude.degrees), (-180...180).contains(longitude.degrees) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// The height of a fix in both senses; no bare "altitude".
public struct Height: Hashable, Sendable {
    /// Above the ellipsoid of WGS 84.
    public var ellipsoidal: Length?

    /// Above mean sea level, as the receiver's geoid model has it.
    public var orthometric: Length?

    /// The geoid above the ellipsoid: ellipsoidal minus orthometric.
    public var geoidSeparation: Length?

    /// What the receiver stated. A third value is made of two; a stated one is kept as stated.
    public init(ellipsoidal: Length? = nil, orthometric: Length? = nil, geoidSeparation: Length? = nil) {
        self.ellipsoidal = ellipsoidal
        self.orthometric = orthometric
        self.geoidSeparation = geoidSeparation
        if ellipsoidal == nil, let orthometric, let geoidSeparation {
            self.ellipsoidal = Length(metres: orthometric.metres + geoidSeparation.metres)
        } else if orthometric == nil, let ellipsoidal, let geoidSeparation {
            self.orthometric = Length(metres: ellipsoidal.metres - geoidSeparation.metres)
        } else if geoidSeparation == nil, let ellipsoidal, let orthometric {
            self.geoidSeparation = Length(metres: ellipsoidal.metres - orthometric.metres)
        }
    }

    public var isEmpty: Bool { ellipsoidal == nil && orthometric == nil && geoidSeparation == nil }
}

/// Dilutions of precision: pure geometry, no unit, not an accuracy. Each is nil where unknown.
public struct DilutionOfPrecision: Hashable, Sendable {
    /// Geometric: position and time.
    public var gdop: Double?
    /// Position: all three coordinates.
    public var pdop: Double?
    /// Horizontal: latitude and longitude.
    public var hdop: Double?
    /// Vertical: the height alone.
    public var vdop: Double?
    /// Time: the receiver's clock alone.
    public var tdop: Double?

    public init(
        gdop: Double? = nil, pdop: Double? = nil, hdop: Double? = nil, vdop: Double? = nil, tdop: Double? = nil
    ) {
        (self.gdop, self.pdop, self.hdop, self.vdop, self.tdop) = (gdop, pdop, hdop, vdop, tdop)
    }
}

/// The receiver's own statistics of the errors of a fix, 1 σ each (the NMEA sentence GST).
public struct ErrorStatistics: Hashable, Sendable {
    /// Root mean square of the range residuals.
    public var rangeResidual: Length?
    /// Semi-major axis of the error ellipse.
    public var semiMajor: Length?
    /// Semi-minor axis of the error ellipse.
    public var semiMinor: Length?
    /// Direction of the semi-major axis, from true north, 0°..<360°.
    public var orientation: Angle?
    public var latitude: Length?
    public var longitude: Length?
    public var height: Length?

    public init() {}
}

/// A velocity in the local frame.
public struct Velocity: Hashable, Sendable {
    public var north: Speed
    public var east: Speed
    /// Upward positive, unlike the downward velocity of UBX.
    public var up: Speed

    public init(north: Speed, east: Speed, up: Speed) {
        (self.north, self.east, self.up) = (north, east, up)
    }
}

/// Differential corrections as the solution used them.
public struct CorrectionsUsed: Hashable, Sendable {
    /// Age of the newest correction, in seconds, 0 or more.
    public var age: Double?

    /// The reference station: 0...1023, 4095 with RTCM 3.
    public var station: UInt16?

    public init(age: Double? = nil, station: UInt16? = nil) {
        self.age = age
        self.station = station
    }
}

/// One epoch of a receiver: one solution instant, joined from all messages that speak of it.
///
/// Whatever the receiver did not say is nil. An epoch without a position is a fix of kind `.none`: it is published, so
/// that the last position does not pass for a current one.
public struct Fix: Hashable, Sendable {
    /// The instant of the solution, nil while the receiver has not stated a date.
    public var time: UTCTime?
    /// Where the date in `time` came from.
    public var timeOrigin: TimeOrigin = .receiver
    /// How many dimensions were solved for.
    public var kind: FixKind
    /// What the solution rests on.
    public var quality: FixQuality
    /// Latitude and longitude; nil where `kind` is `.none`.
    public var position: GeodeticPosition?
    /// The height, in both senses.
    public var height = Height()
    /// The datum of the position where the receiver names one (the NMEA sentence DTM): `WGS84` or another.
    public var datum: String?
    /// Speed over ground, 0 or more.
    public var speed: Speed?
    /// Accuracy of the speed as the receiver stated it, with the receiver's own level of confidence.
    public var speedAccuracy: Speed?
    /// Course over ground, from true north, 0°..<360°. Not a heading.
    public var course: Angle?
    /// Magnetic variation (declination), east positive: magnetic = true − variation.
    public var magneticVariation: Angle?
    /// The velocity, where the receiver states it by components.
    public var velocity: Velocity?
    /// Horizontal accuracy with where it came from.
    public var horizontalAccuracy: Accuracy?
    /// Vertical accuracy with where it came from.
    public var verticalAccuracy: Accuracy?
    /// The receiver's error statistics.
    public var errorStatistics: ErrorStatistics?
    /// Dilutions of precision as the receiver stated them.
    public var dop = DilutionOfPrecision()
    /// Satellites in the solution, as counted by the receiver (often capped at 12).
    public var satellitesUsed: Int?
    /// Differential corrections in use.
    public var corrections: CorrectionsUsed?
    /// GPS − UTC in whole seconds where the receiver stated it in this epoch.
    public var leapSeconds: Int?
    /// The messages that this was joined from, in the order they came: `["GNRMC", "GNGGA"]`.
    public var sources: [String] = []

    /// A fix of that kind and quality with nothing else known.
    public init(kind: FixKind, quality: FixQuality) {
        self.kind = kind
        self.quality = quality
    }
}
