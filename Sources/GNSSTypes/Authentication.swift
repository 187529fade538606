// SPDX-License-Identifier: Apache-2.0

/// The gateway's verdict on whether the navigation data that one receiver delivers originate from Galileo (OSNMA). It
/// applies until the next verdict on the same receiver.
public struct Authentication: Codable, Hashable, Sendable {
    /// The claim that a verdict makes about authenticity.
    public enum State: UInt8, Codable, Coded {
        /// The verdict makes no claim; `reason` states why.
        case unverified = 0
        /// OSNMA is in use, and the current data of at least one satellite are authenticated.
        case authenticated = 1

        /// The word used by the control interface.
        public var code: String { self == .authenticated ? "authenticated" : "unverified" }
    }

    /// The status of the OSNMA service (NMAS), as Galileo announces it.
    public enum ServiceStatus: UInt8, Codable, Coded {
        /// The service is in its test phase: it is processed like the operational service, but reported as a test.
        case test = 1
        /// Operational.
        case operational = 2
        /// Galileo asks users not to use OSNMA; nothing may be authenticated.
        case dontUse = 3

        /// The word used by the control interface.
        public var code: String { ["test", "operational", "dont_use"][Int(rawValue) - 1] }
    }

    /// The receiver whose data the verdict is about.
    public var receiver: SourceID
    /// The current verdict; `reason` explains it.
    public var state = State.unverified
    /// The reason for `state`.
    public var reason = AuthenticationReason.noData
    /// True if the verdict differs from the previous one in more than ages and counters.
    public var isNews = false
    /// The start of the current `state`, in nanoseconds since 1970-01-01 UTC, by the observations' time.
    public var since: Int64?
    /// The start of the newest page.
    public var time: GST?
    /// NMAS as proven by a signature or a tag; nil until it is proven.
    public var status: ServiceStatus?
    /// The chain in force, 0...3; nil until its root key is verified.
    public var chainID: UInt8?
    /// The ID of the public key that signs the chain's root key, 0...15.
    public var publicKeyID: UInt8?
    /// The time that is independent of the signal.
    public var clock = AuthenticationClock()
    /// The Galileo satellites whose authenticity is known at least in part, sorted, each once.
    public var satellites: [SatelliteAuthentication] = []
    /// The consequence for the newest fix.
    public var fix: FixAuthentication?
    /// The receiver's own claim of authenticity, which does not influence the verdict.
    public var claim: AuthenticationClaim?
    /// Number of valid tags so far.
    public var tagsRight: UInt64 = 0
    /// Number of invalid tags so far.
    public var tagsWrong: UInt64 = 0

    /// Creates an unverified verdict.
    public init(receiver: SourceID) { self.receiver = receiver }

    /// True if the data are authentic and a usable time from outside the signal proves that they are live.
    public var isFresh: Bool { state == .authenticated && clock.isIndependent && clock.use != .none }
}

/// The time against which OSNMA validation checks the signal: its origin, and the extent to which it is trusted.
public struct AuthenticationClock: Codable, Hashable, Sendable {
    /// The origin of the time.
    public enum Source: UInt8, Codable, Coded {
        /// No time is available.
        case none = 0
        /// The system clock, which the kernel reports as synchronised.
        case synchronised = 1
        /// The system clock, which the operator declared trustworthy.
        case system = 2
        /// The hardware clock (RTC), which the operator declared trustworthy.
        case hardware = 3
        /// The receiver: derived from the signal itself, so it cannot prove that the data are live.
        case receiver = 4
        /// A recording being replayed: nothing can prove that the data are live.
        case recording = 5
        /// A simulation whose keys are trusted: authenticated data may be simulated, so the verdict says nothing
        /// about Galileo.
        case simulation = 6

        /// The word used by the control interface.
        public var code: String {
            ["none", "synchronised", "system", "rtc", "receiver", "recording", "simulation"][Int(rawValue)]
        }
    }

    /// The tags that the time allows to be used (receiver guidelines 1.3, 2.1).
    public enum Use: UInt8, Codable, Coded {
        /// No tags can be used.
        case none = 0
        /// Only slow-MAC tags (ADKD 12), whose key is disclosed eleven subframes later.
        case slow = 1
        /// All tags can be used.
        case all = 2

        /// The word used by the control interface.
        public var code: String { ["none", "slow", "all"][Int(rawValue)] }
    }

    /// The origin of the time.
    public var source: Source
    /// The tags that the time allows to be used.
    public var use: Use
    /// The largest possible error in milliseconds; nil if unknown.
    public var uncertainty: Int64?
    /// The trusted time minus the signal's time when the newest page arrived, in milliseconds.
    public var difference: Int64?
    /// The trusted time at an instant of the host's monotonic clock; nil if there is none.
    public var reference: Reference?

    /// The trusted time at an instant of the host's monotonic clock.
    public struct Reference: Codable, Hashable, Sendable {
        /// Galileo time in milliseconds since 1999-08-22T00:00:00 GST.
        public var galileoMilliseconds: Int64
        /// The instant in nanoseconds.
        public var monotonicNanoseconds: Int64

        public init(galileoMilliseconds: Int64, monotonicNanoseconds: Int64) {
            (self.galileoMilliseconds, self.monotonicNanoseconds) = (galileoMilliseconds, monotonicNanoseconds)
        }
    }

    /// Creates a clock; without arguments, one that provides no time.
    public init(source: Source = .none, use: Use = .none, uncertainty: Int64? = nil, difference: Int64? = nil) {
        (self.source, self.use, self.uncertainty, self.difference) = (source, use, uncertainty, difference)
    }

    /// True if the time comes from outside the signal.
    public var isIndependent: Bool { source == .synchronised || source == .system || source == .hardware }
}

/// A receiver's own report of the authenticity of its navigation data. It is a claim, not a verdict.
public struct AuthenticationClaim: Codable, Hashable, Sendable {
    /// Satellites whose data the receiver reports as authenticated, sorted.
    public var satellites: [SatelliteID]
    /// The messages that contain the claim.
    public var sources: [String]

    public init(satellites: [SatelliteID], sources: [String]) {
        (self.satellites, self.sources) = (satellites, sources)
    }
}

extension Authentication: StageResult {
    public static let kind = ObservationKind.authentication

    public var heldBytes: Int { satellites.count * MemoryLayout<SatelliteAuthentication>.stride }

    /// True if all instants and ages lie in the ranges that readers can calculate with.
    public var isSound: Bool {
        since.map(ResultRanges.instant.contains) ?? true
            && satellites.allSatisfy { satellite in
                [satellite.ephemeris, satellite.timing].allSatisfy { data in
                    data.map { ResultRanges.magnitude.contains($0.age) } ?? true
                }
            }
    }
}

extension ObservationKind {
    /// Verdict on the authenticity of a receiver's navigation data; published by a stage.
    public static let authentication = ObservationKind(rawValue: 256)
}

extension Payload {
    /// Verdict on the authenticity of a receiver's navigation data.
    public static func authentication(_ verdict: Authentication) -> Payload { Payload(verdict) }
}
