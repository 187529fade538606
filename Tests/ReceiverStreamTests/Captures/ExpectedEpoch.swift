// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// All reports that gpsd gave of one instant, merged: it prints several an epoch, of which the last says most.
struct ExpectedEpoch {
    var time: UTCTime?
    var report: ExpectedReport
    /// Lists of used satellites that came with or beside its reports.
    var used: [[String]] = []
    /// The last dilutions of precision and count of satellites.
    var sky = ExpectedReport(class: "SKY")
    /// The positions of all its reports, where there is no time.
    var all: [ExpectedReport] = []

    /// Whether gpsd prints a position and then, still without a time, that there is none.
    func takesBack(_ index: Int) -> Bool {
        all[index].lat != nil && all[index...].contains { $0.lat == nil }
    }

    /// The instants of a recording in their order; what has no time between two that have one is one of them.
    static func epochs(of reports: [ExpectedReport]) -> [ExpectedEpoch] {
        var epochs: [ExpectedEpoch] = []
        var skies: [[String]] = []
        var sky = ExpectedReport(class: "SKY")
        for report in reports {
            if report.class == "SKY" {
                if let used = report.used { skies.append(used) }
                sky = report
            }
            // Mode 0 says nothing of a fix; a mode without a position says something of a part of one.
            guard report.class == "TPV", let mode = report.mode, mode == 1 || report.lat != nil else { continue }
            let time = report.time.flatMap { UTCTime(iso: $0) }
            let recent = epochs.indices.suffix(4).last { epochs[$0].time == time }
            if let index = recent, time != nil || index == epochs.count - 1 {
                epochs[index].report = epochs[index].report.followed(by: report)
                epochs[index].all.append(report)
            } else {
                epochs.append(ExpectedEpoch(time: time, report: report, all: [report]))
            }
            epochs[epochs.count - 1].used += skies
            epochs[epochs.count - 1].sky = sky
            skies = []
        }
        if !epochs.isEmpty { epochs[epochs.count - 1].used += skies }
        return epochs
    }
}

extension ExpectedReport {
    /// This report with what a later one of the same instant says.
    func followed(by later: ExpectedReport) -> ExpectedReport {
        // A report that takes the position back takes all back.
        guard later.mode ?? 0 >= 2 else { return later }
        var merged = later
        merged.lat = later.lat ?? lat
        merged.lon = later.lon ?? lon
        merged.altHAE = later.altHAE ?? altHAE
        merged.altMSL = later.altMSL ?? altMSL
        merged.geoidSep = later.geoidSep ?? geoidSep
        merged.speed = later.speed ?? speed
        merged.track = later.track ?? track
        merged.datum = later.datum ?? datum
        merged.dgpsAge = later.dgpsAge ?? dgpsAge
        merged.dgpsSta = later.dgpsSta ?? dgpsSta
        merged.velN = later.velN ?? velN
        merged.velE = later.velE ?? velE
        merged.velD = later.velD ?? velD
        return merged
    }
}
