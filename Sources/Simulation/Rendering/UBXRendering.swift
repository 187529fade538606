// SPDX-License-Identifier: Apache-2.0

public import UBX

/// The UBX output of a simulated receiver.
public struct UBXRendering: Hashable, Sendable {
    /// The u-blox generation that the receiver resembles.
    public enum Generation: Int, Hashable, Sendable, CaseIterable {
        /// M8: without signal messages, and navigation messages do not name their signal.
        case m8 = 8
        /// F9.
        case f9 = 9
        /// X20: a third frequency, Galileo navigation pages in eight words, and its own OSNMA status.
        case x20 = 20

        /// The messages that the generation supports.
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

    /// A message that the receiver may send periodically.
    public enum Message: String, Hashable, Sendable, CaseIterable, Decodable {
        /// The solution.
        case pvt = "NAV-PVT"
        /// The solution with more digits.
        case position = "NAV-HPPOSLLH"
        /// Dilutions of precision.
        case dop = "NAV-DOP"
        /// The state of the solution.
        case status = "NAV-STATUS"
        /// The covariances of position and velocity.
        case covariance = "NAV-COV"
        /// The receiver's clock.
        case clock = "NAV-CLOCK"
        /// GPS time.
        case timeGPS = "NAV-TIMEGPS"
        /// Galileo time.
        case timeGalileo = "NAV-TIMEGAL"
        /// UTC.
        case timeUTC = "NAV-TIMEUTC"
        /// Leap seconds.
        case leapSeconds = "NAV-TIMELS"
        /// Satellites.
        case satellites = "NAV-SAT"
        /// Signals.
        case signals = "NAV-SIG"
        /// The time trusted for OSNMA.
        case trustedTime = "NAV-TIMETRUSTED"
        /// The end of the epoch.
        case endOfEpoch = "NAV-EOE"
        /// Measurements.
        case measurements = "RXM-RAWX"
        /// Navigation messages.
        case subframes = "RXM-SFRBX"
        /// Jamming and spoofing.
        case security = "SEC-SIG"
        /// The receiver's own OSNMA status.
        case authentication = "SEC-OSNMA"

        /// The default interval in epochs.
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

    /// The generation that the receiver resembles.
    public var generation: Generation
    /// The interval of each message in epochs; messages not listed are not sent.
    public var intervals: [Message: Int]

    /// All messages of generation M8.
    public static let generation8 = UBXRendering(.m8)

    /// All messages of generation F9.
    public static let generation9 = UBXRendering(.f9)

    /// All messages of generation X20.
    public static let generationX20 = UBXRendering(.x20)

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - generation: The generation that the receiver resembles.
    ///   - intervals: The interval of each message in epochs; nil for all messages at their default intervals.
    public init(_ generation: Generation, intervals: [Message: Int]? = nil) {
        self.generation = generation
        self.intervals =
            intervals ?? Dictionary(uniqueKeysWithValues: generation.messages.map { ($0, $0.usualInterval) })
    }

    /// The output for an epoch, except navigation messages.
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
