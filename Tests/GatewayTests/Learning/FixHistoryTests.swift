// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import Testing

@testable import Gateway

struct FixHistoryTests {
    private func time(_ second: Int64) -> HostTime {
        HostTime(monotonicNanoseconds: second * 1_000_000_000, wallNanoseconds: second * 1_000_000_000)
    }

    private func fix(_ source: String, latitude: Double?, satellites: Int? = nil) -> Observation {
        var fix = Fix(kind: latitude == nil ? .none : .threeDimensional, quality: .autonomous)
        fix.position = latitude.flatMap {
            GeodeticPosition(latitude: Angle(degrees: $0), longitude: Angle(degrees: 7))
        }
        fix.satellitesUsed = satellites
        return Observation(
            source: SourceID(rawValue: source), sequence: 1, hostTime: time(0), payload: .fix(fix))
    }

    @Test func `of each step the last epoch is shown, and nothing in gaps`() {
        let history = FixHistory()
        for second: Int64 in 1...10 where second != 5 && second != 6 {
            history.take([fix("a", latitude: Double(second), satellites: 300)], at: time(second))
        }
        let report = history.report(of: "a", seconds: 10, points: 5, now: time(10))
        #expect(report.step == 2 && report.start == Timestamp(milliseconds: 1000))
        #expect(report.latitude == [2, 4, nil, 8, 10])
        #expect(report.satellitesUsed == [254, 254, nil, 254, 254])
        #expect(report.horizontalAccuracy == [nil, nil, nil, nil, nil])
    }

    @Test func `an epoch without a position is no position`() {
        let history = FixHistory()
        history.take([fix("a", latitude: 50)], at: time(1))
        history.take([fix("a", latitude: nil, satellites: 2)], at: time(2))
        let report = history.report(of: "a", seconds: 2, points: 2, now: time(2))
        #expect(report.latitude == [50, nil] && report.satellitesUsed == [nil, 2])
    }

    @Test func `an hour is kept, however long it runs and however fast epochs come`() {
        let history = FixHistory()
        for second: Int64 in 0..<8000 {
            for _ in 0..<3 { history.take([fix("a", latitude: Double(second % 90))], at: time(second)) }
        }
        let report = history.report(of: "a", seconds: 3600, points: 3600, now: time(7999))
        #expect(report.latitude.count == 3600 && report.latitude.allSatisfy { $0 != nil })
        #expect(report.latitude.last == Double(7999 % 90))
        #expect(history.report(of: "a", seconds: 3600, points: 7, now: time(7999)).latitude.count == 7)
    }

    @Test func `a clock that is set back begins anew, and receivers come and go without a limit on memory`() {
        let history = FixHistory()
        for second: Int64 in 1000...1010 { history.take([fix("a", latitude: 1)], at: time(second)) }
        history.take([fix("a", latitude: 2)], at: time(5))
        #expect(history.report(of: "a", seconds: 10, points: 10, now: time(5)).latitude.compactMap(\.self) == [2])
        for number: Int64 in 0..<100 { history.take([fix("r\(number)", latitude: 3)], at: time(10 + number)) }
        #expect(history.report(of: "a", seconds: 3600, points: 10, now: time(110)).latitude.allSatisfy { $0 == nil })
        #expect(history.report(of: "r99", seconds: 10, points: 10, now: time(110)).latitude.contains(3))
        #expect(history.report(of: nil, seconds: 10, points: 10, now: time(110)).latitude.count == 10)
    }
}
