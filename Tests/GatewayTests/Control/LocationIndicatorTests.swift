// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import Testing

@testable import Gateway
@testable import ReceiverHost

struct LocationIndicatorTests {
    private let position = GeodeticPosition(latitude: Angle(degrees: 52), longitude: Angle(degrees: 5))

    private func time(_ seconds: Double) -> HostTime {
        HostTime(monotonicNanoseconds: Int64(seconds * 1e9), wallNanoseconds: Int64(seconds * 1e9))
    }

    private func condition(_ state: DriverState, hasPosition: Bool = false) -> ReceiverCondition {
        var condition = ReceiverCondition(
            plan: ReceiverPlan(id: "rover", driver: "d", configuration: "{}"),
            state: DriverStateReport(state, reason: "words"), since: time(0))
        var fix = Fix(kind: hasPosition ? .threeDimensional : .none, quality: hasPosition ? .autonomous : .invalid)
        fix.position = hasPosition ? position : nil
        condition.lastFix = fix
        return condition
    }

    private func learnt(positionAt seconds: [Double]) -> LearntReceiver {
        var learnt = LearntReceiver(identity: "x")
        for (index, second) in seconds.enumerated() {
            var fix = Fix(kind: .threeDimensional, quality: .autonomous)
            fix.position = position
            learnt.note(
                Observation(
                    source: SourceID(rawValue: "rover"), sequence: UInt64(index), hostTime: time(0), payload: .fix(fix)),
                at: time(second))
        }
        return learnt
    }

    private func indicator(
        _ condition: ReceiverCondition, _ learnt: LearntReceiver?, at now: Double, sleep: Int64 = 0
    ) -> Indicator {
        Indicator.location([condition], [learnt], now: time(now)) { _ in sleep * 1_000_000_000 }
    }

    @Test func `it is green while positions come, and red within 5 s of the last one`() {
        let running = condition(.running, hasPosition: true)
        let learnt = learnt(positionAt: [8, 9, 10])
        #expect(indicator(running, learnt, at: 10.5).colour == .green)
        #expect(indicator(running, learnt, at: 15).colour == .red)
        #expect(indicator(running, learnt, at: 15).reason?.value == .noFix)
    }

    @Test func `the time for which the machine slept since the last epoch counts`() {
        let running = condition(.running, hasPosition: true)
        let learnt = learnt(positionAt: [8, 9, 10])
        #expect(indicator(running, learnt, at: 10.5, sleep: 2).colour == .green)
        #expect(indicator(running, learnt, at: 10.5, sleep: 3600).colour == .red)
    }

    @Test func `an epoch without a position makes it red at once`() {
        let shown = indicator(condition(.running), learnt(positionAt: [9, 10]), at: 10.1)
        #expect(shown.colour == .red && shown.reason?.value == .noFix)
        #expect(shown.since != nil)
    }

    @Test func `its text says what is missing, not how the receiver is connected`() {
        let others = indicator(condition(.running, hasPosition: true), learnt(positionAt: [9, 10]), at: 55)
        #expect(others.text == "rover has no position: it sends no positions")
        let searching = indicator(condition(.running), learnt(positionAt: [9, 10]), at: 10.1)
        #expect(searching.text == "rover has no position: it reports that it has no fix")
        let silent = indicator(condition(.degraded, hasPosition: true), learnt(positionAt: [9, 10]), at: 55)
        #expect(silent.text == "rover has no position: words")
    }

    @Test(arguments: [(DriverState.lost, Indicator.Reason.noDevice), (.connecting, .noDevice), (.stopped, .driverOff)])
    func `a receiver that is not there makes it red with the reason`(state: DriverState, reason: Indicator.Reason) {
        let shown = indicator(condition(state), learnt(positionAt: [9, 10]), at: 10.1)
        #expect(shown.colour == .red && shown.reason?.value == reason)
        #expect(shown.text.contains("words"))
    }

    @Test func `without receivers it is red: the driver is off`() {
        let shown = Indicator.location([], [], now: time(0)) { _ in 0 }
        #expect(shown.colour == .red && shown.reason?.value == .driverOff)
    }

    @Test func `a receiver that is slow on purpose is not taken for one without a fix`() {
        let slow = learnt(positionAt: [0, 5, 10])
        #expect(indicator(condition(.running, hasPosition: true), slow, at: 19).colour == .green)
        #expect(indicator(condition(.running, hasPosition: true), slow, at: 30).colour == .red)
    }
}
