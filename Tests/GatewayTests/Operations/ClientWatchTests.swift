// SPDX-License-Identifier: Apache-2.0

import ClientAdmission
import GNSSTypes
import Synchronization
import Testing

@testable import Gateway

struct ClientWatchTests {
    private let server = ClientWatch.Server(code: .gpsd, name: "the gpsd server", limit: ClientLimit(2))

    private func status(refused: UInt64 = 0, evicted: UInt64 = 0, exhausted: UInt64 = 0) -> ClientLimit.Status {
        var status = ClientLimit.Status()
        (status.clients, status.limit) = (2, 2)
        (status.refused, status.evicted, status.exhausted) = (refused, evicted, exhausted)
        return status
    }

    @Test func `an alert begins with the first refusal and is over after a while without one`() {
        var watch = ClientWatch()
        let calm = watch.take([(server, status())], endsAlerts: false)
        let begun = watch.take([(server, status(refused: 1))], endsAlerts: false)
        #expect(begun.map(\.code) == ["clients-gpsd"] && begun.allSatisfy { !$0.isOver } && watch.isAlarmed)
        let again = watch.take([(server, status(refused: 2))], endsAlerts: false)
        // There were refusals since the beginning.
        let later = watch.take([(server, status(refused: 2))], endsAlerts: true)
        #expect(calm.isEmpty && again.isEmpty && later.isEmpty)
        let over = watch.take([(server, status(refused: 2))], endsAlerts: true)
        #expect(over.map(\.code) == ["clients-gpsd"] && over.allSatisfy(\.isOver) && !watch.isAlarmed)
        let anew = watch.take([(server, status(refused: 3))], endsAlerts: false)
        #expect(anew.count == 1)
    }

    @Test func `idle clients that make room and a lack of descriptors are told of too`() {
        var watch = ClientWatch()
        let first = watch.take([(server, status(evicted: 1))], endsAlerts: false)
        #expect(first.map(\.code) == ["clients-gpsd"])
        let both = watch.take([(server, status(evicted: 1, exhausted: 1))], endsAlerts: false)
        #expect(both.map(\.code) == ["no-descriptors"])
    }

    @Test func `the end of a crowd is reported once, and that of a few clients not at all`() {
        let limit = ClientLimit(200)
        let calls = Mutex(0)
        limit.onCrowdGone { calls.withLock { $0 += 1 } }
        var few = (0..<63).map { _ in limit.slot() }
        few.removeAll()
        #expect(calls.withLock { $0 } == 0)
        for round in 1...2 {
            var crowd = (0..<100).map { _ in limit.slot() }
            crowd.removeLast(74)
            #expect(calls.withLock { $0 } == round - 1, "26 of 100 are left")
            crowd.removeAll()
            #expect(calls.withLock { $0 } == round && limit.status.clients == 0)
        }
    }
}
