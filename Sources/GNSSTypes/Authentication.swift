// SPDX-License-Identifier: Apache-2.0

/// Whether the navigation data that one receiver receives are Galileo's own (OSNMA), as the gateway judges it. It holds
/// until the next one of the same receiver.
public struct Authentication: Codable, Hashable, Sendable {
    /// The verdict: whether any claim of authenticity is made.
    public enum State: UInt8, Codable, Coded {
        /// No claim is made; the reason says why.
        case unverified = 0
        /// OSNMA is enabled: what at least one satellite sends now is authenticated.
        case authenticated = 1

        /// The word of the control interface.
        public var code: String { self == .authenticated ? "authenticated" : "unverified" }
    }

    /// What Galileo says of the service itself, as far as it is proven.
    public enum ServiceStatus: UInt8, Codable, Coded {
        /// A test: processed as if it were in service, and marked.
        case test = 1
        /// In service.
        case operational = 2
        /// Nothing may be authenticated.
        case dontUse = 3

        /// The word of the control interface.
        public var code: String { ["test", "operational", "dont_use"][Int(rawValue) - 1] }
    }

    /// Whose data it is about.
    public var receiver: SourceID
    /// What holds now; `reason` says why.
    public var state = State.unverified
    /// Why the verdict is what it is.
    public var reason = AuthenticationReason.noData
    /// Whether it says something else than the one before, ages and counters apart.
    public var isNews = false
    /// When the state began, in nanoseconds since 1970-01-01 UTC by the time of the observations.
    public var since: Int64?
    /// When the newest page began.
    public var time: GST?
    /// NMAS, as proven by a signature or a tag; nil: not proven yet.
    public var status: ServiceStatus?
    /// The chain in force, 0...3, once its root key is verified.
    public var chainID: UInt8?
    /// The public key that its root key is signed with, 0...15.
    public var publicKeyID: UInt8?
    /// The time from outside the signal.
    public var clock = AuthenticationClock()
    /// Those of Galileo of which something is known, in order, each once.
    public var satellites: [SatelliteAuthentication] = []
    /// What it means for the newest fix.
    public var fix: FixAuthentication?
    /// What the receiver says itself: its claim, no verdict.
    public var claim: AuthenticationClaim?
    /// Right tags so far.
    public var tagsRight: UInt64 = 0
    /// Wrong tags so far.
    public var tagsWrong: UInt64 = 0

    /// A verdict that claims nothing.
    public init(receiver: SourceID) { self.receiver = receiver }

    /// The data are authentic, and a usable time from outside the signal proves them fresh.
    public var isFresh: Bool { state == .authenticated && clock.isIndependent && clock.use != .none }
}

/// The time that OSNMA needs from outside the signal, and how far it is trusted.
public struct AuthenticationClock: Codable, Hashable, Sendable {
    /// Where it is from.
    public enum Source: UInt8, Codable, Coded {
        /// There is none.
        case none = 0
        /// The system's clock, which the kernel says is synchronised.
        case synchronised = 1
        /// The system's clock, on the operator's word.
        case system = 2
        /// The hardware's clock, on the operator's word.
        case hardware = 3
        /// The receiver: from the signal itself, and so no proof that it is fresh.
        case receiver = 4
        /// A replay: nothing can prove that it is fresh.
        case recording = 5
        /// Keys of a simulation are trusted: whatever is authenticated may be of it, and nothing is said of Galileo.
        case simulation = 6

        /// The word of the control interface.
        public var code: String {
            ["none", "synchronised", "system", "rtc", "receiver", "recording", "simulation"][Int(rawValue)]
        }
    }

    /// Which tags it allows to be used (receiver guidelines 1.3, 2.1).
    public enum Use: UInt8, Codable, Coded {
        /// None.
        case none = 0
        /// Those whose key comes eleven subframes later.
        case slow = 1
        /// All.
        case all = 2

        /// The word of the control interface.
        public var code: String { ["none", "slow", "all"][Int(rawValue)] }
    }

    /// Where it is from.
    public var source: Source
    /// Which tags it allows to be used.
    public var use: Use
    /// It is wrong by this at most, in milliseconds; nil where nobody says.
    public var uncertainty: Int64?
    /// The trusted time less that of the signal when the newest page had come, in milliseconds.
    public var difference: Int64?

    /// A time, or none.
    public init(source: Source = .none, use: Use = .none, uncertainty: Int64? = nil, difference: Int64? = nil) {
        (self.source, self.use, self.uncertainty, self.difference) = (source, use, uncertainty, difference)
    }

    /// Whether it is from outside the signal.
    public var isIndependent: Bool { source == .synchronised || source == .system || source == .hardware }
}

/// What a receiver says itself of the authenticity of navigation data. It is the receiver's claim, no verdict.
public struct AuthenticationClaim: Codable, Hashable, Sendable {
    /// Satellites whose data it says are authenticated, in order.
    public var satellites: [SatelliteID]
    /// The messages that say so.
    public var sources: [String]

    public init(satellites: [SatelliteID], sources: [String]) {
        (self.satellites, self.sources) = (satellites, sources)
    }
}

extension Authentication: StageResult {
    public static let kind = ObservationKind.authentication

    public var heldBytes: Int { satellites.count * MemoryLayout<SatelliteAuthentication>.stride }

    /// Instants and ages are such as a reader reckons with.
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
    /// Verdict on the authenticity of a receiver's navigation data. A stage's.
    public static let authentication = ObservationKind(rawValue: 256)
}

extension Payload {
    /// Verdict on the authenticity of a receiver's navigation data.
    public static func authentication(_ verdict: Authentication) -> Payload { Payload(verdict) }
}
