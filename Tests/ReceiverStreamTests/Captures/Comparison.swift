// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import ReceiverStream

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
        /// What our epoch was joined from.
        var sources: [String] = []
        /// Whether gpsd printed a position of the same instant before it printed that there is none.
        var wasTakenBack = false
        /// Whether gpsd's last report of the instant lacks what the receiver stated of its height, or the receiver
        /// stated none.
        var hasNoHeight = false
        /// Whether the receiver stated two dimensions, or less than four satellites, at that instant.
        var isStatedFlat = false
        /// Whether the receiver stated that its solution is not within its own limits (gnssFixOK of UBX).
        var isStatedUnfit = false
        /// Whether the recording holds UBX.
        var isUBX = false
        /// Whether the recording has just begun or holds damaged sentences.
        var isUnsettled = false

        func isWithin(_ tolerance: Double) -> Bool {
            guard let ours = Double(ours), let theirs = Double(theirs) else { return false }
            return abs(ours - theirs) <= tolerance
        }

        var description: String { "\(file) #\(epoch) \(time) \(field): ours \(ours), gpsd's \(theirs)" }
    }

    let file: String
    let ours: [DecodedEpoch]
    let theirs: [ExpectedEpoch]
    private let stated: RawStatements
    private let isDamaged: Bool
    private let isUBX: Bool
    private(set) var differences: [Difference] = []
    /// Fields that gpsd has, and how many of them we have: by name.
    private(set) var coverage: [String: (theirs: Int, ours: Int)] = [:]

    init(_ capture: Capture) {
        file = capture.name
        ours = decode(capture.bytes).filter { $0.fix != nil }
        theirs = ExpectedEpoch.epochs(of: capture.expectations)
        stated = RawStatements(capture.bytes)
        isDamaged = capture.manifest.nmeaBad > 0
        isUBX = capture.manifest.ubx > 0
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
        for (order, report) in expected.all.enumerated() {
            let isOurs = fixes.contains { fix in
                guard let lat = report.lat, let lon = report.lon else { return fix.kind == .none }
                guard let position = fix.position else { return false }
                return abs(position.latitude.degrees - lat) <= 5e-6 && abs(position.longitude.degrees - lon) <= 5e-6
            }
            if !isOurs && !expected.takesBack(order) {
                differ(index, expected, "untimed", "none", "\(report.mode ?? 0) \(report.lat ?? 0)")
            }
        }
    }

    private mutating func compare(_ epoch: DecodedEpoch, _ expected: ExpectedEpoch, _ index: Int) {
        guard let fix = epoch.fix else { return }
        let report = expected.report
        let mode = report.mode ?? 1
        if Int(fix.kind.rawValue) != mode {
            differ(index, expected, "mode", "\(fix.kind.rawValue)", "\(mode)", fix)
        }
        // gpsd printed its last report of this instant before the receiver stated the height: only what it had is
        // compared, and the position to what two sentences of one epoch may differ by.
        let isPartial = report.altMSL == nil && mode >= 2 && fix.height.orthometric != nil
        // The formats' resolution: that of the coarsest sentence, which gpsd may have printed last.
        let resolution = stated.isGGAFiner ? 1.7e-6 : 1e-8
        let isMixed = fix.sources.contains { $0.hasPrefix("UBX") } && fix.sources.contains { $0.hasSuffix("GGA") }
        let height = fix.sources.contains("PGRMZ") ? 0.1524 : isMixed ? 0.101 : 0.001001
        let velocity = fix.sources.contains { Self.coarseVelocities.contains($0) } ? 0.0101 : 1.001e-3
        let values: [(String, Double?, Double?, Double)] = [
            ("lat", fix.position?.latitude.degrees, report.lat, isPartial ? 1e-5 : resolution),
            ("lon", fix.position?.longitude.degrees, report.lon, isPartial ? 1e-5 : resolution),
            ("altMSL", fix.height.orthometric?.metres, report.altMSL, height),
            ("altHAE", fix.height.ellipsoidal?.metres, report.altHAE, height),
            ("speed", fix.speed?.metresPerSecond, report.speed, 1.001e-3),
            ("track", fix.course?.degrees, report.track, 1.001e-3),
            ("velN", fix.velocity?.north.metresPerSecond, report.velN, velocity),
            ("velE", fix.velocity?.east.metresPerSecond, report.velE, velocity),
            ("velD", fix.velocity.map { -$0.up.metresPerSecond }, report.velD, velocity),
            ("dgpsAge", fix.corrections?.age, report.dgpsAge, 0.1),
            ("dgpsSta", fix.corrections?.station.map { Double($0) }, report.dgpsSta.map { Double($0) }, 0),
            ("geoidSep", fix.height.geoidSeparation?.metres, report.geoidSep, 12),
        ]
        for (name, ours, theirs, tolerance) in values {
            guard let theirs else { continue }
            if RawStatements.derivable.contains(name), isPartial || !isStated(name, expected) { continue }
            cover(name, ours != nil)
            guard let ours else {
                differ(index, expected, name, "none", "\(theirs)", fix)
                continue
            }
            if abs(ours - theirs) > tolerance { differ(index, expected, name, "\(ours)", "\(theirs)", fix) }
        }
        for (name, ours, theirs) in [
            ("hdop", fix.dop.hdop, expected.sky.hdop), ("pdop", fix.dop.pdop, expected.sky.pdop),
            ("vdop", fix.dop.vdop, expected.sky.vdop),
        ] where theirs != nil && mode >= 2 && isStated(name, expected) { cover(name, ours != nil) }
        if expected.sky.uSat != nil, mode >= 2, isStated("uSat", expected) { cover("uSat", fix.satellitesUsed != nil) }
        cover("status", fix.quality != .invalid || mode == 1)
        if let datum = report.datum {
            cover("datum", fix.datum != nil)
            if fix.datum != datum { differ(index, expected, "datum", fix.datum ?? "none", datum) }
        }
        compareUsed(epoch, expected, index)
    }

    /// Messages that state velocities in centimetres a second; gpsd prints those of whichever came last.
    private static let coarseVelocities: Set = ["UBX-NAV-VELNED", "UBX-NAV-VELECEF"]

    private func isStated(_ field: String, _ expected: ExpectedEpoch) -> Bool {
        expected.time.map { stated.states(field, at: $0) } ?? false
    }

    private mutating func compareUsed(_ epoch: DecodedEpoch, _ expected: ExpectedEpoch, _ index: Int) {
        guard let view = epoch.skyView, !view.satellites.isEmpty else { return }
        guard view.sources.contains(where: { $0.hasSuffix("GSV") || $0.hasPrefix("UBX") }) else { return }
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
        _ index: Int, _ epoch: ExpectedEpoch, _ field: String, _ ours: String, _ theirs: String, _ fix: Fix? = nil
    ) {
        var difference = Difference(
            file: file, epoch: index, time: epoch.report.time ?? "-", field: field, ours: ours, theirs: theirs)
        difference.sources = fix?.sources ?? []
        difference.wasTakenBack = epoch.all.contains { $0.lat != nil }
        difference.hasNoHeight = epoch.report.altMSL == nil
        difference.isStatedFlat = isStated("2D", epoch)
        difference.isStatedUnfit = isStated("unfit", epoch)
        difference.isUBX = isUBX
        difference.isUnsettled = index <= 1 || isDamaged
        differences.append(difference)
    }
}

extension Comparison.Difference {
    /// The number of the rule that exempts it.
    var exemption: Int? { Exemption.all.firstIndex { $0.covers(self) } }
}
