// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import OSNMA
import OSNMAFiles
import ReceiverFixtures

@testable import OSNMAValidation

let rover = SourceID(rawValue: "rover")

/// The u-blox capture of the test data with its trust material; nil without the data.
struct LiveCapture: Sendable {
    static let folder = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"].map { $0 + "/osnma/ubx" }
    static let isThere = folder.map { FileManager.default.fileExists(atPath: $0) } ?? false

    /// The pages of the first seconds.
    static func pages(_ seconds: Int) throws -> [RecordedPage] {
        let pages = try PageFile(gunzip((folder ?? "") + "/current_config.ubx.gz"), name: "current_config.ubx").pages
        let start = pages.first?.start.secondsSinceEpoch ?? 0
        return pages.filter { $0.start.secondsSinceEpoch < start + seconds }
    }

    static func anchors() throws -> TrustAnchors {
        try TrustFolder(folder ?? "").anchors
    }
}

/// A host time at which a page had come, `delay` seconds after its end, by a clock that is right.
func arrival(_ start: GST, delay: Double = 0.3) -> HostTime {
    let seconds = Double(start.secondsSinceEpoch + 2) + delay
    return HostTime(
        monotonicNanoseconds: Int64(seconds * 1e9),
        wallNanoseconds: Int64(seconds * 1e9) + 935_280_000_000_000_000 - 18_000_000_000)
}

extension RecordedPage {
    /// As a driver publishes it.
    var observed: NavigationPage {
        NavigationPage(
            satellite: satellite, signal: isE5b ? .galileoE5bI : .galileoE1B, message: .inav, bytes: bits,
            bitCount: 240, time: start, timeOrigin: .galileoTime, check: .passed)
    }
}

/// One receiver's validation, fed by hand.
struct Bench {
    var validation: SourceValidation
    var clock: TrustedClock
    private(set) var verdicts: [Authentication] = []
    private(set) var alerts: [Alert] = []
    private var sequence: UInt64 = 0

    init(
        _ configuration: OSNMAValidationConfiguration = OSNMAValidationConfiguration(), isReplay: Bool = false,
        anchors: TrustAnchors = TrustAnchors(), reading: ClockReading? = ClockReading(isSynchronised: true)
    ) {
        validation = SourceValidation(rover, isReplay: isReplay, configuration, TrustStart(anchors: anchors))
        clock = TrustedClock(configuration.timeSource) { reading }
    }

    mutating func take(_ payload: Payload, at time: HostTime) {
        sequence += 1
        clock.update(at: time)
        let trusted = validation.isReplay ? nil : clock.time(of: time, now: time)
        validation.take(
            Observation(source: rover, sequence: sequence, hostTime: time, payload: payload), time: trusted,
            clock: clock.report(trusted, at: time, isReplay: validation.isReplay))
        publish()
    }

    mutating func idle(_ seconds: Int64) {
        let now = validation.now
        clock.update(at: now)
        let trusted = validation.isReplay ? nil : clock.time(of: now, now: now)
        validation.advance(
            idle: seconds * 1_000_000_000, clock: clock.report(trusted, at: now, isReplay: validation.isReplay))
        publish()
    }

    private mutating func publish() {
        for payload in validation.publication() {
            guard case .result(let result) = payload else { continue }
            switch result.value {
            case let verdict as Authentication: verdicts.append(verdict)
            case let alert as Alert: alerts.append(alert)
            default: break
            }
        }
    }

    mutating func take(_ pages: [RecordedPage], delay: Double = 0.3) {
        for page in pages { take(.navigationPage(page.observed), at: arrival(page.start, delay: delay)) }
    }

    var last: Authentication? { verdicts.last }
}

func galileo(_ number: Int) throws -> SatelliteID {
    guard let id = SatelliteID(.galileo, number) else { throw CocoaError(.coderInvalidValue) }
    return id
}
