// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import Logging
import ObservationBus
import Storage
import Synchronization
import SystemSupport
import Testing

@testable import FieldCapture

let rover = SourceID(rawValue: "rover")

func instant(_ second: Double) -> HostTime {
    let nanoseconds = Int64(second * 1e9)
    return HostTime(
        monotonicNanoseconds: nanoseconds, wallNanoseconds: 1_790_000_000_000_000_000 + nanoseconds)
}

/// An epoch at a place, metres east of it.
func epoch(
    _ second: Double, east: Double = 0, latitude: Double = 50, longitude: Double = 14,
    _ change: (inout Fix) -> Void = { _ in }
) -> Observation {
    var fix = Fix(kind: .threeDimensional, quality: .autonomous)
    var degrees = longitude + east / (111_320 * cos(latitude * .pi / 180))
    if degrees > 180 { degrees -= 360 }
    fix.position = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: degrees))
    change(&fix)
    return Observation(source: rover, sequence: 0, hostTime: instant(second), payload: .fix(fix))
}

/// A verdict on the receiver: authenticated, unless a reason against it is given.
func verdict(_ second: Double, against reason: AuthenticationReason? = nil) -> Observation {
    var verdict = Authentication(receiver: rover)
    if let reason {
        (verdict.state, verdict.reason) = (.unverified, reason)
    } else {
        (verdict.state, verdict.clock) = (.authenticated, AuthenticationClock(source: .system, use: .all))
    }
    return Observation(
        source: .stage("osnma", of: rover), sequence: 0, hostTime: instant(second), payload: Payload(verdict))
}

/// The state of a sampling session.
func sampling(
    _ second: Double, _ state: SampledCentroid.State, count: Int = 20, east: Double = 0, session: UInt64 = 1
) -> Observation {
    var sampling = SampledCentroid(
        receiver: rover, session: session, event: .accepted, state: state, method: .robust, wanted: 20, count: count)
    if case .fix(let fix) = epoch(second, east: east).payload, let position = fix.position {
        sampling.estimate = CentroidEstimate(
            method: .robust, count: count, used: count, robust: position, compatible: position)
    }
    return Observation(
        source: .stage("centroid", of: rover), sequence: 0, hostTime: instant(second), payload: .centroid(sampling))
}

/// Settings with photos enabled.
func settings(_ change: (inout CapturePreferences) -> Void = { _ in }) -> CapturePreferences {
    var settings = CapturePreferences()
    settings.isEnabled = true
    change(&settings)
    return settings
}

/// Each reason against a photo, alone, from what a receiver sent.
@Suite(.timeLimit(.minutes(2))) struct CaptureCheckTests {
    private let hub = ObservationHub()
    private let folder = PhotoFolder()
    private var still: [Observation] { (0...7).map { epoch(Double($0)) } }

    private func check(
        _ observations: [Observation], at second: Double = 7, _ settings: CapturePreferences = settings(),
        requirement: OSNMARequirement = OSNMARequirement(), active: String? = "rover"
    ) async throws -> CaptureCheckReport {
        let service = CaptureService(
            settings,
            CaptureService.Context(
                hub: hub, store: try folder.store(), version: "1", now: { instant(second) },
                requirement: { requirement },
                active: { active }, alert: { _ in }, logger: Logger(label: "test")))
        for observation in observations { hub.publish([observation]) }
        return try await service.captureCheck(of: nil, by: nil)
    }

    private func codes(_ report: CaptureCheckReport) -> [String] { report.reasons.map(\.code.code) }

    @Test func `a receiver that stands still allows a photo, and the report says what was seen`() async throws {
        let report = try await check(still.map { $0 })
        #expect(report.isAllowed && report.receiver == "rover" && report.fixes == 8)
        #expect(report.age == 0 && report.interval == 1 && report.spread == 0 && report.accuracy == nil)
        #expect(!report.isAuthenticated)
        let json = try JSONEncoder().encode(report)
        #expect(String(decoding: json, as: UTF8.self).contains("\"allowed\":true"))
        #expect(try JSONDecoder().decode(CaptureCheckReport.self, from: json) == report)
    }

    @Test func `without the switch, a receiver or a position no photo is allowed`() async throws {
        #expect(codes(try await check(still, CapturePreferences())) == ["disabled"])
        #expect(codes(try await check(still, active: nil)) == ["no_fix"])
        #expect(try await check([]).reasons.map(\.message.code) == ["capture.nothing_arrived"])
        for change: @Sendable (inout Fix) -> Void in [
            { ($0.kind, $0.position) = (.none, nil) }, { $0.quality = .invalid }, { $0.quality = .manual },
            { $0.quality = .deadReckoning }, { $0.quality = .simulated }, { $0.datum = "999" },
        ] {
            #expect(codes(try await check((0...7).map { epoch(Double($0), change) })) == ["no_fix"])
            // Lost a moment ago: the positions before it do not count on.
            #expect(codes(try await check(still + [epoch(7.5, change)], at: 7.5)) == ["no_fix"])
        }
    }

    @Test func `an old position and one that comes too rarely are told`() async throws {
        #expect(codes(try await check(still, at: 12)) == [])
        #expect(codes(try await check(still, at: 12.1)) == ["stale_fix"])
        #expect(codes(try await check(still, at: 9, settings { $0.maximumAge = 1 })) == ["stale_fix"])
        // After 7 s nothing is left of them.
        #expect(try await check(still, at: 14.1).reasons.map(\.message.code) == ["capture.nothing_arrived"])
        #expect(codes(try await check([epoch(7)])) == ["low_rate"])
        let rare = [epoch(1), epoch(6.5)]
        #expect(codes(try await check(rare)) == ["low_rate"])
        #expect(codes(try await check(rare, settings { $0.maximumInterval = 6 })) == [])
    }

    @Test(arguments: [(0.0, 0.0), (-33.0, 151.0), (89.9, 20.0), (10.0, 179.99995), (-10.0, -179.99999)])
    func `a receiver that moves is told everywhere on the Earth`(latitude: Double, longitude: Double) async throws {
        func drive(_ speed: Double) -> [Observation] {
            (0...7).map { epoch(Double($0), east: Double($0) * speed, latitude: latitude, longitude: longitude) }
        }
        // The mean distance between pairs of eight points in a row is three steps.
        let report = try await check(drive(6.5))
        #expect(report.isAllowed && abs((report.spread ?? 0) - 19.5) < 0.1, "\(report)")
        #expect(codes(try await check(drive(7))) == ["moving"])
    }

    @Test func `an accuracy is asked for only if it is limited, and an unknown one is not enough`() async throws {
        let limited = settings { $0.maximumAccuracy = 2 }
        func epochs(_ metres: Double?) -> [Observation] {
            (0...7).map { second in
                epoch(Double(second)) { fix in
                    fix.horizontalAccuracy = metres.map { Accuracy(Length(metres: $0), origin: .receiver) }
                }
            }
        }
        #expect(codes(try await check(epochs(100))) == [])
        #expect(codes(try await check(epochs(2), limited)) == [])
        #expect(codes(try await check(epochs(2.1), limited)) == ["accuracy"])
        #expect(codes(try await check(epochs(nil), limited)) == ["accuracy"])
    }

    @Test func `an averaged point counts if it is complete, new and of this place`() async throws {
        let wanted = settings { $0.needsCentroid = true }
        #expect(codes(try await check(still, wanted)) == ["no_centroid"])
        #expect(codes(try await check(still + [sampling(7, .ready)], wanted)) == [])
        #expect(codes(try await check(still + [sampling(7, .finished)], wanted)) == [])
        let collecting = try await check(still + [sampling(7, .collecting, count: 3)], wanted)
        #expect(collecting.reasons.map(\.message.code) == ["capture.too_few_samples"])
        #expect(codes(try await check(still + [sampling(7, .stopped)], wanted)) == ["no_centroid"])
        #expect(codes(try await check(still + [sampling(7, .ready, east: 30)], wanted)) == ["no_centroid"])
        // A session that ended a while ago, at the same place.
        let later = still + [sampling(7, .finished)] + (100...107).map { epoch(Double($0)) }
        #expect(codes(try await check(later, at: 107, wanted)) == ["no_centroid"])
        // A session of another receiver under the same name.
        let others = (6...7).map { second in
            var other = epoch(Double(second))
            other.origin.plan = 2
            return other
        }
        let ended = try await check(still + [sampling(6, .finished)] + others, wanted)
        #expect(ended.reasons.map(\.message.code) == ["capture.no_sampling"])
        #expect(codes(try await check(still + others + [sampling(7, .finished)], wanted)) == [])
    }

    @Test func `several sampling sessions of a receiver do not displace each other`() async throws {
        func reasons(_ sessions: [Observation], at second: Double = 7) async throws -> [String] {
            let epochs = (0...7).map { epoch(second - 7 + Double($0)) }
            return try await check(epochs + sessions, at: second, settings { $0.needsCentroid = true }).reasons
                .map(\.message.code)
        }
        let first = sampling(6, .finished)
        for other in [SampledCentroid.State.collecting, .stopped] {
            #expect(try await reasons([first, sampling(7, other, count: 3, session: 2)]) == [])
        }
        // Of two complete ones the newest counts, until it is stopped.
        let second = sampling(7, .ready, east: 30, session: 2)
        #expect(try await reasons([first, second]) == ["capture.other_place"])
        #expect(try await reasons([second, first]) == ["capture.other_place"])
        #expect(try await reasons([first, second, sampling(7, .stopped, session: 2)]) == [])
        #expect(try await reasons([first, sampling(7, .stopped)]) == ["capture.no_sampling"])
        // A complete one that is too old does not hide that another one needs more samples.
        let later = [first, sampling(107, .collecting, count: 3, session: 2)]
        #expect(try await reasons(later, at: 107) == ["capture.too_few_samples"])
        // More sessions than are kept.
        let many = (1...UInt64(HeldSamplings.limit)).map { sampling(7, .collecting, count: 3, session: 1 + $0) }
        #expect(try await reasons([first] + many) == ["capture.too_few_samples"])
        #expect(try await reasons([first] + many.dropLast()) == [])
    }

    @Test func `authentication is required as the policy or the setting says, by the same rule as elsewhere`()
        async throws
    {
        let required = OSNMARequirement(isRequired: true, satellites: 0)
        let authentic = still + [verdict(7)]
        #expect(codes(try await check(still, requirement: required)) == ["osnma_required"])
        #expect(codes(try await check(authentic, requirement: required)) == [])
        #expect(try await check(authentic, requirement: OSNMARequirement(satellites: 0)).isAuthenticated)
        let four = try await check(authentic, requirement: OSNMARequirement(isRequired: true, satellites: 4))
        #expect(codes(four) == ["osnma_required"])
        #expect(codes(try await check(still, settings { $0.osnma = .any }, requirement: required)) == [])
        #expect(codes(try await check(still, settings { $0.osnma = .verified })) == ["osnma_required"])
        let unverified = try await check(still + [verdict(7, against: .stale)], requirement: required)
        #expect(
            try await check(still, requirement: required).reasons.map(\.text) == [
                "an authenticated position is required: the navigation data are not authenticated"
            ])
        let text = "an authenticated position is required: " + AuthenticationReason.stale.text
        #expect(unverified.reasons.map(\.text) == [text])
        // Too old for the position, and lost again.
        let later = [verdict(7)] + (20...27).map { epoch(Double($0)) }
        #expect(codes(try await check(later, at: 27, requirement: required)) == ["osnma_required"])
        let lost = authentic + [verdict(7, against: .stale)]
        #expect(codes(try await check(lost, requirement: required)) == ["osnma_required"])
    }

    @Test func `a state in memory cannot keep photos, which is a reason beside all others`() async throws {
        let service = CaptureService(
            settings(),
            CaptureService.Context(
                hub: hub, store: try Store(), version: "1", now: { instant(7) }, requirement: { OSNMARequirement() },
                active: { "rover" }, alert: { _ in }, logger: Logger(label: "test")))
        #expect(codes(try await service.captureCheck(of: nil, by: nil)) == ["no_fix", "storage_full"])
        for observation in still { hub.publish([observation]) }
        #expect(codes(try await service.captureCheck(of: nil, by: nil)) == ["storage_full"])
    }

    @Test func `after the machine slept, an old position does not seem new`() async throws {
        let asleep = Mutex<Int64>(0)
        var context = CaptureService.Context(
            hub: hub, store: try folder.store(), version: "1", now: { instant(7) }, requirement: { OSNMARequirement() },
            active: { "rover" }, alert: { _ in }, logger: Logger(label: "test"))
        context.sleep = SleepWatch { asleep.withLock { $0 } }
        let service = CaptureService(settings(), context)
        for observation in still { hub.publish([observation]) }
        #expect(codes(try await service.captureCheck(of: nil, by: nil)) == [])
        asleep.withLock { $0 = 3600 * 1_000_000_000 }
        // What was on its way is as old.
        for observation in still { hub.publish([observation]) }
        #expect(
            try await service.captureCheck(of: nil, by: nil).reasons.map(\.message.code) == ["capture.nothing_arrived"])
        for observation in still { hub.publish([observation]) }
        #expect(codes(try await service.captureCheck(of: nil, by: nil)) == [])
    }

    @Test func `a person and the direction of the camera can be required`() async throws {
        let context = CaptureService.Context(
            hub: hub, store: try folder.store(), version: "1", now: { instant(7) }, requirement: { OSNMARequirement() },
            active: { "rover" }, alert: { _ in }, logger: Logger(label: "test"))
        let service = CaptureService(settings { ($0.needsUser, $0.needsHeading) = (true, true) }, context)
        for observation in still { hub.publish([observation]) }
        func reasons(_ user: ControlUser, _ camera: CameraReport? = nil) async -> [String] {
            do {
                let request = CaptureRequest(countdown: 60, camera: camera)
                let report = try await service.startCapture(request, by: user)
                try await service.removeCapture(report.id, by: user)
                return []
            } catch {
                return (error as? CaptureRefusal)?.reasons.map(\.code.code) ?? ["\(error)"]
            }
        }
        let (ann, nobody) = (ControlUser(name: "ann", isAdmin: false), ControlUser(name: nil, isAdmin: true))
        var camera = CameraReport()
        (camera.heading, camera.reference) = (90, .magneticNorth)
        #expect(await reasons(nobody) == ["no_heading", "not_signed_in"])
        #expect(await reasons(nobody, camera) == ["not_signed_in"])
        #expect(await reasons(ann) == ["no_heading"])
        #expect(await reasons(ann, camera) == [])
        #expect(codes(try await service.captureCheck(of: nil, by: nobody)) == ["not_signed_in"])
        #expect(codes(try await service.captureCheck(of: nil, by: nil)) == [])
        // What such a check leaves out, each client decides for itself.
        func left(by user: ControlUser?) async throws -> [String] {
            try await service.captureCheck(of: nil, by: user).clientReasons.map(\.code.code)
        }
        #expect(try await left(by: nil) == ["no_heading", "not_signed_in"])
        #expect(try await left(by: nobody) == ["no_heading"])
        // A receiver with two antennas knows the direction.
        var attitude = Attitude()
        attitude.heading = Angle(degrees: 12)
        hub.publish([Observation(source: rover, sequence: 0, hostTime: instant(7), payload: .attitude(attitude))])
        #expect(await reasons(ann) == [])
        #expect(try await left(by: ann) == [])
    }

    @Test func `the heading of a receiver counts only near its newest position`() async throws {
        func heading(_ second: Double, time: Int64? = nil, plan: UInt32 = 0) -> Observation {
            var attitude = Attitude()
            attitude.magneticHeading = Angle(degrees: 12)
            if let time { attitude.time = UTCTime(nanosecondsSince1970: time * 1_000_000_000) }
            return Observation(
                source: rover, sequence: 0, hostTime: instant(second), payload: .attitude(attitude),
                origin: ObservationOrigin(plan: plan))
        }
        func driver(_ driver: DriverState) -> Observation {
            Observation(
                source: rover, sequence: 0, hostTime: instant(7),
                payload: .driverState(DriverStateReport(driver, reason: "a test")))
        }
        func left(_ observations: [Observation], at second: Double = 7) async throws -> [String] {
            try await check(observations, at: second, settings { $0.needsHeading = true }).clientReasons
                .map(\.code.code)
        }
        #expect(try await left(still) == ["no_heading"])
        for second in [5.0, 7] { #expect(try await left(still + [heading(second)]) == []) }
        // A receiver that no longer knows its heading says nothing more about it.
        #expect(try await left(still + [heading(4.9)]) == ["no_heading"])
        #expect(try await left(still + [heading(10)], at: 10) == [])
        // By the receiver's own times, if it states them.
        let timed = epoch(7) { $0.time = UTCTime(nanosecondsSince1970: 1_790_000_007_000_000_000) }
        #expect(try await left(still + [timed, heading(7, time: 1_790_000_005)]) == [])
        #expect(try await left(still + [timed, heading(7, time: 1_790_000_004)]) == ["no_heading"])
        // Another receiver, or one that the driver has lost meanwhile.
        #expect(try await left(still + [heading(7, plan: 2)]) == ["no_heading"])
        #expect(try await left(still + [heading(7), driver(.degraded)]) == [])
        #expect(try await left(still + [heading(7), driver(.lost)]) == ["no_heading"])
        #expect(try await left(still + [heading(7), driver(.lost), driver(.running), epoch(7), heading(7)]) == [])
    }

    @Test func `it listens only while photos are enabled, and knows its receivers`() async throws {
        let service = CaptureService(
            CapturePreferences(),
            CaptureService.Context(
                hub: hub, store: try folder.store(), version: "1", now: { instant(7) },
                requirement: { OSNMARequirement() }, active: { "rover" }, alert: { _ in }, logger: Logger(label: "test")
            ))
        service.connect { [.init(id: "rover", driver: "test", device: nil)] }
        func ears() -> Int { hub.status.consumers.count { $0.name == "captures" } }
        let running = Task { await service.run() }
        #expect(ears() == 0)
        service.apply(settings())
        service.apply(settings { $0.maximumAge = 3 })
        #expect(ears() == 1)
        // More epochs than it keeps, of more receivers than there are.
        for second in stride(from: 0, to: 7, by: 0.01) { hub.publish([epoch(second)]) }
        for number in 0..<200 {
            hub.publish([
                Observation(
                    source: SourceID(rawValue: "r\(number)"), sequence: 0, hostTime: instant(1),
                    payload: epoch(1).payload)
            ])
        }
        #expect(try await service.captureCheck(of: "rover", by: nil).fixes == FixWindow.limit)
        await #expect(throws: ControlError.self) { try await service.captureCheck(of: "other", by: nil) }
        service.apply(CapturePreferences())
        #expect(ears() == 0)
        #expect(codes(try await service.captureCheck(of: "rover", by: nil)) == ["disabled"])
        running.cancel()
        await running.value
    }

    @Test func `another receiver under the same name begins again`() async throws {
        var other = epoch(7)
        other.origin.plan = 2
        #expect(codes(try await check(still + [other])) == ["low_rate"])
        // So does a clock that goes back.
        #expect(try await check(still + [epoch(3)]).fixes == 1)
    }
}
