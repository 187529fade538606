// SPDX-License-Identifier: Apache-2.0

public import UBX

/// How a simulated receiver speaks UBX.
public struct UBXRendering: Hashable, Sendable {
    /// Which receiver of u-blox's it is like.
    public enum Generation: Int, Hashable, Sendable, CaseIterable {
        /// M8: no signals, and navigation messages without the number of theirs.
        case m8 = 8
        /// F9.
        case f9 = 9
        /// X20: a third frequency, navigation pages of Galileo in eight words, and a state of OSNMA of its own.
        case x20 = 20

        /// The messages that it knows.
        public var messages: [Message] {
            Message.allCases.filter { message in
                switch message {
                case .signals, .security: self != .m8
                case .authentication, .trustedTime: self == .x20
                default: true
                }
            }
        }
    }

    /// A message that it may send of its own.
    public enum Message: String, Hashable, Sendable, CaseIterable, Decodable {
        /// The solution.
        case pvt = "NAV-PVT"
        /// The solution with more digits.
        case position = "NAV-HPPOSLLH"
        /// Dilutions of precision.
        case dop = "NAV-DOP"
        /// The state of the solution.
        case status = "NAV-STATUS"
        /// Covariances.
        case covariance = "NAV-COV"
        /// The receiver's clock.
        case clock = "NAV-CLOCK"
        /// GPS time.
        case timeGPS = "NAV-TIMEGPS"
        /// Galileo's time.
        case timeGalileo = "NAV-TIMEGAL"
        /// UTC.
        case timeUTC = "NAV-TIMEUTC"
        /// Leap seconds.
        case leapSeconds = "NAV-TIMELS"
        /// Satellites.
        case satellites = "NAV-SAT"
        /// Signals.
        case signals = "NAV-SIG"
        /// Time that OSNMA may rely on.
        case trustedTime = "NAV-TIMETRUSTED"
        /// The end of the epoch.
        case endOfEpoch = "NAV-EOE"
        /// Measurements.
        case measurements = "RXM-RAWX"
        /// Navigation messages.
        case subframes = "RXM-SFRBX"
        /// Jamming and spoofing.
        case security = "SEC-SIG"
        /// What it makes of OSNMA.
        case authentication = "SEC-OSNMA"

        /// Every how many epochs it is sent where nothing else is said.
        var usualInterval: Int {
            switch self {
            case .leapSeconds: 60
            case .security: 5
            default: 1
            }
        }

        public var id: MessageID {
            switch self {
            case .pvt: .navPVT
            case .position: MessageID(0x01, 0x14)
            case .dop: MessageID(0x01, 0x04)
            case .status: MessageID(0x01, 0x03)
            case .covariance: MessageID(0x01, 0x36)
            case .clock: MessageID(0x01, 0x22)
            case .timeGPS: MessageID(0x01, 0x20)
            case .timeGalileo: MessageID(0x01, 0x25)
            case .timeUTC: MessageID(0x01, 0x21)
            case .leapSeconds: MessageID(0x01, 0x26)
            case .satellites: MessageID(0x01, 0x35)
            case .signals: MessageID(0x01, 0x43)
            case .trustedTime: MessageID(0x01, 0x64)
            case .endOfEpoch: MessageID(0x01, 0x61)
            case .measurements: MessageID(0x02, 0x15)
            case .subframes: MessageID(0x02, 0x13)
            case .security: .secSIG
            case .authentication: MessageID(0x27, 0x0A)
            }
        }
    }

    /// Which receiver it is like.
    public var generation: Generation
    /// Every how many epochs each message is sent; those not named are not.
    public var intervals: [Message: Int]

    /// All that generation 8 knows.
    public static let generation8 = UBXRendering(.m8)

    /// All that generation 9 knows.
    public static let generation9 = UBXRendering(.f9)

    /// All that generation X20 knows.
    public static let generationX20 = UBXRendering(.x20)

    /// What is sent how often.
    ///
    /// - Parameters:
    ///   - generation: which receiver it is like.
    ///   - intervals: every how many epochs each message is sent; nil: all that it knows, as often as is usual.
    public init(_ generation: Generation, intervals: [Message: Int]? = nil) {
        self.generation = generation
        self.intervals =
            intervals ?? Dictionary(uniqueKeysWithValues: generation.messages.map { ($0, $0.usualInterval) })
    }

    /// What it sends for an epoch, the navigation messages excepted.
    public func bytes(_ epoch: ScenarioEpoch) -> [UInt8] {
        let payloads = EpochPayloads(epoch, generation)
        var bytes: [UInt8] = []
        for message in Message.allCases {
            guard let every = intervals[message], every > 0, epoch.index % every == 0 else { continue }
            guard let payload = payloads.payload(message) else { continue }
            bytes += UBXWriter.frame(message.id, payload: payload)
        }
        return bytes
    }
}
