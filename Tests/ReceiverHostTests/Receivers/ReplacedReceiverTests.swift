// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Logging
import ObservationBus
import Testing

@testable import DaemonRuntime
@testable import ReceiverHost

/// What is kept of a receiver when another one may have taken its place.
@Suite struct ReplacedReceiverTests {
    private let record = ReceiverRecord(
        ReceiverPlan(id: "rover", driver: "fake", configuration: "{}"), hub: ObservationHub(),
        clock: GatewayClock(.system), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })

    private func deliver(_ payload: Payload) {
        record.noteArrival()
        _ = record.publish([(payload, GatewayClock(.system).now)]) { _ in true }
    }

    private func report(_ state: DriverState) { record.report(DriverStateReport(state, reason: "t")) }

    private func deliverAll() {
        deliver(.receiver(ReceiverIdentity(model: "A", serial: "1")))
        deliver(.attitude(Attitude()))
        deliver(.fix(Fix(kind: .threeDimensional, quality: .autonomous)))
    }

    @Test(arguments: [DriverState.lost, .stopped, .connecting, .starting])
    func `the identity and the attitude end with the connection, the last fix when the next one begins`(
        _ gap: DriverState
    ) {
        report(.running)
        deliverAll()
        report(gap)
        #expect(record.condition.receiver == nil && record.condition.lastAttitude == nil)
        #expect(record.condition.lastFix != nil)
        report(.connecting)
        #expect(record.condition.lastFix != nil)
        report(.running)
        #expect(record.condition.lastFix == nil && record.condition.receiver == nil)
        #expect(record.condition.fixAge(by: record.clock) == nil)
    }

    @Test func `a driver that only searches does not end the last position, data do`() {
        report(.running)
        deliverAll()
        for state in [DriverState.lost, .connecting, .degraded] { report(state) }
        #expect(record.condition.lastFix != nil)
        deliver(.receiver(ReceiverIdentity(model: "B")))
        #expect(record.condition.lastFix == nil && record.condition.receiver?.model == "B")
    }

    @Test func `data that come before the driver reports a state stay`() {
        report(.connecting)
        deliverAll()
        #expect(record.condition.state.state == .running)
        report(.running)
        #expect(record.condition.receiver?.model == "A" && record.condition.lastFix != nil)
    }

    @Test func `a receiver that is degraded for a while is still the same one`() {
        report(.running)
        deliverAll()
        report(.degraded)
        report(.running)
        #expect(record.condition.receiver?.model == "A" && record.condition.lastAttitude != nil)
        #expect(record.condition.lastFix != nil)
    }
}
