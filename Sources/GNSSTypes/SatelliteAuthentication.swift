// SPDX-License-Identifier: Apache-2.0

/// The authenticity of one satellite's navigation data, as far as it is known.
public struct SatelliteAuthentication: Codable, Hashable, Sendable {
    /// The current standing of a satellite's ephemeris.
    public enum Standing: UInt8, Codable, Coded {
        /// Never authenticated.
        case none = 0
        /// The data that the satellite transmits now are authenticated.
        case authenticated = 1
        /// The data that the satellite transmits now differ from the authenticated data: new data whose tags have not
        /// arrived yet, or forged data.
        case changed = 2
        /// Authenticated earlier, but the last valid tag is too old, or proofs do not count now, as without a trusted time.
        case stale = 3
        /// A check failed, and no valid tag has arrived since.
        case failing = 4

        /// The word used by the control interface.
        public var code: String { ["none", "authenticated", "changed", "stale", "failing"][Int(rawValue)] }
    }

    public var satellite: SatelliteID
    /// The standing of the satellite's ephemeris.
    public var standing = Standing.none
    /// Ephemeris, clock and status (ADKD 0 and 12), as last authenticated.
    public var ephemeris: AuthenticatedData?
    /// Conversion to UTC and GPS time (ADKD 4), as last authenticated.
    public var timing: AuthenticatedData?
    /// The issue of data (IODnav) that the satellite transmits now, 0...1023.
    public var receivedIODnav: Int?
    /// True if the satellite itself transmits OSNMA. Tags from other satellites authenticate the data of satellites
    /// that do not.
    public var sendsOSNMA = false
    /// The last failure; nil if no check failed.
    public var failure: AuthenticationFailure?

    /// Creates an entry for a satellite of unknown authenticity.
    public init(_ satellite: SatelliteID) { self.satellite = satellite }
}

/// A set of navigation data for which tags were valid.
public struct AuthenticatedData: Codable, Hashable, Sendable {
    /// The kinds of tags that were valid.
    public struct Kinds: OptionSet, Hashable, Sendable {
        /// One bit for each kind.
        public let rawValue: UInt8
        /// Creates a set of kinds.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// ADKD 0: ephemeris, clock and status.
        public static let ephemeris = Kinds(rawValue: 1)
        /// ADKD 4: time offsets to UTC and GPS.
        public static let timing = Kinds(rawValue: 2)
        /// ADKD 12 (slow MAC): the data of ADKD 0, with keys disclosed ten subframes later than usual.
        public static let slow = Kinds(rawValue: 4)

        /// The ADKD numbers in ascending order: 0, 4, 12.
        public var numbers: [Int] {
            [(Kinds.ephemeris, 0), (.timing, 4), (.slow, 12)].filter { contains($0.0) }.map(\.1)
        }
    }

    /// True if the valid tags add up to the required number of bits, and `isChanged` is not true.
    public var isAuthenticated: Bool
    /// True for timing data if the satellite now transmits others: new data whose tags have not arrived yet, or forged
    /// data. Nil otherwise; the standing of a satellite says whether its ephemeris has changed.
    public var isChanged: Bool?
    /// The issue of data (IODnav), 0...1023; nil for timing data.
    public var iodnav: Int?
    /// The kinds of tags that were valid.
    public var kinds: Kinds
    /// Number of valid tags.
    public var tags: Int
    /// The total number of bits of the valid tags.
    public var bits: Int
    /// The start of the first subframe with a valid tag.
    public var firstTag: GST
    /// The start of the last subframe with a valid tag.
    public var lastTag: GST
    /// Seconds since the last valid tag was verified.
    public var age: Double
    /// Twelve hexadecimal digits that distinguish sets of data: the beginning of the SHA-256 of their bits.
    public var fingerprint: String

    public init(
        isAuthenticated: Bool, iodnav: Int?, kinds: Kinds, tags: Int, bits: Int, firstTag: GST, lastTag: GST,
        age: Double = 0, fingerprint: String
    ) {
        (self.isAuthenticated, self.iodnav, self.kinds) = (isAuthenticated, iodnav, kinds)
        (self.tags, self.bits, self.firstTag, self.lastTag) = (tags, bits, firstTag, lastTag)
        (self.age, self.fingerprint) = (age, fingerprint)
    }
}

/// A failed check: its kind, its time and the sender of the tag.
public struct AuthenticationFailure: Codable, Hashable, Sendable {
    public var kind: AuthenticationFailureKind
    /// The time of the page, or of the tag's subframe.
    public var time: GST
    /// The satellite that transmitted the invalid tag; nil if the satellite itself transmitted it.
    public var sender: SatelliteID?

    public init(_ kind: AuthenticationFailureKind, time: GST, sender: SatelliteID? = nil) {
        (self.kind, self.time, self.sender) = (kind, time, sender)
    }
}

/// The consequence of authentication for a fix. It applies to the fix with the given number and to later ones, until
/// the next verdict.
///
/// It concerns navigation data, never ranges: a position computed from authentic data may still be based on signals
/// that were delayed on the way.
public struct FixAuthentication: Codable, Hashable, Sendable {
    /// The share of the solution that is based on authenticated ephemeris.
    public enum Extent: UInt8, Codable, Coded {
        /// The receiver does not report which satellites it uses.
        case unknown = 0
        /// No satellite of the solution has authenticated ephemeris, or there is no solution.
        case none = 1
        /// Some satellites have authenticated ephemeris. A solution that uses several systems or corrections is at most
        /// `partial`.
        case partial = 2
        /// The solution uses only Galileo satellites, at least four (three without a height), all with authenticated
        /// ephemeris, and neither corrections nor dead reckoning.
        case full = 3

        /// The word used by the control interface.
        public var code: String { ["unknown", "none", "partial", "full"][Int(rawValue)] }

        /// A statement for people about the facts that are proven, and those that are not.
        public var statement: String {
            switch self {
            case .unknown: "the receiver does not report which satellites it uses: the position cannot be assessed"
            case .none:
                "no satellite in the solution has authenticated navigation data: nothing about the position is proven"
            case .partial:
                "some satellites in the solution send authentic navigation data; the position may depend on others, on "
                    + "corrections or on sensors, which prove nothing; neither the ranges nor the position are proven"
            case .full:
                "all satellites in the solution send authentic navigation data; neither the ranges nor the position "
                    + "are proven"
            }
        }
    }

    /// The number of the fix: its `Observation.sequence`.
    public var sequence: UInt64
    /// The time of the fix according to the receiver.
    public var time: UTCTime?
    /// The share of the fix that is based on authenticated ephemeris.
    public var extent: Extent
    /// Number of satellites of all systems in the solution.
    public var used: Int
    /// Galileo satellites in the solution with authenticated ephemeris, sorted.
    public var authenticated: [SatelliteID]
    /// Galileo satellites in the solution without authenticated ephemeris, sorted.
    public var unauthenticated: [SatelliteID]

    /// Creates the assessment of a fix.
    public init(
        sequence: UInt64, time: UTCTime? = nil, extent: Extent = .unknown, used: Int = 0,
        authenticated: [SatelliteID] = [], unauthenticated: [SatelliteID] = []
    ) {
        (self.sequence, self.time, self.extent, self.used) = (sequence, time, extent, used)
        (self.authenticated, self.unauthenticated) = (authenticated, unauthenticated)
    }
}
