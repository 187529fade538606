// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The OSNMA verdicts on all receivers' navigation data: `GET /v1/osnma`.
public struct OSNMAReport: Codable, Hashable, Sendable {
    /// True if pages are validated.
    public var isEnabled: Bool
    /// True if operations that can require an authenticated position currently do so.
    public var isRequired: Bool
    /// Number of Merkle roots that the operator or the program trusts now.
    public var trustedRoots: Int
    /// Number of public keys that the operator or the program trusts now.
    public var trustedKeys: Int
    /// The receivers that delivered any data, ordered by name.
    public var receivers: [OSNMAReceiverReport]

    public init(
        isEnabled: Bool, isRequired: Bool, trustedRoots: Int, trustedKeys: Int, receivers: [OSNMAReceiverReport]
    ) {
        (self.isEnabled, self.isRequired, self.receivers) = (isEnabled, isRequired, receivers)
        (self.trustedRoots, self.trustedKeys) = (trustedRoots, trustedKeys)
    }

    enum CodingKeys: String, CodingKey {
        case receivers
        case isEnabled = "enabled"
        case isRequired = "required"
        case trustedRoots = "trusted_roots"
        case trustedKeys = "trusted_public_keys"
    }
}

extension OSNMAReport {
    /// The state, reason and text while the validation does not respond, or judges the data too late. No verdict has this
    /// state.
    public static let unknown = (
        state: ReportCode(VerdictState.unknown), reason: "not_judged",
        text: "the data of the last 10 s have not been validated: see the log, and restart the gateway if this "
            + "continues"
    )
}

/// The verdict on one receiver's navigation data.
public struct OSNMAReceiverReport: Codable, Hashable, Sendable {
    /// The ID of the receiver that the verdict is about.
    public var receiver: String
    /// `authenticated` or `unverified`; `unknown` while the data of the last 10 s are not validated, which counts as not
    /// authenticated.
    public var state: ReportCode<VerdictState>
    /// The code of the reason.
    public var reason: String
    /// The text of the reason, for people.
    public var text: String
    /// True if time from outside the signal proves that the data are live.
    public var isFresh: Bool
    /// The start of the current state, by the observations' time.
    public var since: Timestamp?
    /// The age of the verdict in seconds.
    public var age: Double?
    /// The start of the newest page in Galileo time: week and time of week.
    public var galileoTime: GalileoTimeReport?
    /// The status of the service, as announced by Galileo.
    public var status: ReportCode<Authentication.ServiceStatus>?
    /// The chain in force.
    public var chain: UInt8?
    /// The public key that signs the chain's root key.
    public var publicKey: UInt8?
    /// The time from outside the signal.
    public var clock: OSNMAClockReport
    /// The satellites whose authenticity is known at least in part.
    public var satellites: [OSNMASatelliteReport]
    /// The consequence for the newest fix.
    public var fix: OSNMAFixReport?
    /// The receiver's own claim, which is not a verdict.
    public var claim: OSNMAClaimReport?
    /// Number of valid tags so far.
    public var tagsRight: UInt64
    /// Number of invalid tags so far.
    public var tagsWrong: UInt64
    /// The reason why operations that need an authenticated position are refused now; nil if they are not.
    public var refusal: String?
    /// The requirement that is not met; nil if operations are not refused.
    public var refusalCode: ReportCode<OSNMARequirement.Refusal.Cause>?

    /// Creates a report of a verdict.
    ///
    /// - Parameter age: The age of the verdict in seconds.
    public init(_ verdict: Authentication, age: Double? = nil, refusal: OSNMARequirement.Refusal? = nil) {
        receiver = verdict.receiver.rawValue
        (state, reason, text) = (ReportCode(VerdictState(verdict.state)), verdict.reason.code, verdict.reason.text)
        isFresh = verdict.isFresh
        since = verdict.since.map { Timestamp(HostTime(monotonicNanoseconds: 0, wallNanoseconds: $0)) }
        self.age = age
        galileoTime = verdict.time.map(GalileoTimeReport.init)
        (status, chain, publicKey) = (verdict.status.map(ReportCode.init), verdict.chainID, verdict.publicKeyID)
        clock = OSNMAClockReport(verdict.clock)
        satellites = verdict.satellites.map(OSNMASatelliteReport.init)
        fix = verdict.fix.map(OSNMAFixReport.init)
        claim = verdict.claim.map(OSNMAClaimReport.init)
        (tagsRight, tagsWrong) = (verdict.tagsRight, verdict.tagsWrong)
        (self.refusal, refusalCode) = (refusal?.description, refusal.map { ReportCode($0.cause) })
    }

    /// Marks the report as unknown because its last verdict no longer applies.
    public mutating func becomeUnknown() {
        (state, reason, text) = OSNMAReport.unknown
        (isFresh, since, fix, satellites) = (false, nil, nil, [])
        (galileoTime, status, chain, publicKey, claim) = (nil, nil, nil, nil, nil)
    }

    enum CodingKeys: String, CodingKey {
        case receiver, state, reason, text, since, status, chain, clock, satellites, fix, claim, refusal
        case isFresh = "fresh"
        case age = "age_s"
        case galileoTime = "galileo_time"
        case publicKey = "pkid"
        case tagsRight = "tags_right"
        case tagsWrong = "tags_wrong"
        case refusalCode = "refusal_code"
    }
}

/// The time from outside the signal.
public struct OSNMAClockReport: Codable, Hashable, Sendable {
    /// The origin of the time.
    public var source: ReportCode<AuthenticationClock.Source>
    /// The tags that the time allows to be used.
    public var tags: ReportCode<AuthenticationClock.Use>
    /// The largest possible error in seconds.
    public var uncertainty: Double?
    /// The trusted time minus the signal's time, in seconds.
    public var difference: Double?

    init(_ clock: AuthenticationClock) {
        (source, tags) = (ReportCode(clock.source), ReportCode(clock.use))
        uncertainty = clock.uncertainty.map { Double($0) / 1000 }
        difference = clock.difference.map { Double($0) / 1000 }
    }

    enum CodingKeys: String, CodingKey {
        case source, tags
        case uncertainty = "uncertainty_s"
        case difference = "difference_s"
    }
}

/// An instant in Galileo System Time.
public struct GalileoTimeReport: Codable, Hashable, Sendable {
    /// Weeks since the start of Galileo System Time, 1999-08-22.
    public var week: Int
    /// Time of week in seconds.
    public var tow: Int

    init(_ time: GST) { (week, tow) = (time.week, time.tow) }

    enum CodingKeys: String, CodingKey {
        case week
        case tow = "tow_s"
    }
}

/// The authenticity of one satellite's navigation data.
public struct OSNMASatelliteReport: Codable, Hashable, Sendable {
    /// Letter of the system and number: `E24`.
    public var id: String
    /// The standing of the satellite's ephemeris.
    public var standing: ReportCode<SatelliteAuthentication.Standing>
    /// Ephemeris, clock and status, as last authenticated.
    public var ephemeris: OSNMADataReport?
    /// Conversion to UTC and GPS time, as last authenticated.
    public var timing: OSNMADataReport?
    /// The issue of data (IODnav) that the satellite transmits now.
    public var receivedIODnav: Int?
    /// True if the satellite transmits OSNMA itself.
    public var sendsOSNMA: Bool
    /// The last failure.
    public var failure: ReportCode<AuthenticationFailureKind>?
    /// The last failure, for people.
    public var failureText: String?
    /// The time of the page that failed, or of the subframe of the invalid tag.
    public var failureTime: GalileoTimeReport?
    /// The satellite that transmitted the invalid tag, if it is a different one.
    public var failureSender: String?

    public init(_ satellite: SatelliteAuthentication) {
        (id, standing) = (satellite.satellite.description, ReportCode(satellite.standing))
        ephemeris = satellite.ephemeris.map(OSNMADataReport.init)
        timing = satellite.timing.map(OSNMADataReport.init)
        (receivedIODnav, sendsOSNMA) = (satellite.receivedIODnav, satellite.sendsOSNMA)
        failure = satellite.failure.map { ReportCode($0.kind) }
        failureText = satellite.failure?.kind.text
        failureTime = satellite.failure.map { GalileoTimeReport($0.time) }
        failureSender = satellite.failure?.sender?.description
    }

    enum CodingKeys: String, CodingKey {
        case id, standing, ephemeris, timing, failure
        case receivedIODnav = "received_iodnav"
        case sendsOSNMA = "sends_osnma"
        case failureText = "failure_text"
        case failureTime = "failure_time"
        case failureSender = "failure_sender"
    }
}

/// A set of data for which tags were valid.
public struct OSNMADataReport: Codable, Hashable, Sendable {
    /// True if the valid tags add up to the required number of bits, and the data are not changed timing data.
    public var isAuthenticated: Bool
    /// True for timing data if the satellite now transmits others; nil otherwise.
    public var isChanged: Bool?
    /// The issue of data (IODnav); nil for timing data.
    public var iodnav: Int?
    /// The ADKD numbers of the valid tags: 0, 4, 12.
    public var adkd: [Int]
    /// Number of valid tags.
    public var tags: Int
    /// The total number of bits of the valid tags.
    public var bits: Int
    /// The start of the first subframe with a valid tag.
    public var firstTag: GalileoTimeReport
    /// The start of the last subframe with a valid tag.
    public var lastTag: GalileoTimeReport
    /// Seconds since the last valid tag was verified.
    public var age: Double
    /// The beginning of the SHA-256 of the data's bits.
    public var data: String

    init(_ data: AuthenticatedData) {
        (isAuthenticated, iodnav, adkd) = (data.isAuthenticated, data.iodnav, data.kinds.numbers)
        (tags, bits, age, self.data) = (data.tags, data.bits, data.age, data.fingerprint)
        isChanged = data.isChanged
        (firstTag, lastTag) = (GalileoTimeReport(data.firstTag), GalileoTimeReport(data.lastTag))
    }

    enum CodingKeys: String, CodingKey {
        case iodnav, adkd, tags, bits, data
        case isAuthenticated = "authenticated"
        case isChanged = "changed"
        case firstTag = "first_tag"
        case lastTag = "last_tag"
        case age = "age_s"
    }
}

/// The consequence of authentication for a fix.
public struct OSNMAFixReport: Codable, Hashable, Sendable {
    /// The sequence number of the fix among the receiver's observations.
    public var sequence: UInt64
    /// The time of the fix according to the receiver.
    public var time: Timestamp?
    /// The share of the fix that depends on authenticated ephemeris.
    public var extent: ReportCode<FixAuthentication.Extent>
    /// A statement for people about the facts that are proven, and those that are not.
    public var statement: String
    /// Number of satellites of all systems in the solution.
    public var satellitesUsed: Int
    /// Galileo satellites in the solution with authenticated ephemeris.
    public var authenticated: [String]
    /// Galileo satellites in the solution without authenticated ephemeris.
    public var unauthenticated: [String]

    init(_ fix: FixAuthentication) {
        (sequence, extent, statement) = (fix.sequence, ReportCode(fix.extent), fix.extent.statement)
        satellitesUsed = fix.used
        time = fix.time.map(Timestamp.init(rounding:))
        authenticated = fix.authenticated.map(\.description)
        unauthenticated = fix.unauthenticated.map(\.description)
    }

    enum CodingKeys: String, CodingKey {
        case sequence, time, extent, statement, authenticated, unauthenticated
        case satellitesUsed = "satellites_used"
    }
}

/// A receiver's own claim.
public struct OSNMAClaimReport: Codable, Hashable, Sendable {
    /// Satellites whose data the receiver reports as authenticated.
    public var satellites: [String]
    /// The messages that contain the claim.
    public var sources: [String]

    init(_ claim: AuthenticationClaim) {
        (satellites, sources) = (claim.satellites.map(\.description), claim.sources)
    }
}

/// A summary of the verdict on a receiver, as in `GET /v1/status`.
public struct OSNMASummary: Codable, Hashable, Sendable {
    /// The ID of the receiver that the verdict is about.
    public var receiver: String
    /// `authenticated`, `unverified` or `unknown`, as in `OSNMAReceiverReport`.
    public var state: ReportCode<VerdictState>
    /// The code of the reason.
    public var reason: String
    /// The text of the reason, for people.
    public var text: String
    /// True if time from outside the signal proves that the data are live.
    public var isFresh: Bool
    /// Satellites with authenticated ephemeris.
    public var satellites: [String]
    /// The share of the fix that depends on these satellites.
    public var fix: ReportCode<FixAuthentication.Extent>?
    /// A statement for people about the facts that are proven, and those that are not.
    public var statement: String?
    /// True if keys of a simulation are trusted, in which case the verdict says nothing about Galileo.
    public var isSimulation: Bool

    /// Marks the summary as unknown because its last verdict no longer applies.
    public mutating func becomeUnknown() {
        (state, reason, text) = OSNMAReport.unknown
        (isFresh, satellites, fix, statement) = (false, [], nil, nil)
    }

    /// Creates the summary of a verdict.
    public init(_ verdict: Authentication) {
        receiver = verdict.receiver.rawValue
        (state, reason, text) = (ReportCode(VerdictState(verdict.state)), verdict.reason.code, verdict.reason.text)
        isFresh = verdict.isFresh
        satellites = verdict.satellites.filter { $0.standing == .authenticated }.map { $0.satellite.description }
        (fix, statement) = (verdict.fix.map { ReportCode($0.extent) }, verdict.fix?.extent.statement)
        isSimulation = verdict.clock.source == .simulation
    }

    enum CodingKeys: String, CodingKey {
        case receiver, state, reason, text, satellites, fix
        case statement = "fix_statement"
        case isFresh = "fresh"
        case isSimulation = "simulation"
    }
}
