// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import ObservationBus
import Testing

@testable import RawFrames

@Suite struct RawFrameWatchTests {
    private let hub = ObservationHub()

    private func watch(patience: Duration = .seconds(60)) -> RawFrameWatch {
        RawFrameWatch(hub: hub, patience: patience) { RawFrameRingTests.host(0) }
    }

    private func publish(_ text: String, of receiver: String = "rover") {
        hub.publish([
            Observation(
                source: SourceID(rawValue: receiver), sequence: 0, hostTime: RawFrameRingTests.host(0),
                payload: .sentence(RawFrameRingTests.sentence(text)))
        ])
    }

    private func report(
        _ watch: RawFrameWatch, of receiver: String = "rover", after: String? = nil
    ) throws -> (count: Int, next: String, frames: Int) {
        var request = RawFrameRequest()
        request.after = after
        let text = try watch.report(of: receiver, request)
        let report = try #require(try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
        return (
            report["frame_count"] as? Int ?? -1, report["next"] as? String ?? "",
            (report["frames"] as? [Any])?.count ?? -1
        )
    }

    /// Waits until the condition holds, for 4 min at most: the threads of the pool may be taken by other modules' tests for as long.
    private func wait(until condition: () throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(240)
        while try !condition() {
            try #require(ContinuousClock.now < deadline, "it did not come to pass")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test func `frames are kept from the first question on, of that receiver only`() async throws {
        let watch = watch()
        publish("GPTXT,before")
        #expect(watch.file(of: "rover") == nil)
        let first = try report(watch)
        #expect(first.count == 0 && watch.count == 1)
        publish("GPTXT,other", of: "base")
        publish("GPTXT,own")
        try await wait { try report(watch).count == 1 }
        let next = try report(watch, after: first.next)
        #expect(next.frames == 1)
        #expect(try report(watch, after: next.next).frames == 0)
        let file = try #require(watch.file(of: "rover"))
        #expect(file.bytes == RawFrameRingTests.sentence("GPTXT,own").bytes)
        #expect(file.name == "rover-20260504T123005Z.nmea")
    }

    @Test func `a position of an earlier watch starts anew, and a wrong one is refused`() async throws {
        let watch = watch()
        _ = try report(watch)
        publish("GPTXT,own")
        try await wait { try report(watch).count == 1 }
        #expect(try report(watch, after: "earlier.99").frames == 1)
        let position = try report(watch).next
        let own = position.prefix { $0 != "." }
        #expect(try report(watch, after: "\(own).99999").frames == 0)
        for wrong in ["", "1", "a.b", "a.-1", "a.1.2", String(repeating: "9", count: 100) + ".1"] {
            #expect(throws: ControlError.self, "\(wrong)") { try report(watch, after: wrong) }
        }
    }

    @Test func `what no one looks at is dropped`() async throws {
        let watch = watch(patience: .milliseconds(200))
        _ = try report(watch)
        try await wait { watch.count == 0 }
        #expect(hub.status.consumers.isEmpty)
        #expect(watch.file(of: "rover") == nil)
        // And kept again from the next question on. On a busy machine the patience may end before the frame comes.
        try await wait {
            _ = try report(watch)
            publish("GPTXT,own")
            return try report(watch).count > 0
        }
    }

    @Test func `few receivers are watched at a time`() async throws {
        let watch = watch()
        for number in 0..<20 { _ = try report(watch, of: "r\(number)") }
        #expect(watch.count == RawFrameWatch.limit)
        #expect(watch.file(of: "r0") == nil && watch.file(of: "r19") != nil)
        try await wait { hub.status.consumers.count == RawFrameWatch.limit }
    }

    @Test func `it ends with the bus`() async throws {
        let watch = watch()
        _ = try report(watch)
        hub.finish()
        try await wait { watch.count == 0 }
        _ = try report(watch)
        try await wait { watch.count == 0 }
    }

    @Test func `many ask at once for the same receiver`() async throws {
        let watch = watch()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<40 { group.addTask { _ = try? watch.report(of: "rover", RawFrameRequest()) } }
        }
        try await wait { hub.status.consumers.count == 1 }
        publish("GPTXT,own")
        try await wait { try report(watch).count == 1 }
    }
}
