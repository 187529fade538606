// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Paths
import Testing
import TrackRecording

@Suite("What is recorded of a path") struct PathRecorderTests {
    @Test(
        "1000 s at 10 Hz give a point in each interval, never two of an epoch",
        arguments: [(1, 1000), (7, 143), (60, 17)])
    func intervals(_ seconds: Int, _ expected: Int) throws {
        var bench = try Bench(PathOrder(.interval(seconds: seconds)))
        bench.run(from: 0.1, to: 1000, hertz: 10)
        #expect(abs(bench.points.count - expected) <= 2, "\(bench.points.count)")
        #expect(Set(bench.times).count == bench.points.count)
        #expect(bench.gaps.isEmpty)
        for (a, b) in zip(bench.times, bench.times.dropFirst()) { #expect(b - a >= Double(seconds) - 0.1001) }
    }

    @Test("epochs that come a little early or late, or twice, are one point each") func jitter() throws {
        var bench = try Bench()
        for second in 1...300 {
            let early = second % 2 == 0 ? 0.03 : -0.02
            for _ in 0..<2 { bench.take(bench.drive.fix(at: Double(second) + early)) }
        }
        #expect(bench.points.count == 300)
    }

    @Test("intervals of 0 and 61 s and distances out of range are refused") func ranges() {
        for seconds in [Int.min, -1, 0, 61, Int.max] {
            #expect(throws: PathError.self) { try PathOrder(.interval(seconds: seconds)) }
        }
        for metres in [-1, 0, 0.4, 1000.1, .nan, .infinity] {
            #expect(throws: PathError.self) { try PathOrder(.distance(Length(metres: metres))) }
        }
        #expect(throws: Never.self) { try PathOrder(.interval(seconds: 60)) }
        #expect(throws: Never.self) { try PathOrder(.distance(Length(metres: 0.5))) }
    }

    @Test("by distance a point is taken as soon as the last one is far enough away") func distance() throws {
        var bench = try Bench(PathOrder(.distance(Length(metres: 10))))
        bench.run(from: 1, to: 101, hertz: 10, speed: 1)
        #expect((10...11).contains(bench.points.count), "\(bench.points.count)")
        for index in 102...200 { bench.take(bench.drive.fix(at: Double(index), metresNorth: 101)) }
        #expect((10...11).contains(bench.points.count))
        #expect(bench.gaps.isEmpty)
    }

    @Test("a datum other than WGS 84 is named, and nothing in it is recorded") func datum() throws {
        var recorder = PathRecorder()
        var drive = Drive()
        guard case .fix(var foreign) = drive.fix(at: 0).payload else {
            Issue.record("it is no fix")
            return
        }
        foreign.datum = "OSGB36"
        for observation in [drive.believed(at: 0), drive.observation(.fix(foreign), at: 0)] {
            _ = recorder.take(observation, at: 0)
        }
        try recorder.check(PathOrder(), at: 0)
        recorder.begin(PathOrder())
        #expect(recorder.foreignDatum == "OSGB36")
        let refused = recorder.take(drive.observation(.fix(foreign), at: 1), at: Drive.now(1))
        #expect(refused == nil)
        // An epoch without a position says nothing about the datum.
        _ = recorder.take(drive.fix(at: 2, isValid: false), at: Drive.now(2))
        #expect(recorder.foreignDatum == "OSGB36")
        let recorded = recorder.take(drive.fix(at: 3), at: Drive.now(3))
        #expect(recorded != nil && recorder.foreignDatum == nil)
    }

    @Test("a start without a receiver is refused, by name too; one that is silent is none") func source() throws {
        var recorder = PathRecorder()
        #expect(throws: PathError.noSource(nil)) { try recorder.check(PathOrder(), at: 0) }
        var drive = Drive()
        let (believed, fix) = (drive.believed(at: 0), drive.fix(at: 0))
        _ = recorder.take(believed, at: 0)
        #expect(throws: PathError.noSource(nil)) { try recorder.check(PathOrder(), at: 0) }
        _ = recorder.take(fix, at: 0)
        #expect(throws: Never.self) { try recorder.check(PathOrder(), at: Drive.now(10)) }
        #expect(throws: PathError.noSource(nil)) { try recorder.check(PathOrder(), at: Drive.now(20)) }
        let other = try PathOrder(.byHand, receiver: SourceID(rawValue: "other"))
        #expect(throws: PathError.noSource("other")) { try recorder.check(other, at: 0) }
    }

    @Test("a pause, a loss, a change of the receiver and observations that were lost begin a segment") func segments()
        throws
    {
        var bench = try Bench()
        bench.run(from: 1, to: 5)
        try bench.recorder.pause()
        bench.run(from: 6, to: 9)
        #expect(bench.points.count == 5)
        try bench.recorder.resume()
        bench.run(from: 10, to: 12)
        #expect(bench.gaps == [10])
        // Without a position for eleven seconds; for nine it would be none.
        for second in 13...22 { bench.take(bench.drive.fix(at: Double(second), isValid: false)) }
        bench.run(from: 23, to: 25)
        bench.run(from: 34, to: 35)
        #expect(bench.gaps == [10, 23])
        bench.recorder.noteLoss()
        bench.run(from: 36, to: 37)
        #expect(bench.gaps == [10, 23, 36])
        var other = Drive("base")
        bench.take(other.believed(at: 37.5, "base"))
        bench.run(from: 38, to: 39)
        for second in 38...40 { bench.take(other.fix(at: Double(second))) }
        #expect(bench.gaps == [10, 23, 36, 38])
        #expect(bench.points.suffix(3).allSatisfy { $0.receiver == "base" })
        #expect(Set(bench.times).count == bench.points.count)
    }

    @Test("a pause before the first recorded point is a gap if a point was set by hand meanwhile") func earlyPause()
        throws
    {
        for isSet in [true, false] {
            var bench = try Bench()
            try bench.recorder.pause()
            let place = GeodeticPosition(latitude: Angle(degrees: 1), longitude: Angle(degrees: 1))
            if isSet { bench.recorder.note(last: try PathPoint(#require(place))) }
            try bench.recorder.resume()
            bench.run(from: 10, to: 12)
            #expect(bench.gaps == (isSet ? [10] : []))
        }
    }

    @Test("after a change within the interval no point comes too soon") func soon() throws {
        var bench = try Bench(PathOrder(.interval(seconds: 10)))
        bench.run(from: 1, to: 15)
        try bench.recorder.pause()
        try bench.recorder.resume()
        bench.run(from: 16, to: 40)
        #expect(bench.times == [1, 11, 21, 31])
        #expect(bench.gaps == [21])
    }

    @Test("a named receiver is recorded whoever is believed") func named() throws {
        var bench = try Bench(PathOrder(.interval(seconds: 1), receiver: SourceID(rawValue: "rover")))
        var other = Drive("base")
        bench.run(from: 1, to: 3)
        bench.take(other.believed(at: 3.5, "base"))
        bench.take(other.fix(at: 4))
        bench.run(from: 4, to: 6)
        #expect(bench.points.count == 6 && bench.gaps.isEmpty)
        #expect(bench.points.allSatisfy { $0.receiver == "rover" })
    }

    @Test("a point holds what the receiver and OSNMA said; a verdict that is old says nothing") func content() throws {
        var bench = try Bench()
        bench.run(from: 1, to: 1)
        bench.take(bench.drive.verdict(.authenticated, at: 1.5))
        bench.run(from: 2, to: 13)
        let point = bench.points[1]
        #expect(bench.points[0].authentication == nil && point.authentication == .authenticated)
        #expect(bench.points[12].authentication == nil)
        #expect(point.origin == .recorded && point.receiver == "rover" && point.fixKind == .threeDimensional)
        #expect(point.height.ellipsoidal?.metres == 600 && point.height.orthometric?.metres == 553)
        #expect(point.horizontalAccuracy == Accuracy(Length(metres: 1.5), origin: .receiver))
        #expect(point.dop.hdop == 0.8 && point.satellitesUsed == 17 && point.quality == .autonomous)
        #expect(point.time?.nanosecondsSince1970 == Drive.start + Drive.now(2))
    }

    @Test("a point is authenticated only where the gate lets the position pass, whether or not that is required")
    func gate() throws {
        let changes: [(String, (inout Authentication) -> Void)] = [
            ("a replay", { $0.clock.source = .recording }), ("no clock", { $0.clock.use = .none }),
            ("few satellites", { $0.fix?.authenticated.removeLast() }), ("no fix", { $0.fix = nil }),
            ("none of those used", { $0.fix?.authenticated = [] }),
        ]
        for (name, change) in changes {
            var bench = try Bench()
            bench.take(bench.drive.verdict(.authenticated, at: 0.5, change))
            bench.run(from: 1, to: 1)
            #expect(bench.points.last?.authentication == .unverified, "\(name)")
        }
        var bench = try Bench()
        bench.recorder.requirement = OSNMARequirement(satellites: 3, allowsRecordings: true)
        for (_, change) in changes.dropFirst(2).prefix(1) {
            bench.take(bench.drive.verdict(.authenticated, at: 0.5, change))
        }
        bench.run(from: 1, to: 1)
        #expect(bench.points.last?.authentication == .authenticated)
    }

    @Test("a verdict on what ran under the name before says nothing of what runs now") func otherPlan() throws {
        var bench = try Bench()
        bench.take(bench.drive.verdict(.authenticated, at: 0.5))
        var fix = bench.drive.fix(at: 1)
        fix.origin = ObservationOrigin(isReplay: true, plan: 2)
        bench.take(fix)
        #expect(bench.points.count == 1 && bench.points[0].authentication == nil)
    }

    @Test("a clock that was wrong and steps back does not end the recording") func stepBack() throws {
        var bench = try Bench()
        bench.run(from: 100_000, to: 100_005)
        for second in 1...5 {
            var fix = bench.drive.fix(at: Double(second))
            fix.hostTime.monotonicNanoseconds = Drive.now(100_006 + Double(second))
            bench.take(fix)
        }
        #expect(bench.points.count == 11)
        #expect(bench.gaps == [1])
    }

    @Test("a clock that steps back by a few seconds leaves a gap where no points were taken") func smallStepBack()
        throws
    {
        var bench = try Bench()
        bench.run(from: 100, to: 110)
        for second in 105...125 {
            var fix = bench.drive.fix(at: Double(second))
            fix.hostTime.monotonicNanoseconds = Drive.now(Double(second) + 6)
            bench.take(fix)
        }
        #expect(bench.times == (100...125).map { Double($0) })
        #expect(bench.gaps == [111])
    }

    @Test("a single epoch that arrives after the next one leaves no gap") func lateEpoch() throws {
        for order in try [PathOrder(), PathOrder(.distance(Length(metres: 0.5)))] {
            var bench = try Bench(order)
            for time in [1.0, 1.1, 1.0, 1.2, 1.4, 1.3, 1.5] {
                bench.take(bench.drive.fix(at: time, metresNorth: time))
            }
            bench.run(from: 1.6, to: 4, hertz: 10)
            #expect(bench.points.count > 2 && bench.gaps.isEmpty, "\(bench.gaps)")
        }
    }

    @Test("a leap second and the second after it have points of their own", arguments: [1, 5]) func leapSecond(
        _ hertz: Int
    ) throws {
        for order in try [PathOrder(), PathOrder(.distance(Length(metres: 0.5))), PathOrder(.byHand)] {
            var bench = try Bench(order)
            var corners: [PathRecorder.HandPoint] = []
            for index in 0..<4 * hertz {
                // 23:59:59, 23:59:60, 00:00:00 and 00:00:01.
                let second = index / hertz
                let fraction = Double(index % hertz) / Double(hertz)
                let time = 43_200 + Double([-1, 0, 0, 1][second]) + fraction
                guard case .fix(var fix) = bench.drive.fix(at: time, metresNorth: Double(index)).payload else {
                    Issue.record("no fix")
                    return
                }
                fix.time?.isLeapSecond = second == 1
                bench.take(bench.drive.observation(.fix(fix), at: 43_199 + Double(index) / Double(hertz)))
                if order.spacing == .byHand { corners.append(try bench.recorder.takeVertex(at: Drive.now(bench.now))) }
            }
            switch order.spacing {
            case .interval: #expect(bench.points.count == 4)
            case .distance: #expect(bench.points.count == 4 * hertz)
            case .byHand: #expect(corners.count == 4 * hertz && corners.allSatisfy { !$0.replacesLast })
            }
            #expect(bench.gaps.isEmpty)
        }
    }

    @Test("a clock that was ahead does not silence the recording after a point by hand") func stepBackByHand() throws {
        var bench = try Bench()
        bench.run(from: 100_000, to: 100_003)
        try bench.recorder.pause()
        var fix = bench.drive.fix(at: 5)
        fix.hostTime.monotonicNanoseconds = Drive.now(100_005)
        bench.take(fix)
        #expect(try bench.recorder.takeVertex(at: Drive.now(100_005)).replacesLast == false)
        try bench.recorder.resume()
        bench.run(from: 6, to: 10)
        #expect(bench.times == [100_000, 100_001, 100_002, 100_003, 6, 7, 8, 9, 10])
        #expect(bench.gaps == [6])
    }

    @Test("a clock that was ahead does not silence the recording if its only point is removed") func stepBackUndone()
        throws
    {
        var bench = try Bench()
        bench.run(from: 100_000, to: 100_000)
        #expect(bench.points.count == 1)
        bench.recorder.note(last: nil)
        bench.run(from: 1, to: 5)
        #expect(bench.times == [100_000, 1, 2, 3, 4, 5])
        #expect(bench.gaps.isEmpty)
    }

    @Test("times at the ends of what a number can hold do not trap") func extremes() throws {
        var bench = try Bench()
        for nanoseconds in [Int64.max, .min, 0, .max, .min + 1, -1, .max - 1] {
            guard case .fix(var fix) = bench.drive.fix(at: 1).payload else { return }
            fix.time = UTCTime(nanosecondsSince1970: nanoseconds)
            var observation = bench.drive.observation(.fix(fix), at: 1)
            observation.hostTime = HostTime(monotonicNanoseconds: nanoseconds, wallNanoseconds: nanoseconds)
            _ = bench.recorder.take(observation, at: nanoseconds)
            _ = bench.recorder.take(bench.drive.verdict(.authenticated, at: 1), at: nanoseconds)
        }
        _ = try? bench.recorder.takeVertex(at: .min)
    }

    // MARK: by hand

    @Test("in vertex mode only a person takes points; each error is its own") func vertex() throws {
        var bench = try Bench(PathOrder(.byHand))
        #expect(throws: PathError.noFix(age: nil)) { try bench.recorder.takeVertex(at: 0) }
        #expect(throws: PathError.noCentroid) { try bench.recorder.takeCentroid() }
        bench.run(from: 1, to: 10)
        #expect(bench.points.isEmpty)
        let point = try bench.recorder.takeVertex(at: Drive.now(15)).point
        #expect(point.origin == .vertex && !point.beginsSegment)
        #expect(throws: PathError.sameEpoch) { try bench.recorder.takeVertex(at: Drive.now(15)) }
        #expect(throws: PathError.noFix(age: 5.1)) { try bench.recorder.takeVertex(at: Drive.now(15.1)) }
        bench.run(from: 16, to: 16)
        #expect(try bench.recorder.takeVertex(at: Drive.now(16)).replacesLast == false)
    }

    @Test("a point that a person takes while recording takes the place of the recorded one of its epoch")
    func replaces()
        throws
    {
        var bench = try Bench()
        bench.run(from: 1, to: 3, hertz: 2)
        #expect(try bench.recorder.takeVertex(at: Drive.now(3)).replacesLast)
        bench.run(from: 3.5, to: 3.5)
        #expect(try bench.recorder.takeVertex(at: Drive.now(3.5)).replacesLast == false)
        let count = bench.points.count
        bench.run(from: 4, to: 4)
        #expect(bench.points.count == count + 1)
    }

    @Test("the result of a sampling is taken once, of the receiver that is recorded, paused too") func centroid() throws
    {
        var bench = try Bench()
        bench.run(from: 1, to: 2)
        try bench.recorder.pause()
        bench.take(bench.drive.sampled(.ready, of: "base", at: 3))
        bench.take(bench.drive.sampled(.collecting, of: "rover", at: 3))
        #expect(throws: PathError.noCentroid) { try bench.recorder.takeCentroid() }
        bench.take(bench.drive.sampled(.ready, of: "rover", at: 3))
        bench.take(bench.drive.sampled(.finished, of: "rover", at: 4))
        let point = try bench.recorder.takeCentroid()
        #expect(point.origin == .centroid && point.sampleCount == 18 && point.receiver == "rover")
        #expect(point.time?.nanosecondsSince1970 == Drive.start + Drive.now(4) && !point.beginsSegment)
        #expect(point.height.ellipsoidal?.metres == 600 && point.authentication == .authenticated)
        #expect(throws: PathError.noCentroid) { try bench.recorder.takeCentroid() }
    }

    @Test("a stopped sampling has no result, and leaves that of another one of the receiver") func centroids() throws {
        var bench = try Bench()
        bench.run(from: 1, to: 2)
        bench.take(bench.drive.sampled(.finished, of: "rover", at: 3))
        bench.take(bench.drive.sampled(.ready, of: "rover", at: 4, session: 2))
        bench.take(bench.drive.sampled(.ready, of: "rover", at: 5, session: 3))
        bench.take(bench.drive.sampled(.stopped, of: "rover", at: 6, session: 3))
        #expect(try bench.recorder.takeCentroid().time?.nanosecondsSince1970 == Drive.start + Drive.now(4))
        // The newest one is the place of the antenna; the one before it is no further point.
        #expect(throws: PathError.noCentroid) { try bench.recorder.takeCentroid() }
        bench.take(bench.drive.sampled(.finished, of: "rover", at: 7))
        bench.take(bench.drive.sampled(.stopped, of: "rover", at: 8))
        #expect(throws: PathError.noCentroid) { try bench.recorder.takeCentroid() }
    }

    @Test("commands that do not fit are refused") func commands() throws {
        var recorder = PathRecorder()
        #expect(throws: PathError.idle) { try recorder.pause() }
        #expect(throws: PathError.idle) { try recorder.resume() }
        #expect(throws: PathError.idle) { try recorder.takeVertex(at: 0) }
        #expect(throws: PathError.idle) { try recorder.takeCentroid() }
        recorder.begin(PathOrder())
        #expect(throws: PathError.notPaused) { try recorder.resume() }
        try recorder.pause()
        #expect(throws: PathError.paused) { try recorder.pause() }
    }

    @Test("what was interrupted goes on with a gap, paused as it was") func interrupted() throws {
        var bench = try Bench()
        bench.run(from: 1, to: 3)
        let last = bench.points.last
        var again = Bench(goingOn: bench.recorder.order, isPaused: false, last)
        again.run(from: 3, to: 6)
        #expect(again.times == [4, 5, 6] && again.gaps == [4])
        var paused = Bench(goingOn: bench.recorder.order, isPaused: true, last)
        paused.run(from: 4, to: 6)
        #expect(paused.points.isEmpty)
        try paused.recorder.resume()
        paused.run(from: 7, to: 8)
        #expect(paused.gaps == [7])
    }
}

extension Bench {
    /// A recorder after a start of the program.
    init(goingOn order: PathOrder, isPaused: Bool, _ last: PathPoint?) {
        recorder.goOn(order, isPaused: isPaused, last: last)
        take(drive.believed(at: 0))
    }
}
