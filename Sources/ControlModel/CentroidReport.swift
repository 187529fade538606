// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The sampling sessions: `GET /v1/centroid`.
public struct CentroidsReport: Codable, Hashable, Sendable {
    /// Whether sampling sessions are allowed (`centroid.enabled`).
    public var enabled: Bool
    /// Those that run, and those that ended last; the oldest first.
    public var sessions: [CentroidSessionReport]
    /// How many may run at a time.
    public var limit: Int
    /// Observations that sampling sessions lost because the machine was too slow.
    public var lost: UInt64

    public init(sessions: [CentroidSessionReport], limit: Int, lost: UInt64, enabled: Bool = true) {
        self.enabled = enabled
        (self.sessions, self.limit, self.lost) = (sessions, limit, lost)
    }
}

/// The state of a sampling session, and its averaged point as far as it has come.
public struct CentroidSessionReport: Codable, Hashable, Sendable {
    /// The session's number, counted from 1 since the daemon started.
    public var session: UInt64
    /// Whose positions are sampled.
    public var receiver: String
    /// Whether it follows the active receiver when that changes.
    public var followsActive: Bool
    /// How far it has come.
    public var state: ReportCode<SampledCentroid.State>
    /// What happened last.
    public var event: ReportCode<SampledCentroid.Event>
    /// Why the last event occurred, as a code; nil if the event says enough.
    public var reason: String?
    /// Why the last event occurred, in words; nil if the event says enough.
    public var text: String?
    /// How the centre is found.
    public var method: ReportCode<CentroidMethod>
    /// How many samples are wanted.
    public var wanted: Int
    /// How many samples count now: accepted since the last reset, and not yet replaced by newer ones.
    public var count: Int
    /// How many did not count since the last reset, by reason.
    public var rejected: [String: UInt64]
    /// How often it was restarted.
    public var resets: Int
    /// When it was started.
    public var started: Timestamp
    /// When that happened which happened last.
    public var changed: Timestamp
    /// The averaged point of the samples that count; nil while none does.
    public var estimate: CentroidEstimateReport?

    /// How it stands.
    ///
    /// - Parameters:
    ///   - sampling: what was published of it last, at `changed`.
    ///   - followsActive: whether it follows the active receiver when that changes.
    public init(_ sampling: SampledCentroid, followsActive: Bool, started: Timestamp, changed: Timestamp) {
        (session, receiver, self.followsActive) = (sampling.session, sampling.receiver.rawValue, followsActive)
        (state, event) = (ReportCode(sampling.state), ReportCode(sampling.event))
        reason = sampling.reason.isEmpty ? nil : sampling.reason
        text = sampling.text.isEmpty ? nil : sampling.text
        (method, wanted, count) = (ReportCode(sampling.method), sampling.wanted, sampling.count)
        rejected = Dictionary(sampling.rejected.map { ($0.reason, $0.count) }) { first, _ in first }
        (resets, self.started, self.changed) = (sampling.resets, started, changed)
        estimate = sampling.estimate.map(CentroidEstimateReport.init)
    }

    enum CodingKeys: String, CodingKey {
        case session, receiver, state, event, reason, text, method, wanted, count, rejected, resets, started, changed
        case estimate
        case followsActive = "follows_active"
    }
}

/// An averaged point, with what is known of its error. Lengths in metres, angles in degrees.
public struct CentroidEstimateReport: Codable, Hashable, Sendable {
    /// A position in WGS 84.
    public struct Place: Codable, Hashable, Sendable {
        /// Latitude in degrees, −90...90, north positive.
        public var latitude: Double
        /// Longitude in degrees, −180...180, east positive.
        public var longitude: Double

        init(_ position: GeodeticPosition) {
            (latitude, longitude) = (position.latitude.degrees, position.longitude.degrees)
        }

        enum CodingKeys: String, CodingKey {
            case latitude = "latitude_deg"
            case longitude = "longitude_deg"
        }
    }

    /// Variances and covariance in the plane, in m².
    public struct Covariance: Codable, Hashable, Sendable {
        /// Variance of the east in m², 0 or more.
        public var eastEast: Double
        /// Covariance of east and north in m².
        public var eastNorth: Double
        /// Variance of the north in m², 0 or more.
        public var northNorth: Double

        init(_ covariance: PlaneCovariance) {
            (eastEast, eastNorth) = (covariance.eastEast, covariance.eastNorth)
            northNorth = covariance.northNorth
        }

        enum CodingKeys: String, CodingKey {
            case eastEast = "east_east_m2"
            case eastNorth = "east_north_m2"
            case northNorth = "north_north_m2"
        }
    }

    /// An ellipse of one standard error.
    public struct Ellipse: Codable, Hashable, Sendable {
        /// Semi-major axis in metres.
        public var semiMajor: Double
        /// Semi-minor axis in metres.
        public var semiMinor: Double
        /// Where the longer half points, in degrees from true north to the east, 0..<180.
        public var azimuth: Double

        init(_ ellipse: ErrorEllipse) {
            (semiMajor, semiMinor) = (ellipse.semiMajor.metres, ellipse.semiMinor.metres)
            azimuth = ellipse.azimuth.degrees
        }

        enum CodingKeys: String, CodingKey {
            case semiMajor = "semi_major_m"
            case semiMinor = "semi_minor_m"
            case azimuth = "azimuth_deg"
        }
    }

    /// The averaged point, by the requested method.
    public var position: Place
    /// The averaged point by the robust method.
    public var robust: Place
    /// The averaged point by the compatible method.
    public var compatible: Place
    /// The distance between these two, in metres.
    public var distance: Double
    /// Height above the ellipsoid in metres; nil if the samples have none.
    public var ellipsoidalHeight: Double?
    /// Height above mean sea level in metres; nil if the samples have none.
    public var orthometricHeight: Double?
    /// How many of the samples were used, the others thrown out.
    public var used: Int
    /// The scatter of one sample.
    public var covariance: Covariance?
    /// The covariance of the position.
    public var positionCovariance: Covariance?
    /// √(σ_E² + σ_N²) of the averaged point, in metres.
    public var standardError: Double?
    /// The standard error in all directions.
    public var ellipse: Ellipse?
    /// The standard error of the height, in metres.
    public var heightStandardError: Double?
    /// How many independent samples these are worth.
    public var effectiveSamples: Double?
    /// How much a sample resembles the one before, 0...1.
    public var correlation: Double
    /// The root mean square of the samples' distances from the averaged point, in metres.
    public var drms: Double?
    /// 95 % of the samples lie within this distance, in metres.
    public var r95: Double?
    /// The mean distance of the corners of the innermost layer from the compatible point, in metres.
    public var innermostSpread: Double?
    /// The instant of the first sample.
    public var first: Timestamp?
    /// The instant of the last sample.
    public var last: Timestamp?
    /// All samples are in the same place: the receiver's digits hide its scatter.
    public var isResolutionLimited: Bool
    /// More than 40 % of the samples were thrown out: not to be relied on.
    public var isUnstable: Bool
    /// How many of the samples were authenticated.
    public var osnma: ReportCode<CentroidAuthentication>

    public init(_ estimate: CentroidEstimate) {
        (position, robust, compatible) = (
            Place(estimate.position), Place(estimate.robust), Place(estimate.compatible)
        )
        distance = estimate.distanceToCompatible.metres
        (ellipsoidalHeight, orthometricHeight) = (
            estimate.ellipsoidalHeight?.metres, estimate.orthometricHeight?.metres
        )
        (used, correlation, effectiveSamples) = (estimate.used, estimate.correlation, estimate.effectiveSamples)
        covariance = estimate.covariance.map(Covariance.init)
        positionCovariance = estimate.positionCovariance.map(Covariance.init)
        standardError = estimate.standardError?.metres
        ellipse = estimate.standardErrorEllipse.map(Ellipse.init)
        heightStandardError = estimate.heightStandardError?.metres
        (drms, r95, innermostSpread) = (
            estimate.drms?.metres, estimate.r95?.metres, estimate.innermostSpread?.metres
        )
        (first, last) = (estimate.first.map(Timestamp.init), estimate.last.map(Timestamp.init))
        (isResolutionLimited, isUnstable) = (estimate.isResolutionLimited, estimate.isUnstable)
        osnma = ReportCode(estimate.authentication)
    }

    enum CodingKeys: String, CodingKey {
        case position, robust, compatible, used, covariance, correlation, first, last, osnma
        case distance = "distance_m"
        case ellipsoidalHeight = "ellipsoidal_height_m"
        case orthometricHeight = "orthometric_height_m"
        case positionCovariance = "position_covariance"
        case standardError = "standard_error_m"
        case ellipse = "standard_error_ellipse"
        case heightStandardError = "height_standard_error_m"
        case effectiveSamples = "effective_samples"
        case drms = "drms_m"
        case r95 = "r95_m"
        case innermostSpread = "innermost_spread_m"
        case isResolutionLimited = "resolution_limited"
        case isUnstable = "unstable"
    }
}
