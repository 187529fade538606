// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Which navigation data Galileo authenticates, of all receivers: `GET /v1/osnma`.
public struct OSNMAReport: Codable, Hashable, Sendable {
    /// Whether pages are validated.
    public var isEnabled: Bool
    /// Whether an authenticated position is required of what asks for it.
    public var isRequired: Bool
    /// Merkle roots that are trusted from the start.
    public var trustedRoots: Int
    /// Public keys that are trusted from the start.
    public var trustedKeys: Int
    /// The receivers of which anything came, in the order of their names.
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
    /// The state, the reason and its text while what judges does not answer: no verdict says so, but the absence of one.
    public static let unknown = (
        state: ReportCode(VerdictState.unknown), reason: "not_judged",
        text: "the validation has not responded for 10 s: see the log, and restart the gateway"
    )
}

/// The verdict on one receiver's navigation data.
public struct OSNMAReceiverReport: Codable, Hashable, Sendable {
    /// The id of the receiver that the verdict is about.
    public var receiver: String
    /// `authenticated` or `unverified`; `unknown` while what judges does not answer, which counts as not authenticated.
    public var state: ReportCode<VerdictState>
    /// The code of the reason.
    public var reason: String
    /// The reason in words.
    public var text: String
    /// Whether time from outside the signal proves the data fresh.
    public var isFresh: Bool
    /// Since when the state holds, by the time of the observations.
    public var since: Timestamp?
    /// How old the verdict is, in seconds.
    public var age: Double?
    /// When the newest page began, by Galileo's time: week and second of the week.
    public var galileoTime: GalileoTimeReport?
    /// What Galileo says of the service.
    public var status: ReportCode<Authentication.ServiceStatus>?
    /// The chain in force.
    public var chain: UInt8?
    /// The public key of its root key.
    public var publicKey: UInt8?
    /// The time from outside.
    public var clock: OSNMAClockReport
    /// Satellites of which something is known.
    public var satellites: [OSNMASatelliteReport]
    /// What it means for the newest fix.
    public var fix: OSNMAFixReport?
    /// What the receiver claims itself: no verdict.
    public var claim: OSNMAClaimReport?
    /// Right tags so far.
    public var tagsRight: UInt64
    /// Wrong tags so far.
    public var tagsWrong: UInt64
    /// Why something that needs an authenticated position is refused now; nil: it is not.
    public var refusal: String?
    /// Which requirement is not met then.
    public var refusalCode: ReportCode<OSNMARequirement.Refusal.Cause>?

    /// A report of a verdict.
    ///
    /// - Parameter age: of the verdict, in seconds.
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

    /// What judges does not answer: nothing that it said holds now.
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
    /// Where it is from.
    public var source: ReportCode<AuthenticationClock.Source>
    /// Which tags it allows to be used.
    public var tags: ReportCode<AuthenticationClock.Use>
    /// The bound of its error, in seconds.
    public var uncertainty: Double?
    /// It less the time of the signal, in seconds.
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

/// An instant of Galileo's time.
public struct GalileoTimeReport: Codable, Hashable, Sendable {
    /// Weeks since the beginning of Galileo System Time, 1999-08-22.
    public var week: Int
    /// Seconds of the week.
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
    /// How its ephemeris stands.
    public var standing: ReportCode<SatelliteAuthentication.Standing>
    /// Ephemeris, clock and status, as last authenticated.
    public var ephemeris: OSNMADataReport?
    /// Conversion to UTC and GPS time, as last authenticated.
    public var timing: OSNMADataReport?
    /// The issue that it sends now.
    public var receivedIODnav: Int?
    /// Whether it sends OSNMA itself.
    public var sendsOSNMA: Bool
    /// What failed last.
    public var failure: ReportCode<AuthenticationFailureKind>?
    /// The same in words.
    public var failureText: String?
    /// The time of the page that failed, or of the subframe of the tag that did.
    public var failureTime: GalileoTimeReport?
    /// Who sent the wrong tag, where it was another satellite.
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

/// A set of data that tags were right for.
public struct OSNMADataReport: Codable, Hashable, Sendable {
    /// Whether its tags sum up to the bits that are asked for.
    public var isAuthenticated: Bool
    /// The issue; timing data have none.
    public var iodnav: Int?
    /// Which tags were right: 0, 4, 12.
    public var adkd: [Int]
    /// How many tags were right.
    public var tags: Int
    /// Their bits in all.
    public var bits: Int
    /// When the first subframe began of which a tag was right.
    public var firstTag: GalileoTimeReport
    /// When the last one began.
    public var lastTag: GalileoTimeReport
    /// Seconds since the last right tag was verified.
    public var age: Double
    /// The beginning of SHA-256 over the bits.
    public var data: String

    init(_ data: AuthenticatedData) {
        (isAuthenticated, iodnav, adkd) = (data.isAuthenticated, data.iodnav, data.kinds.numbers)
        (tags, bits, age, self.data) = (data.tags, data.bits, data.age, data.fingerprint)
        (firstTag, lastTag) = (GalileoTimeReport(data.firstTag), GalileoTimeReport(data.lastTag))
    }

    enum CodingKeys: String, CodingKey {
        case iodnav, adkd, tags, bits, data
        case isAuthenticated = "authenticated"
        case firstTag = "first_tag"
        case lastTag = "last_tag"
        case age = "age_s"
    }
}

/// What authentication means for a fix.
public struct OSNMAFixReport: Codable, Hashable, Sendable {
    /// The number of the fix among the receiver's observations.
    public var sequence: UInt64
    /// The instant of the fix, as the receiver states it.
    public var time: Timestamp?
    /// How much of it rests on authenticated ephemeris.
    public var extent: ReportCode<FixAuthentication.Extent>
    /// What is proven by that and what is not, in words.
    public var statement: String
    /// Satellites of all systems in the solution.
    public var satellitesUsed: Int
    /// Those of Galileo among them with authenticated ephemeris.
    public var authenticated: [String]
    /// Those of Galileo among them without.
    public var unauthenticated: [String]

    init(_ fix: FixAuthentication) {
        (sequence, extent, statement) = (fix.sequence, ReportCode(fix.extent), fix.extent.statement)
        satellitesUsed = fix.used
        time = fix.time.map { Timestamp(HostTime(monotonicNanoseconds: 0, wallNanoseconds: $0.nanosecondsSince1970)) }
        authenticated = fix.authenticated.map(\.description)
        unauthenticated = fix.unauthenticated.map(\.description)
    }

    enum CodingKeys: String, CodingKey {
        case sequence, time, extent, statement, authenticated, unauthenticated
        case satellitesUsed = "satellites_used"
    }
}

/// What a receiver claims itself.
public struct OSNMAClaimReport: Codable, Hashable, Sendable {
    /// Satellites whose data it says are authenticated.
    public var satellites: [String]
    /// The messages that say so.
    public var sources: [String]

    init(_ claim: AuthenticationClaim) {
        (satellites, sources) = (claim.satellites.map(\.description), claim.sources)
    }
}

/// The verdict on a receiver in short, as `GET /v1/status` tells it.
public struct OSNMASummary: Codable, Hashable, Sendable {
    /// The id of the receiver that the verdict is about.
    public var receiver: String
    /// `authenticated`, `unverified` or `unknown`, as in `OSNMAReceiverReport`.
    public var state: ReportCode<VerdictState>
    /// The code of the reason.
    public var reason: String
    /// The reason in words.
    public var text: String
    /// Whether time from outside the signal proves the data fresh.
    public var isFresh: Bool
    /// Satellites with authenticated ephemeris.
    public var satellites: [String]
    /// How much of the fix rests on them.
    public var fix: ReportCode<FixAuthentication.Extent>?
    /// What is proven by that and what is not, in words.
    public var statement: String?
    /// Whether keys of a simulation are trusted, so that nothing is said of Galileo.
    public var isSimulation: Bool

    /// What judges does not answer: nothing that it said holds now.
    public mutating func becomeUnknown() {
        (state, reason, text) = OSNMAReport.unknown
        (isFresh, satellites, fix, statement) = (false, [], nil, nil)
    }

    /// A verdict in short.
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
