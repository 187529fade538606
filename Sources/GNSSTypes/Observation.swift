// SPDX-License-Identifier: Apache-2.0

/// The name of a receiver in the configuration; observations are attributed to it.
public struct SourceID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Creates the ID of the receiver with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The source of the gateway's own statements, which concern no particular receiver. No receiver may have this
    /// name.
    public static let gateway = SourceID(rawValue: "gateway")

    /// The source of a stage's statements about a receiver: `osnma:rover`. The stage numbers its observations itself.
    /// No receiver may have such a name.
    public static func stage(_ name: String, of receiver: SourceID) -> SourceID {
        SourceID(rawValue: "\(name):\(receiver.rawValue)")
    }

    /// The source of the uplink's statements about the gateway.
    public static let uplink = SourceID.stage("agrirouter", of: .gateway)

    /// True if the source is a stage rather than a receiver.
    public var isStage: Bool { rawValue.utf8.contains(UInt8(ascii: ":")) }

    /// The receiver that the source's observations describe: the source itself, or the receiver that a stage
    /// describes; nil for the gateway.
    public var receiver: SourceID? {
        guard self != .gateway else { return nil }
        guard let colon = rawValue.firstIndex(of: ":") else { return self }
        let subject = SourceID(rawValue: String(rawValue[rawValue.index(after: colon)...]))
        return subject == .gateway ? nil : subject
    }
}

/// The subject of an observation. Drivers publish kinds below 256, stages kinds from 256.
public struct ObservationKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number of the kind; below 256, the number in the driver contract (`GNSS_KIND_…` in `gnss_driver.h`).
    public let rawValue: UInt16

    /// Creates the kind with a number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The solution of one epoch, assembled from all of its messages.
    public static let fix = ObservationKind(rawValue: 1)
    /// Satellites in view, without duplicates.
    public static let satellites = ObservationKind(rawValue: 2)
    /// Signals in view, without duplicates.
    public static let signals = ObservationKind(rawValue: 3)
    /// A raw navigation page or subframe.
    public static let navigationPage = ObservationKind(rawValue: 4)
    /// Pseudoranges, carrier phases, Dopplers.
    public static let measurements = ObservationKind(rawValue: 5)
    /// Heading, pitch, roll, rate of turn and heave.
    public static let attitude = ObservationKind(rawValue: 6)
    /// Leap seconds and receiver clock.
    public static let timing = ObservationKind(rawValue: 7)
    /// A raw frame as received.
    public static let sentence = ObservationKind(rawValue: 8)
    /// Identity and firmware of the receiver.
    public static let receiver = ObservationKind(rawValue: 9)
    public static let driverState = ObservationKind(rawValue: 10)
    /// Correction bytes for receivers.
    public static let corrections = ObservationKind(rawValue: 11)

    /// True if a driver may publish this kind.
    public var isPublishedByDrivers: Bool { rawValue > 0 && rawValue < 256 }

    /// The name of the kind, or its number.
    public var description: String { Self.names[rawValue] ?? "kind \(rawValue)" }

    private static let names: [UInt16: String] = [
        1: "fix", 2: "satellites", 3: "signals", 4: "navigationPage", 5: "measurements", 6: "attitude", 7: "timing",
        8: "sentence", 9: "receiver", 10: "driverState", 11: "corrections",
    ].merging(resultNames) { name, _ in name }

    /// The kinds of stages' results (`StageResult.kind`). Recordings contain these numbers, so they never change.
    private static let resultNames: [UInt16: String] = [
        256: "authentication", 257: "centroid", 258: "uplink", 259: "members", 260: "alert", 261: "activeReceiver",
    ]

    /// All kinds that have a name, in the order of their numbers.
    public static let named = names.keys.sorted().map(ObservationKind.init)
}

/// A statement by a driver or a stage, with its source and the time at which the host received it.
public struct Observation: Hashable, Sendable {
    /// The receiver or stage that made the observation.
    public var source: SourceID
    /// Counts this source's observations from 1, without gaps.
    public var sequence: UInt64
    /// The time at which the host received the bytes that completed the observation.
    public var hostTime: HostTime
    public var payload: Payload
    /// Facts that the gateway itself knows about the driver that made the observation or, for a stage's result, about
    /// the driver whose receiver the result describes.
    public var origin: ObservationOrigin

    public init(
        source: SourceID, sequence: UInt64, hostTime: HostTime, payload: Payload,
        origin: ObservationOrigin = ObservationOrigin()
    ) {
        self.source = source
        self.sequence = sequence
        self.hostTime = hostTime
        self.payload = payload
        self.origin = origin
    }

    /// The subject of the observation.
    public var kind: ObservationKind { payload.kind }
}

/// The content of an observation.
public indirect enum Payload: Hashable, Sendable {
    /// One assembled epoch.
    case fix(Fix)
    /// Satellites in view.
    case satellites(SkyView)
    /// Signals in view.
    case signals(SignalView)
    /// A raw navigation page or subframe.
    case navigationPage(NavigationPage)
    /// Pseudoranges, carrier phases, Dopplers.
    case measurements(MeasurementEpoch)
    /// Heading, pitch, roll.
    case attitude(Attitude)
    /// Leap seconds and receiver clock.
    case timing(Timing)
    /// A raw frame.
    case sentence(Sentence)
    /// Identity of the receiver.
    case receiver(ReceiverIdentity)
    /// The driver's state.
    case driverState(DriverStateReport)
    /// Corrections for receivers.
    case corrections(CorrectionData)
    /// A result from a stage or from the gateway itself.
    case result(AnyStageResult)

    /// The subject of the payload.
    public var kind: ObservationKind {
        switch self {
        case .fix: .fix
        case .satellites: .satellites
        case .signals: .signals
        case .navigationPage: .navigationPage
        case .measurements: .measurements
        case .attitude: .attitude
        case .timing: .timing
        case .sentence: .sentence
        case .receiver: .receiver
        case .driverState: .driverState
        case .corrections: .corrections
        case .result(let result): result.kind
        }
    }
}
