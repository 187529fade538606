// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import MessageTexts
import Testing

@testable import Centroid

@Suite struct SessionTests {
    private let field: Field

    init() throws { field = try Field() }

    @Test func `it collects as many as are wanted and takes no more`() throws {
        var session = CentroidSession(CentroidSettings(samples: 3))
        for second in 0..<3 {
            #expect(session.state == .collecting)
            let outcome = session.take(try field.sample(0, Double(second) * 0.1, second: second))
            #expect(outcome == .accepted)
        }
        #expect(session.state == .finished(CodedText(CentroidText.samples, ["count": .count(3)])))
        let late = session.take(try field.sample(0, 0, second: 4))
        #expect(late == .ignored && session.samples.count == 3)
        #expect(session.progress.estimate?.count == 3 && session.progress.duration == 2)
    }

    @Test func `a sliding one keeps the newest`() throws {
        var settings = CentroidSettings(samples: 5)
        settings.continuation = .slide
        var session = CentroidSession(settings)
        for second in 0..<12 { _ = session.take(try field.sample(0, 0.01 * Double(second), second: second)) }
        #expect(session.state == .ready && session.samples.count == 5 && session.accepted == 12)
        #expect(session.samples.first?.arrival == 7_000_000_000)
    }

    @Test func `an epoch counts once, however still the receiver stands`() throws {
        var session = CentroidSession(CentroidSettings(samples: 5))
        let first = session.take(try field.sample(1, 1, second: 0))
        let again = session.take(try field.sample(1, 1, second: 0))
        let earlier = session.take(try field.sample(1, 1, second: -1))
        let equal = session.take(try field.sample(1, 1, second: 1))
        #expect(first == .accepted && equal == .accepted)
        #expect(again == .rejected(.sameEpoch) && earlier == .rejected(.sameEpoch))
        #expect(session.rejected == [.sameEpoch: 2])
    }

    @Test(arguments: [Int64.min, .min / 2, -1, 0, 1, .max / 2 + 1, .max])
    func `no time that a sample can state traps`(first: Int64) throws {
        for second in [Int64.min, .min / 2, -1, 0, 1, .max / 2 + 1, .max] {
            var session = CentroidSession(CentroidSettings(samples: 50))
            for (index, time) in [first, second, first].enumerated() {
                var sample = try field.sample(0, Double(index) * 0.1, second: index)
                (sample.time, sample.arrival) = (UTCTime(nanosecondsSince1970: time), time)
                if index == 2 { sample.time = nil }
                if case .reset(let reason, _) = session.take(sample) { #expect(!reason.message.text.isEmpty) }
                #expect(session.progress.duration.isFinite)
            }
        }
    }

    @Test func `each limit rejects what it is for, and what does not say`() throws {
        var good = try field.sample(0, 0, second: 0)
        (good.hdop, good.satellitesUsed, good.meanCN0, good.accuracy) = (0.9, 12, 42, 1.5)
        good.isAuthenticated = true
        func rejection(_ change: (inout CentroidSample) -> Void, _ limit: (inout CentroidFilter) -> Void)
            -> CentroidRejection?
        {
            var (sample, filter) = (good, CentroidFilter())
            limit(&filter)
            let whole = filter.rejection(of: good)
            #expect(whole == nil)
            change(&sample)
            return filter.rejection(of: sample)
        }
        #expect(rejection({ $0.hdop = 1.01 }, { $0.maximumHDOP = 1 }) == .dilution)
        #expect(rejection({ $0.hdop = nil }, { $0.maximumHDOP = 1 }) == .dilution)
        #expect(rejection({ $0.satellitesUsed = 6 }, { $0.minimumSatellites = 7 }) == .satellites)
        #expect(rejection({ $0.meanCN0 = 30.9 }, { $0.minimumCN0 = 31 }) == .signal)
        #expect(rejection({ $0.kind = .twoDimensional }, { $0.minimumKind = .threeDimensional }) == .fixKind)
        #expect(rejection({ $0.accuracy = 2.1 }, { $0.maximumAccuracy = 2 }) == .accuracy)
        #expect(rejection({ $0.isAuthenticated = nil }, { $0.requiresAuthentication = true }) == .unauthenticated)
        #expect(rejection({ $0.quality = .deadReckoning }, { _ in }) == .notMeasured)
        #expect(rejection({ $0.quality = .simulated }, { _ in }) == .notMeasured)
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 50), longitude: Angle(degrees: 8))
        fix.datum = "W84"
        #expect(CentroidSample(fix, arrival: 0) != nil)
        fix.datum = "999"
        #expect(CentroidSample(fix, arrival: 0) == nil)
    }

    @Test func `a gap, a lost fix and other settings begin anew, with the reason`() throws {
        var session = CentroidSession(CentroidSettings(samples: 20))
        for second in 0..<4 { _ = session.take(try field.sample(0, 0, second: second)) }
        let gap = session.take(try field.sample(0, 0, second: 10))
        #expect(gap == .reset(.gap(seconds: 7), isAccepted: true) && session.samples.count == 1)
        #expect(session.lastReset.message.text == "no sample for 7 s")
        let back = session.take(try field.sample(0, 0, second: 3))
        #expect(back == .reset(.gap(seconds: -7), isAccepted: true))
        #expect(session.lastReset.message.text == "the receiver's clock stepped back by 7 s")
        let lost = session.take(nil)
        #expect(lost == .reset(.fixLost, isAccepted: false) && session.samples.isEmpty)
        let still = session.take(nil)
        #expect(still == .rejected(.noFix))
        _ = session.take(try field.sample(0, 0, second: 11))
        let isChanged = session.apply(CentroidSettings(samples: 10))
        #expect(isChanged && session.samples.isEmpty && session.lastReset == .settings && session.resets == 4)
        let isSame = session.apply(CentroidSettings(samples: 10))
        #expect(!isSame)
    }

    @Test func `settings stay within what is allowed`() {
        #expect(CentroidSettings(samples: 0).samples == 1)
        #expect(CentroidSettings(samples: .max).samples == 10_000)
    }

    @Test func `a standard error that is small enough ends it before the number`() throws {
        var session = CentroidSession(CentroidSettings(samples: 500), rules: [StandardErrorRule(0.2)])
        var noise = Noise(seed: 4)
        for second in 0..<500 where session.state == .collecting {
            _ = session.take(try field.sample(noise.normal(), noise.normal(), second: second))
        }
        guard case .finished(let why) = session.state else {
            Issue.record("\(session.state)")
            return
        }
        #expect(why.text.hasPrefix("the standard error is 1") && why.text.hasSuffix(" mm (at most 200.0 mm required)"))
        #expect(why.code == "centroid.finished.standard_error" && (20..<200).contains(session.samples.count))
        #expect(session.progress.estimate?.standardError?.metres ?? 1 <= 0.2)
    }

    @Test(arguments: 1...40) func `standing still with 3 m of noise is not moving`(_ seed: UInt64) throws {
        var session = CentroidSession(CentroidSettings(samples: 300))
        var noise = Noise(seed: seed)
        for second in 0..<300 {
            _ = session.take(try field.sample(3 * noise.normal(), 3 * noise.normal(), second: second))
        }
        #expect(session.resets == 0, "\(session.lastReset)")
    }

    @Test(arguments: [(0.1, 0), (1.0, 0), (0.1, 10), (0.5, 10)])
    func `walking begins anew, even if no speed is stated`(_ scatter: Double, _ start: Int) throws {
        for seed: UInt64 in 1...20 {
            var session = CentroidSession(CentroidSettings(samples: 20))
            var noise = Noise(seed: seed)
            for second in 0..<30 {
                let way = 1.4 * Double(max(0, second - start))
                _ = session.take(
                    try field.sample(way + scatter * noise.normal(), scatter * noise.normal(), second: second))
            }
            #expect(session.resets > 0 && session.lastReset.code == "moving", "seed \(seed): \(session.state)")
        }
    }

    @Test func `a receiver that says that it moves is believed`() throws {
        var session = CentroidSession(CentroidSettings(samples: 20))
        for second in 0..<6 {
            var sample = try field.sample(0, 0, second: second)
            sample.speed = Speed(metresPerSecond: second < 3 ? 0.1 : 1.2)
            _ = session.take(sample)
        }
        #expect(session.lastReset.code == "moving" && session.samples.count == 1)
    }
}
