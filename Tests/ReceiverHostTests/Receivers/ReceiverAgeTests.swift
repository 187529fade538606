// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Logging
import ObservationBus
import Synchronization
import Testing

@testable import DaemonRuntime
@testable import ReceiverHost

/// The age of a receiver's data, also after the machine slept.
@Suite struct ReceiverAgeTests {
    private let hour: Int64 = 3_600_000_000_000

    @Test func `the time for which the machine slept counts`() throws {
        let asleep = Mutex<Int64>(7)
        let clock = GatewayClock(.system, sleep: { asleep.withLock { $0 } })
        let record = ReceiverRecord(
            ReceiverPlan(id: "rover", driver: "fake", configuration: "{}"), hub: ObservationHub(), clock: clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        func age() throws -> Int64 { try #require(record.condition.dataAge(by: clock)) }
        func fixAge() throws -> Int64 { try #require(record.condition.fixAge(by: clock)) }
        #expect(record.condition.dataAge(by: clock) == nil && record.condition.fixAge(by: clock) == nil)
        _ = record.publish([(.fix(Fix(kind: .none, quality: .invalid)), clock.now)]) { _ in true }
        #expect(try age() < hour)
        #expect(record.condition.sleepSinceFix(by: clock) == 0)
        asleep.withLock { $0 += hour }
        #expect(try age() >= hour)
        #expect(record.condition.sleepSinceFix(by: clock) == hour)
        _ = record.publish([(.timing(Timing()), clock.now)]) { _ in true }
        #expect(try age() < hour)
        #expect(try fixAge() >= hour)
        #expect(record.condition.sleepSinceFix(by: clock) == hour)
    }

    @Test func `during a replay, the machine does not sleep`() {
        #expect(GatewayClock(.replay, sleep: { 5 }).asleep == 0)
        #expect(GatewayClock(.system, sleep: { 5 }).asleep == 5)
    }
}
