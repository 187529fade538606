// SPDX-License-Identifier: Apache-2.0

import DaemonRuntime
import GNSSTypes
import Synchronization
import Testing

@testable import Gateway
@testable import ReceiverHost

/// The position that a caster gets.
@Suite struct CasterPositionTests {
    @Test func `after the machine slept, other data do not make an old position new`() {
        let asleep = Mutex<Int64>(0)
        let clock = GatewayClock(.system, sleep: { asleep.withLock { $0 } })
        var receiver = ReceiverCondition(
            plan: ReceiverPlan(id: "rover", driver: "d", configuration: "{}"), since: clock.now)
        #expect(CorrectionsStage.fix(of: receiver, by: clock) == nil)
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 52), longitude: Angle(degrees: 5))
        (receiver.lastFix, receiver.fixArrival, receiver.lastData) = (fix, clock.now, clock.now)
        #expect(CorrectionsStage.fix(of: receiver, by: clock) == fix)
        asleep.withLock { $0 = 3_600_000_000_000 }
        #expect(CorrectionsStage.fix(of: receiver, by: clock) == nil)
        receiver.asleepAtData = clock.asleep
        #expect(CorrectionsStage.fix(of: receiver, by: clock) == nil)
        receiver.asleepAtFix = clock.asleep
        #expect(CorrectionsStage.fix(of: receiver, by: clock) == fix)
    }

    @Test func `other data of a receiver that is awake do not make an old position new`() {
        let clock = GatewayClock(.system, sleep: { 0 })
        var receiver = ReceiverCondition(
            plan: ReceiverPlan(id: "rover", driver: "d", configuration: "{}"), since: clock.now)
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 52), longitude: Angle(degrees: 5))
        var arrival = clock.now
        arrival.monotonicNanoseconds -= 30_000_000_000
        (receiver.lastFix, receiver.fixArrival, receiver.lastData) = (fix, arrival, clock.now)
        #expect(CorrectionsStage.fix(of: receiver, by: clock) == fix)
        arrival.monotonicNanoseconds -= 30_000_000_000
        receiver.fixArrival = arrival
        #expect(CorrectionsStage.fix(of: receiver, by: clock) == nil)
    }
}
