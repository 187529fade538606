// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The sampling sessions: `GET /v1/centroid`.
public struct CentroidsReport: Codable, Hashable, Sendable {
    /// True if sampling sessions are allowed (`centroid.enabled`).
    public var enabled: Bool
    /// The running sessions and those that ended most recently, the oldest first.
    public var sessions: [CentroidSessionReport]
    /// The maximum number of sessions that run at the same time.
    public var limit: Int
    /// The number of observations that sampling sessions lost because the machine was too slow.
    public var lost: UInt64

    public init(sessions: [CentroidSessionReport], limit: Int, lost: UInt64, enabled: Bool = true) {
        self.enabled = enabled
        (self.sessions, self.limit, self.lost) = (sessions, limit, lost)
    }
}

/// The state of a sampling session, and its averaged point so far.
public struct CentroidSessionReport: Codable, Hashable, Sendable {
    /// The session's number, counted from 1 since the daemon started.
    public var session: UInt64
    /// The receiver whose positions are sampled.
    public var receiver: String
    /// True if the session follows the active receiver when it changes.
    public var followsActive: Bool
    /// The progress of the session.
    public var state: ReportCode<SampledCentroid.State>
    /// The latest event.
    public var event: ReportCode<SampledCentroid.Event>
    /// The reason for the latest event, as a code; nil if the event needs none.
    public var reason: String?
    /// The reason for the latest event, for people; nil if the event needs none.
    public var text: String?
    /// The text as a code with parameters.
    public var message: CodedText?
    /// The method that computes the centre.
    public var method: ReportCode<CentroidMethod>
    /// The number of samples wanted.
    public var wanted: Int
    /// The number of samples accepted since the last reset and not yet replaced by newer ones.
    public var count: Int
    /// The number of samples rejected since the last reset, by reason.
    public var rejected: [String: UInt64]
    /// The number of resets.
    public var resets: Int
    /// The start of the session.
    public var started: Timestamp
    /// The time of the latest event.
    public var changed: Timestamp
    /// The averaged point of the accepted samples; nil if there are none.
    public var estimate: CentroidEstimateReport?

    /// Creates a report of a session.
    ///
    /// - Parameters:
    ///   - sampling: The latest published result, published at the time `changed`.
    ///   - followsActive: True if the session follows the active receiver when it changes.
    public init(_ sampling: SampledCentroid, followsActive: Bool, started: Timestamp, changed: Timestamp) {
        (session, receiver, self.followsActive) = (sampling.session, sampling.receiver.rawValue, followsActive)
        (state, event) = (ReportCode(sampling.state), ReportCode(sampling.event))
        reason = sampling.reason.isEmpty ? nil : sampling.reason
        (text, message) = (sampling.text.isEmpty ? nil : sampling.text, sampling.message)
        (method, wanted, count) = (ReportCode(sampling.method), sampling.wanted, sampling.count)
        rejected = Dictionary(sampling.rejected.map { ($0.reason, $0.count) }) { first, _ in first }
        (resets, self.started, self.changed) = (sampling.resets, started, changed)
        estimate = sampling.estimate.map(CentroidEstimateReport.init)
    }

    enum CodingKeys: String, CodingKey {
        case session, receiver, state, event, reason, text, message, method, wanted, count, rejected, resets, started,
            changed
        case estimate
        case followsActive = "follows_active"
    }
}

/// An averaged point with an estimate of its error. Lengths are in metres, angles in degrees.
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

    /// Variances and covariance in the local plane, in m².
    public struct Covariance: Codable, Hashable, Sendable {
        /// Variance of the east coordinate in m², 0 or more.
        public var eastEast: Double
        /// Covariance of the east and north coordinates in m².
        public var eastNorth: Double
        /// Variance of the north coordinate in m², 0 or more.
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

    /// The standard error ellipse.
    public struct Ellipse: Codable, Hashable, Sendable {
        /// Semi-major axis in metres.
        public var semiMajor: Double
        /// Semi-minor axis in metres.
        public var semiMinor: Double
        /// Direction of the semi-major axis, in degrees clockwise from true north, 0..<180.
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
    /// The distance between the robust and the compatible point, in metres.
    public var distance: Double
    /// Height above the ellipsoid in metres; nil if the samples have none.
    public var ellipsoidalHeight: Double?
    /// Height above mean sea level in metres; nil if the samples have none.
    public var orthometricHeight: Double?
    /// The number of samples used; the others are outliers.
    public var used: Int
    /// The covariance of a single sample.
    public var covariance: Covariance?
    /// The covariance of the position.
    public var positionCovariance: Covariance?
    /// The standard error of the averaged point in the plane, √(σ_E² + σ_N²), in metres.
    public var standardError: Double?
    /// The standard error ellipse of the averaged point.
    public var ellipse: Ellipse?
    /// The standard error of the height, in metres.
    public var heightStandardError: Double?
    /// The number of independent samples that would carry the same information.
    public var effectiveSamples: Double?
    /// The correlation between consecutive samples, 0...1.
    public var correlation: Double
    /// The root mean square distance of the samples from the averaged point, in metres.
    public var drms: Double?
    /// The distance within which 95 % of the samples lie, in metres.
    public var r95: Double?
    /// The mean distance of the innermost layer's corners from the compatible point, in metres.
    public var innermostSpread: Double?
    /// The time of the first sample.
    public var first: Timestamp?
    /// The time of the last sample.
    public var last: Timestamp?
    /// True if all samples coincide: the receiver's output has too few digits to show its scatter.
    public var isResolutionLimited: Bool
    /// True if more than 40 % of the samples were outliers, which makes the result unreliable.
    public var isUnstable: Bool
    /// The share of samples that were authenticated.
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
        (first, last) = (estimate.first.map { Timestamp($0) }, estimate.last.map { Timestamp($0) })
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
