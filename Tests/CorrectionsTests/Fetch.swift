// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import Synchronization
import SystemSupport
import Testing

@testable import Corrections

/// A client that fetches from the false caster, and what has come of it.
final class Fetch: Sendable {
    private final class Kept: Sendable {
        let published = Mutex<[CorrectionData]>([])
        let told = Mutex<[CorrectionsReport]>([])
        let clockReadings = Mutex(0)
    }

    private let client: CorrectionsClient
    private let kept = Kept()

    /// A fix in Nürnberg.
    static let fix: Fix = {
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 49.45), longitude: Angle(degrees: 11.08))
        fix.height = Height(orthometric: Length(metres: 309), geoidSeparation: Length(metres: 46.7))
        fix.satellitesUsed = 17
        return fix
    }()

    /// - Parameters:
    ///   - mountpoint: which says how the caster behaves.
    ///   - caster: the caster's port.
    ///   - change: of what is usual.
    init(
        _ mountpoint: String, _ port: UInt16, isSecure: Bool = false, host: String = "127.0.0.1", fix: Fix? = nil,
        login: CasterLogin? = nil, policy: RetryPolicy = .hasty,
        _ change: (inout CorrectionsConfiguration) -> Void = { _ in }
    ) {
        var configuration = CorrectionsConfiguration(
            caster: CasterAddress(host: host, port: port, isSecure: isSecure), mountpoint: mountpoint)
        configuration.positionInterval = fix == nil ? .zero : .milliseconds(200)
        change(&configuration)
        let kept = kept
        let context = CorrectionsContext(
            now: {
                kept.clockReadings.withLock { $0 += 1 }
                return Self.now
            }, fix: { fix }, login: { () throws(CasterError) in login },
            publish: { corrections, _ in kept.published.withLock { $0 += corrections } },
            onChange: { status in kept.told.withLock { $0.append(status) } })
        client = CorrectionsClient(configuration, context, policy)
        client.start()
    }

    deinit { client.stop() }

    var published: [CorrectionData] { kept.published.withLock { $0 } }
    var states: [CorrectionsReport.State] { kept.told.withLock { $0.compactMap(\.state.value) } }
    var status: CorrectionsReport { client.status }

    /// How often the client has read the clock: a few times in each turn of its loop.
    var clockReadings: Int { kept.clockReadings.withLock { $0 } }

    /// The first failure that was told.
    var failure: CorrectionsReport? { kept.told.withLock { $0.first { $0.state == .failed } } }

    func stop() async -> Bool {
        client.stop()
        return await eventually { client.isOver }
    }

    private static var now: HostTime {
        HostTime(monotonicNanoseconds: SystemClock.monotonic, wallNanoseconds: SystemClock.wall)
    }
}

extension RetryPolicy {
    /// Of tests: what may pass is tried again at once, what a person has to put right not within the test.
    static var hasty: RetryPolicy {
        var policy = RetryPolicy()
        policy.passing = Pauses(first: .milliseconds(50), longest: .milliseconds(200))
        return policy
    }

    /// Nothing is tried again within the test.
    static var patient: RetryPolicy {
        var policy = RetryPolicy()
        policy.passing = policy.lasting
        return policy
    }
}

/// Waits until something is so, with a generous limit.
func eventually(_ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now.advanced(by: .seconds(120))
    while !condition() {
        if ContinuousClock.now > deadline { return false }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return true
}
