// SPDX-License-Identifier: Apache-2.0

import ObservationBus
import Synchronization
import Testing

@testable import ReceiverHost

@Suite struct ReceiverNumberingsTests {
    @Test func `beyond a limit, those that no receiver uses are dropped, and no number is repeated`() {
        var numberings = ReceiverNumberings()
        let plan = ReceiverPlan(id: "found", driver: "fake", configuration: "{}")
        let rover = numberings.numbering(of: "rover", used: [])
        let found = numberings.numbering(of: "found", used: ["rover"])
        #expect(found.number(of: plan) == 1)
        found.observations.last.withLock { $0 = 7 }
        #expect(numberings.numbering(of: "found", used: ["rover"]) === found)
        for number in 0..<1000 { _ = numberings.numbering(of: "other-\(number)", used: ["rover"]) }
        #expect(numberings.count <= ReceiverNumberings.limit)
        #expect(numberings.numbering(of: "rover", used: ["rover"]) === rover)
        let returned = numberings.numbering(of: "found", used: ["rover"])
        #expect(returned !== found)
        #expect(returned.observations.last.withLock { $0 } == 7)
        #expect(returned.number(of: plan) == 2)
    }

    @Test func `with many receivers in use, most new ones do not search for unused numberings`() {
        var numberings = ReceiverNumberings()
        let used = Set((0..<1000).map { "receiver-\($0)" })
        var searches = 0
        for id in used.sorted() {
            if numberings.isFull { searches += 1 }
            _ = numberings.numbering(of: id, used: used)
        }
        #expect(searches == 2)
        #expect(numberings.count == 1000)
    }
}
