// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import Testing

@testable import OSNMAValidation

/// By the clock of a replay, the time of a verdict is never ahead of the data.
struct ReplayClockTests {
    private func instant(_ seconds: Int64) -> HostTime {
        let time = seconds * 1_000_000_000
        return HostTime(monotonicNanoseconds: time, wallNanoseconds: time)
    }

    private func batch(_ seconds: Int64) -> [Observation] {
        [
            Observation(
                source: rover, sequence: UInt64(seconds), hostTime: instant(seconds), payload: .satellites(SkyView()),
                origin: ObservationOrigin(isReplay: true, plan: 1))
        ]
    }

    private func makeRig() throws -> CoordinatorRig {
        try CoordinatorRig(hasReplayClock: true, start: TrustStart(anchors: TrustAnchors()))
    }

    @Test func `while data of a replay are waiting, its clock says nothing about them`() throws {
        var rig = try makeRig()
        var queues = ReceiverQueues()
        rig.take(batch(1000))
        queues.note(instant(1000).monotonicNanoseconds, pending: 0)
        // First they are in the queue, then others are on the bus.
        queues.add(batch(1001))
        rig.wait(until: instant(1060), queues)
        _ = queues.next()
        queues.note(instant(1060).monotonicNanoseconds, pending: 1)
        rig.wait(until: instant(1061), queues)
        #expect(Set(rig.verdictSeconds()) == [1000])
        rig.take(batch(1002), later: instant(59).monotonicNanoseconds)
        rig.wait(until: instant(1061), queues)
        #expect(Set(rig.verdictSeconds()) == [1002])
        // All is judged, and the receiver has been silent since its data, not since they were judged.
        queues.note(instant(1070).monotonicNanoseconds, pending: 0)
        rig.wait(until: instant(1070), queues)
        #expect(rig.verdictSeconds().last == 1070)
    }

    @Test(arguments: [1000, 200_000] as [Int64])
    func `data that are judged before the clock has advanced to them do not count as old`(step: Int64) throws {
        var rig = try makeRig()
        // The clock is at 0 at first, and before the gap of a recording at last.
        for start in [0, step] {
            rig.take(batch(start + step), later: -instant(step).monotonicNanoseconds)
            #expect(rig.now == instant(start).monotonicNanoseconds)
            rig.wait(until: instant(start + step))
            #expect(Set(rig.verdictSeconds()) == [start + step])
        }
    }
}
