// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes

@testable import CentroidSampling

let rover = SourceID(rawValue: "rover")
let base = SourceID(rawValue: "base")

/// The host's clocks at a second.
func instant(_ second: Double) -> HostTime {
    let nanoseconds = Int64(second * 1e9)
    return HostTime(
        monotonicNanoseconds: nanoseconds, wallNanoseconds: 1_790_000_000_000_000_000 + nanoseconds)
}

/// An epoch of a receiver, metres east and north of 50.0875° N, 14.4213° E.
func epoch(
    _ receiver: SourceID, _ second: Double, east: Double = 0, north: Double = 0,
    _ change: (inout Fix) -> Void = { _ in }
) -> Observation {
    var fix = Fix(kind: .threeDimensional, quality: .autonomous)
    fix.time = UTCTime(nanosecondsSince1970: instant(second).wallNanoseconds)
    fix.position = GeodeticPosition(
        latitude: Angle(degrees: 50.0875 + north / 111_229.0), longitude: Angle(degrees: 14.4213 + east / 71_561.0))
    fix.height = Height(ellipsoidal: Length(metres: 260))
    change(&fix)
    return Observation(source: receiver, sequence: 0, hostTime: instant(second), payload: .fix(fix))
}

/// The same of the rover.
func epoch(
    _ second: Double, east: Double = 0, north: Double = 0, _ change: (inout Fix) -> Void = { _ in }
) -> Observation { epoch(rover, second, east: east, north: north, change) }

/// Normal noise that is the same in each run (SplitMix64; Box and Muller).
struct Noise: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func normal() -> Double {
        let u = Double.random(in: .leastNonzeroMagnitude..<1, using: &self)
        return (-2 * log(u)).squareRoot() * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}

/// A coordinator, and what it said.
struct Bench {
    var coordinator: SamplingCoordinator
    var said: [Observation] = []

    init(_ change: (inout CentroidPreferences) -> Void = { _ in }, requirement: OSNMARequirement = .init()) {
        var preferences = CentroidPreferences()
        change(&preferences)
        coordinator = SamplingCoordinator(preferences, requirement)
    }

    @discardableResult
    mutating func start(
        _ receiver: SourceID = rover, _ change: (inout SamplingRequest) -> Void = { _ in }
    ) throws -> UInt64 {
        var request = SamplingRequest(receiver: receiver)
        change(&request)
        return try coordinator.start(request, at: instant(0)) { said.append($0) }.sampling.session
    }

    mutating func take(_ observations: Observation...) { coordinator.take(observations) { said.append($0) } }

    mutating func apply(_ change: (inout CentroidPreferences) -> Void) {
        var preferences = coordinator.preferences
        change(&preferences)
        coordinator.apply(preferences, at: instant(100)) { said.append($0) }
    }

    /// What was said of samplings.
    var samplings: [SampledCentroid] {
        said.compactMap { $0.payload.result(SampledCentroid.self) }
    }

    /// What happened, with reasons: `reset moving`.
    var events: [String] {
        samplings.map { $0.reason.isEmpty ? $0.event.code : "\($0.event.code) \($0.reason)" }
    }
}
