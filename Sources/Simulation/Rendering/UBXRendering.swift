// SPDX-License-Identifier: Apache-2.0

public import UBX

/// How a simulated receiver speaks UBX.
public struct UBXRendering: Hashable, Sendable {
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
        /// The end of the epoch.
        case endOfEpoch = "NAV-EOE"
        /// Measurements.
        case measurements = "RXM-RAWX"
        /// Navigation messages.
        case subframes = "RXM-SFRBX"

        /// Class and number.
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
            case .endOfEpoch: MessageID(0x01, 0x61)
            case .measurements: MessageID(0x02, 0x15)
            case .subframes: MessageID(0x02, 0x13)
            }
        }
    }

    /// Every how many epochs each message is sent; those not named are not.
    public var intervals: [Message: Int]

    /// Those that the gateway asks a receiver of generation 9 for, and raw measurements.
    public static let generation9 = UBXRendering(
        intervals: Dictionary(
            uniqueKeysWithValues: Message.allCases.map { ($0, $0 == .leapSeconds ? 60 : 1) }))

    /// Those that generation 8 knows.
    public static let generation8 = UBXRendering(
        intervals: generation9.intervals.filter { $0.key != .signals })

    /// What is sent how often.
    public init(intervals: [Message: Int]) { self.intervals = intervals }

    /// What it sends for an epoch, the navigation messages excepted.
    public func bytes(_ epoch: ScenarioEpoch) -> [UInt8] {
        let payloads = EpochPayloads(epoch)
        var bytes: [UInt8] = []
        for message in Message.allCases {
            guard let every = intervals[message], every > 0, epoch.index % every == 0 else { continue }
            guard let payload = payloads.payload(message) else { continue }
            bytes += UBXWriter.frame(message.id, payload: payload)
        }
        return bytes
    }
}
