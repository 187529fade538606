// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMAFiles
import OSNMASimulation

/// What our engine says of pages.
struct Judgement {
    /// Verified tags of data, by ADKD.
    private(set) var tags: [ADKD: Int] = [:]
    private(set) var dummies = 0
    private(set) var failures: [TagVerdict] = []
    /// Satellite, group and hash of each set that was authenticated.
    private(set) var sets: Set<String> = []
    /// Subframes whose tags were verified.
    private(set) var subframes: Set<Int> = []
    private(set) var anomalies: [SatelliteAnomaly: Int] = [:]
    /// All but tags, keys and anomalies.
    private(set) var events: [OSNMAEvent] = []
    private(set) var engine: OSNMAEngine

    init(_ anchors: TrustAnchors, _ configuration: OSNMAConfiguration = .recording(.all)) {
        engine = OSNMAEngine(configuration: configuration, anchors: anchors)
    }

    init(_ files: [TrustAnchorFile], _ configuration: OSNMAConfiguration = .recording(.all)) {
        self.init(Self.anchors(files), configuration)
    }

    /// What files of trust hold, read as the program does.
    static func anchors(_ files: [TrustAnchorFile]) -> TrustAnchors {
        TrustAnchors(TrustFile.entries(of: files.map { TrustFile(xml: $0.content) }))
    }

    /// A page of 30 bytes.
    mutating func take(_ satellite: Int, _ start: GST, _ page: [UInt8], time: TrustedTime? = nil) {
        guard let id = SatelliteID(.galileo, satellite) else { return }
        for event in engine.process(satellite: id, band: .e1b, start: start, bits: page.span, time: time) {
            note(event)
        }
    }

    mutating func finish() { for event in engine.finish() { note(event) } }

    private mutating func note(_ event: OSNMAEvent) {
        switch event {
        case .authenticated(let data, let verdict, _, _, _):
            tags[verdict.adkd, default: 0] += 1
            sets.insert("\(verdict.satellite) \(data.group) \(data.fingerprint)")
            subframes.insert(verdict.time.secondsSinceEpoch / 30)
        case .dummyVerified: dummies += 1
        case .tagFailed(let verdict): failures.append(verdict)
        case .anomaly(_, let anomaly, _): anomalies[anomaly, default: 0] += 1
        case .keyVerified: break
        default: events.append(event)
        }
    }

    /// The headers that were proved, one after the other.
    var headers: [UInt8] {
        events.compactMap { if case .statusChanged(let header, _) = $0 { header.byte } else { nil } }
    }

    /// An event happened for which this holds.
    func happened(_ test: (OSNMAEvent) -> Bool) -> Bool { events.contains(where: test) }
}

/// Navigation data that are easy to tell apart: a new issue every ten minutes.
struct PlainSource: INAVSource {
    /// By so much the satellites' clocks are wrong: what a forger changes.
    var bias = 0

    func content(satellite: Int, subframe: GST) -> INAVContent? {
        let issue = subframe.secondsSinceEpoch / 600
        var content = INAVContent()
        content.iodNav = issue % 1024
        content.t0e = issue * 10 % 10_080
        content.t0c = content.t0e
        content.m0 = satellite * 59_652_323 - 1_000_000_000 + issue
        content.e = 1_500_000
        content.sqrtA = 2_852_457_000
        content.omega0 = satellite / 8 * 715_827_882
        content.i0 = 668_106_024
        content.omega = -satellite * 1000
        content.omegaDot = -22_500
        content.crs = -30 + satellite
        content.af0 = satellite * 7 + bias
        content.af1 = -3
        content.ai0 = 200
        content.a1G = -5
        return content
    }
}

enum Moment {
    /// Thursday, 12:00 GST, of week 1300.
    static let noon = instant(1300, 4 * 86_400 + 43_200)

    static func instant(_ week: Int, _ tow: Int) -> GST {
        guard let time = GST(week: week, tow: tow) else { preconditionFailure("no such instant") }
        return time
    }
}

extension GST {
    /// So many seconds later.
    static func + (time: GST, seconds: Int) -> GST { Moment.instant(0, 0).moved(time.secondsSinceEpoch + seconds) }

    private func moved(_ seconds: Int) -> GST { advanced(by: seconds) ?? self }
}

extension OSNMASignal {
    /// The judgement on all pages of some satellites in a time.
    mutating func judged(
        by judgement: Judgement, satellites: [Int]? = nil, from: GST? = nil, seconds: Int? = nil
    ) -> Judgement {
        var judgement = judgement
        let begin = from ?? scenario.start
        for second in stride(from: 1, to: seconds ?? scenario.duration, by: 2) {
            let time = begin + second
            for satellite in satellites ?? scenario.satellites + scenario.silentSatellites {
                guard let page = page(satellite: satellite, at: time) else { continue }
                judgement.take(satellite, time, page)
            }
        }
        judgement.finish()
        return judgement
    }
}
