// SPDX-License-Identifier: Apache-2.0

/// What is known of the authenticity of one satellite's navigation data.
public struct SatelliteAuthentication: Codable, Hashable, Sendable {
    /// How its ephemeris stands now.
    public enum Standing: UInt8, Codable, Coded {
        /// It was never authenticated.
        case none = 0
        /// What it sends is authenticated.
        case authenticated = 1
        /// What it sends now is not what was authenticated: new data, whose tags are still to come, or forged ones.
        case changed = 2
        /// It was authenticated, and the last right tag is too old.
        case stale = 3
        /// Something about it failed, and no right tag has come since.
        case failing = 4

        /// The word of the control interface.
        public var code: String { ["none", "authenticated", "changed", "stale", "failing"][Int(rawValue)] }
    }

    public var satellite: SatelliteID
    /// How its ephemeris stands.
    public var standing = Standing.none
    /// Ephemeris, clock and status (ADKD 0 and 12), as last authenticated.
    public var ephemeris: AuthenticatedData?
    /// Conversion to UTC and GPS time (ADKD 4), as last authenticated.
    public var timing: AuthenticatedData?
    /// The issue that it sends now, 0...1023.
    public var receivedIODnav: Int?
    /// Whether it was seen to send OSNMA itself; others vouch for those that do not.
    public var sendsOSNMA = false
    /// The last failure; nil if nothing failed.
    public var failure: AuthenticationFailure?

    /// A satellite of which nothing is known yet.
    public init(_ satellite: SatelliteID) { self.satellite = satellite }
}

/// A set of navigation data that tags were right for.
public struct AuthenticatedData: Codable, Hashable, Sendable {
    /// The kinds of tags that were right.
    public struct Kinds: OptionSet, Hashable, Sendable {
        /// A bit for each kind.
        public let rawValue: UInt8
        /// A set of kinds.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// ADKD 0: ephemeris, clock and status.
        public static let ephemeris = Kinds(rawValue: 1)
        /// ADKD 4: time offsets to UTC and GPS.
        public static let timing = Kinds(rawValue: 2)
        /// ADKD 12: as ADKD 0, with keys that follow ten subframes later.
        public static let slow = Kinds(rawValue: 4)

        /// The numbers, in order: 0, 4, 12.
        public var numbers: [Int] {
            [(Kinds.ephemeris, 0), (.timing, 4), (.slow, 12)].filter { contains($0.0) }.map(\.1)
        }
    }

    /// The tags sum up to the bits that are asked for.
    public var isAuthenticated: Bool
    /// The issue, 0...1023; nil in timing data.
    public var iodnav: Int?
    /// Which tags were right.
    public var kinds: Kinds
    /// Number of valid tags.
    public var tags: Int
    /// Their bits in all.
    public var bits: Int
    /// When the first subframe began of which a tag was right.
    public var firstTag: GST
    /// When the last one began.
    public var lastTag: GST
    /// Seconds since the last right tag was verified.
    public var age: Double
    /// Twelve hexadecimal digits that tell sets apart: the beginning of SHA-256 over the bits.
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

/// What failed, when, and who sent it.
public struct AuthenticationFailure: Codable, Hashable, Sendable {
    public var kind: AuthenticationFailureKind
    /// The page, or the subframe of the tag.
    public var time: GST
    /// Who sent a wrong tag; nil: the satellite itself.
    public var sender: SatelliteID?

    public init(_ kind: AuthenticationFailureKind, time: GST, sender: SatelliteID? = nil) {
        (self.kind, self.time, self.sender) = (kind, time, sender)
    }
}

/// What authentication means for a fix. It holds for the fix of that number and for those after it, until the next one.
///
/// It is about navigation data, never about ranges: a position whose data are all authentic may still be made of signals
/// that were delayed on the way.
public struct FixAuthentication: Codable, Hashable, Sendable {
    /// How much of the solution rests on authenticated ephemeris.
    public enum Extent: UInt8, Codable, Coded {
        /// The receiver does not say which satellites it uses.
        case unknown = 0
        /// No satellite of the solution has authenticated ephemeris, or there is no solution.
        case none = 1
        /// Some have. A solution of several systems, or with corrections, is never more than that.
        case partial = 2
        /// The solution rests on satellites of Galileo alone, four or more (three without a height), all with
        /// authenticated ephemeris, and on no corrections and no dead reckoning.
        case full = 3

        /// The word of the control interface.
        public var code: String { ["unknown", "none", "partial", "full"][Int(rawValue)] }

        /// What is proven by it and what is not, for people: the one text of each.
        public var statement: String {
            switch self {
            case .unknown:
                "the receiver does not report which satellites it uses: the position cannot be assessed"
            case .none:
                "no satellite in the solution has authenticated navigation data: nothing about the position is proven"
            case .partial:
                "some satellites in the solution send authentic navigation data; the position may rest on others, on "
                    + "corrections or on sensors, which prove nothing; neither the ranges nor the position are proven"
            case .full:
                "all satellites in the solution send authentic navigation data; neither the ranges nor the position "
                    + "are proven"
            }
        }
    }

    /// The number of the fix, `Observation.sequence`.
    public var sequence: UInt64
    /// Its instant, as the receiver states it.
    public var time: UTCTime?
    /// How much of it rests on authenticated ephemeris.
    public var extent: Extent
    /// Satellites of all systems in the solution.
    public var used: Int
    /// Those of Galileo among them with authenticated ephemeris, in order.
    public var authenticated: [SatelliteID]
    /// Those of Galileo among them without, in order.
    public var unauthenticated: [SatelliteID]

    /// What it means for a fix.
    public init(
        sequence: UInt64, time: UTCTime? = nil, extent: Extent = .unknown, used: Int = 0,
        authenticated: [SatelliteID] = [], unauthenticated: [SatelliteID] = []
    ) {
        (self.sequence, self.time, self.extent, self.used) = (sequence, time, extent, used)
        (self.authenticated, self.unauthenticated) = (authenticated, unauthenticated)
    }
}
