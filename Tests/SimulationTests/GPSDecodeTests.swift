// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Simulation
import Testing

/// The bytes as a program that is not ours reads them: `gpsdecode` of the gpsd project.
@Suite struct GPSDecodeTests {
    private static func text(_ time: UTCTime) -> String {
        let (year, month, day) = time.date.components
        let seconds = Int(time.timeOfDay.nanoseconds / 1_000_000_000)
        return String(
            format: "%04d-%02d-%02dT%02d:%02d:%02d.000Z", year, month, day, seconds / 3600, seconds / 60 % 60,
            seconds % 60)
    }

    @Test(.enabled(if: GPSDecode.isInstalled, "no gpsdecode here"))
    func `gpsdecode reads the drive as it was`() throws {
        let epochs = drive(300, from: utc(2026, 12, 31, 23, 57))
        let truths = Dictionary(uniqueKeysWithValues: epochs.map { (Self.text($0.time), $0.truth) })
        let reports = try GPSDecode.reports(epochs.flatMap(\.bytes))
        var kinds: Set<FixKind> = []
        var seen: [String: Int] = [:]
        for report in reports where report.class == "TPV" {
            guard let time = report.time else { continue }
            let truth = try #require(truths[time], "\(time)")
            seen[time, default: 0] += 1
            if truth.fixKind == .twoDimensional {
                // gpsd guesses three dimensions at the GLL that follows; it has no height then.
                #expect([2, 3].contains(report.mode) && report.altMSL == nil, "\(time)")
            } else {
                #expect(report.mode == Int(truth.fixKind.rawValue), "\(time)")
                #expect((report.altMSL != nil) == (truth.fixKind == .threeDimensional), "\(time)")
            }
            kinds.insert(truth.fixKind)
            guard truth.fixKind != .none else { continue }
            try Self.compare(report, truth)
        }
        #expect(kinds == Set(FixKind.allCases))
        #expect(seen.count >= 297, "\(seen.count)")
        #expect((reports.compactMap(\.uSat).max() ?? 0) >= 12)
    }

    private static func compare(_ report: GPSDecode.Report, _ truth: EpochTruth) throws {
        let real = try #require(truth.vehicle.position)
        let position = try #require(report.position)
        // Five times the dilution times the error of a range.
        let bound = 5 * 1.2 * (truth.sky.dop.hdop ?? 0) + 0.02
        #expect(distance(real, position) < bound)
        let speed = try #require(truth.vehicle.speed?.metresPerSecond)
        if let stated = report.speed { #expect(abs(stated - speed) < 0.3) }
        if let height = report.altMSL, truth.fixKind == .threeDimensional {
            let real = try #require(truth.vehicle.height.orthometric?.metres)
            #expect(abs(height - real) < 5 * 1.2 * (truth.sky.dop.vdop ?? 0) + 0.06)
        }
    }
}
