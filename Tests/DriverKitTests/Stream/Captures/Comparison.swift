// SPDX-License-Identifier: Apache-2.0

import DriverKit
import GNSSTypes

/// Our epochs of a recording beside those of gpsd.
struct Comparison {
    /// A value in which they differ, or which only gpsd has.
    struct Difference: CustomStringConvertible {
        var file: String
        var epoch: Int
        var time: String
        var field: String
        var ours: String
        var theirs: String

        var description: String { "\(file) #\(epoch) \(time) \(field): ours \(ours), gpsd's \(theirs)" }
    }

    let file: String
    let ours: [DecodedEpoch]
    let theirs: [ExpectedEpoch]
    private(set) var differences: [Difference] = []
    /// Fields that gpsd has, and how many of them we have: by name.
    private(set) var coverage: [String: (theirs: Int, ours: Int)] = [:]

    init(_ capture: Capture) {
        file = capture.name
        ours = decode(capture.bytes).filter { $0.fix != nil }
        theirs = ExpectedEpoch.epochs(of: capture.expectations)
        compare()
    }

    private mutating func compare() {
        var next = 0
        for (index, expected) in theirs.enumerated() {
            guard let time = expected.time else {
                compareUntimed(expected, index)
                continue
            }
            guard let match = self.match(time, from: next) else {
                differ(index, expected, "time", "none", expected.report.time ?? "")
                continue
            }
            next = match
            compare(ours[match], expected, index)
        }
    }

    /// Our epoch of an instant: at the very time, or within the 10 ms by which receivers round differently.
    private func match(_ time: UTCTime, from start: Int) -> Int? {
        for tolerance: Int64 in [0, 10_000_000] {
            let candidates = ours.indices.filter { index in
                guard let own = ours[index].fix?.time else { return false }
                return abs(own.nanosecondsSince1970 - time.nanosecondsSince1970) <= tolerance
            }
            if let match = candidates.first(where: { $0 >= start }) ?? candidates.last { return match }
        }
        return nil
    }

    private mutating func compareUntimed(_ expected: ExpectedEpoch, _ index: Int) {
        let fixes = ours.compactMap(\.fix)
        for report in expected.all {
            let isOurs = fixes.contains { fix in
                guard report.mode ?? 0 >= 2, let lat = report.lat, let lon = report.lon else {
                    return fix.kind == .none
                }
                guard let position = fix.position else { return false }
                return abs(position.latitude.degrees - lat) <= 1e-8 && abs(position.longitude.degrees - lon) <= 1e-8
            }
            if !isOurs { differ(index, expected, "untimed", "none", "\(report.mode ?? 0) \(report.lat ?? 0)") }
        }
    }

    private mutating func compare(_ epoch: DecodedEpoch, _ expected: ExpectedEpoch, _ index: Int) {
        guard let fix = epoch.fix else { return }
        let report = expected.report
        let mode = max(1, report.mode ?? 1)
        if Int(fix.kind.rawValue) != mode { differ(index, expected, "mode", "\(fix.kind.rawValue)", "\(mode)") }
        let values: [(String, Double?, Double?, Double)] = [
            ("lat", fix.position?.latitude.degrees, report.lat, 1e-8),
            ("lon", fix.position?.longitude.degrees, report.lon, 1e-8),
            ("altMSL", fix.height.orthometric?.metres, report.altMSL, 1.001e-3),
            ("altHAE", fix.height.ellipsoidal?.metres, report.altHAE, 1.001e-3),
            ("speed", fix.speed?.metresPerSecond, report.speed, 1.001e-3),
            ("track", fix.course?.degrees, report.track, 1.001e-3),
            ("velN", fix.velocity?.north.metresPerSecond, report.velN, 1.001e-3),
            ("velE", fix.velocity?.east.metresPerSecond, report.velE, 1.001e-3),
            ("velD", fix.velocity.map { -$0.up.metresPerSecond }, report.velD, 1.001e-3),
            ("dgpsAge", fix.corrections?.age, report.dgpsAge, 0.1),
            ("dgpsSta", fix.corrections?.station.map { Double($0) }, report.dgpsSta.map { Double($0) }, 0),
            ("geoidSep", fix.height.geoidSeparation?.metres, report.geoidSep, 12),
            ("status", Double(fix.quality.gpsdStatus), report.status.map { Double($0) }, 0),
        ]
        for (name, ours, theirs, tolerance) in values {
            guard let theirs else { continue }
            cover(name, ours != nil)
            guard let ours else {
                differ(index, expected, name, "none", "\(theirs)")
                continue
            }
            if abs(ours - theirs) > tolerance { differ(index, expected, name, "\(ours)", "\(theirs)") }
        }
        if let datum = report.datum {
            cover("datum", fix.datum != nil)
            if fix.datum != datum { differ(index, expected, "datum", fix.datum ?? "none", datum) }
        }
        compareUsed(epoch, expected, index)
    }

    private mutating func compareUsed(_ epoch: DecodedEpoch, _ expected: ExpectedEpoch, _ index: Int) {
        guard let view = epoch.skyView, view.sources.contains(where: { $0.hasSuffix("GSV") }) else { return }
        let lists = theirs[max(0, index - 1)...min(theirs.count - 1, index + 1)].flatMap(\.used)
        guard !lists.isEmpty else { return }
        let ours = Set(view.satellites.filter(\.isUsed).map { "\($0.id.constellation.rawValue):\($0.id.number)" })
        if lists.contains(where: { Set($0) == ours }) { return }
        let last = lists.max { $0.count < $1.count } ?? []
        differ(
            index, expected, "used", ours.subtracting(last).sorted().joined(separator: " "),
            Set(last).subtracting(ours).sorted().joined(separator: " "))
    }

    private mutating func cover(_ field: String, _ isOurs: Bool) {
        coverage[field, default: (0, 0)].theirs += 1
        if isOurs { coverage[field, default: (0, 0)].ours += 1 }
    }

    private mutating func differ(
        _ index: Int, _ epoch: ExpectedEpoch, _ field: String, _ ours: String, _ theirs: String
    ) {
        differences.append(
            Difference(
                file: file, epoch: index, time: epoch.report.time ?? "-", field: field, ours: ours, theirs: theirs))
    }
}

extension FixQuality {
    /// The number that gpsd has for it.
    var gpsdStatus: Int {
        switch self {
        case .invalid: 0
        case .autonomous: 1
        case .differential, .precise: 2
        case .rtkFixed: 3
        case .rtkFloat: 4
        case .deadReckoning: 5
        case .combinedDeadReckoning: 6
        case .manual: 7
        case .simulated: 8
        }
    }
}
