// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Paths
import TrackRecording

/// A receiver that is made up, and the gateway's clock with it: both begin at 0 s, which is 2026-05-04 12:00 UTC.
struct Drive {
    static let start: Int64 = 1_777_896_000_000_000_000

    var name = "rover"
    private var sequence: UInt64 = 0

    init(_ name: String = "rover") { self.name = name }

    var source: SourceID { SourceID(rawValue: name) }

    static func now(_ seconds: Double) -> Int64 { Int64((seconds * 1e9).rounded()) }

    /// A fix at a time, with a position to the north of the origin.
    mutating func fix(at seconds: Double, metresNorth: Double = 0, isValid: Bool = true) -> Observation {
        var fix = Fix(kind: isValid ? .threeDimensional : .none, quality: isValid ? .autonomous : .invalid)
        fix.time = UTCTime(nanosecondsSince1970: Self.start + Self.now(seconds))
        fix.position =
            isValid
            ? GeodeticPosition(
                latitude: Angle(degrees: 48 + metresNorth / 111_200), longitude: Angle(degrees: 11)) : nil
        fix.height = Height(ellipsoidal: Length(metres: 600), orthometric: Length(metres: 553))
        fix.horizontalAccuracy = Accuracy(Length(metres: 1.5), origin: .receiver)
        fix.dop.hdop = 0.8
        fix.satellitesUsed = 17
        return observation(.fix(fix), at: seconds)
    }

    mutating func observation(_ payload: Payload, at seconds: Double) -> Observation {
        sequence += 1
        return Observation(
            source: source, sequence: sequence,
            hostTime: HostTime(
                monotonicNanoseconds: Self.now(seconds), wallNanoseconds: Self.start + Self.now(seconds)),
            payload: payload)
    }

    mutating func believed(at seconds: Double, _ current: String? = "rover") -> Observation {
        let change = ActiveReceiver(
            current: current.map { SourceID(rawValue: $0) }, previous: nil, reason: "a test wants it")
        var observation = observation(.activeReceiver(change), at: seconds)
        observation.source = .gateway
        return observation
    }

    /// One that lets a position pass as authenticated, if it is.
    mutating func verdict(
        _ state: Authentication.State, at seconds: Double, _ change: (inout Authentication) -> Void = { _ in }
    ) -> Observation {
        var verdict = Authentication(receiver: source)
        verdict.state = state
        verdict.clock = AuthenticationClock(source: .synchronised, use: .all)
        let satellites = (1...4).compactMap { SatelliteID(.galileo, $0) }
        verdict.fix = FixAuthentication(sequence: 1, extent: .partial, used: 9, authenticated: satellites)
        change(&verdict)
        var observation = observation(.authentication(verdict), at: seconds)
        observation.source = .stage("osnma", of: source)
        return observation
    }
}

extension Drive {
    /// What a sampling has come to.
    mutating func sampled(
        _ state: SampledCentroid.State, of receiver: String, at seconds: Double, session: UInt64 = 1
    ) -> Observation {
        let receiver = SourceID(rawValue: receiver)
        var sampled = SampledCentroid(
            receiver: receiver, session: session, event: state == .finished ? .finished : .accepted, state: state,
            method: .robust, wanted: 20, count: 20)
        if case .fix(let fix) = fix(at: seconds).payload, let place = fix.position {
            var estimate = CentroidEstimate(method: .robust, count: 20, used: 18, robust: place, compatible: place)
            (estimate.last, estimate.ellipsoidalHeight) = (fix.time, fix.height.ellipsoidal)
            estimate.authentication = .all
            sampled.estimate = estimate
        }
        var observation = observation(.centroid(sampled), at: seconds)
        observation.source = .stage("centroid", of: receiver)
        return observation
    }
}

/// A recorder with a receiver that is believed.
struct Bench {
    var recorder = PathRecorder()
    var drive = Drive()
    var points: [PathPoint] = []
    var now = 0.0

    init(_ order: PathOrder = PathOrder()) throws {
        take(drive.believed(at: 0))
        take(drive.fix(at: 0, isValid: false))
        try recorder.check(order, at: 0)
        recorder.begin(order)
    }

    mutating func take(_ observation: Observation) {
        now = max(now, Double(observation.hostTime.monotonicNanoseconds) / 1e9)
        if let point = recorder.take(observation, at: Drive.now(now)) { points.append(point) }
    }

    /// Fixes from a time up to another, both included.
    mutating func run(from first: Double, to last: Double, hertz: Double = 1, speed: Double = 1) {
        let count = Int(((last - first) * hertz).rounded())
        for index in 0...max(0, count) {
            let time = first + Double(index) / hertz
            take(drive.fix(at: time, metresNorth: time * speed))
        }
    }

    var times: [Double] {
        points.map { Double(($0.time?.nanosecondsSince1970 ?? 0) - Drive.start) / 1e9 }
    }
    var gaps: [Double] { zip(points, times).filter { $0.0.beginsSegment }.map(\.1) }
}
