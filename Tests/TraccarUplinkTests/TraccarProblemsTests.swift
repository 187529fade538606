// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Outbox
import Synchronization
import Testing

@testable import TraccarUplink

/// A stored queue that cannot be read for the given reason, or that is empty.
private final class FailingOutbox: ItemOutbox {
    let reason = Mutex<String?>(nil)

    func tally() async throws(OutboxStoreError) -> OutboxTally {
        if let reason = reason.withLock({ $0 }) { throw OutboxStoreError(reason) }
        return OutboxTally()
    }

    func append(
        _ items: [OutboxItem], within limits: OutboxLimits
    ) async throws(OutboxStoreError) -> (tally: OutboxTally, dropped: [String]) { (try await tally(), []) }

    func items(after number: Int64, limit: Int, bytes: Int) async throws(OutboxStoreError) -> [StoredItem] { [] }

    func remove(
        _ numbers: [Int64], _ end: Delivery.End, at time: UTCTime
    ) async throws(OutboxStoreError) -> OutboxTally { try await tally() }

    func wipe() async throws(OutboxStoreError) {}
}

struct TraccarProblemsTests {
    private let settings = TraccarUplinkSettings(
        url: "http://traccar:5055", server: "http://traccar:5055", device: "tractor")
    private let now = HostTime(monotonicNanoseconds: 1, wallNanoseconds: 1_800_000_000_000_000_000)

    @Test func `an open alert names the cause of now, and is published again only if the cause changes`() {
        var problems = TraccarProblems()
        let queue = ItemQueue(FailingOutbox())
        var alerts: [Alert] = []
        func fail(_ end: TraccarLink.End, times: Int = 1, _ settings: TraccarUplinkSettings) {
            for _ in 0..<times {
                problems.failed(end, settings, isLasting: false, at: now)
                alerts += problems.news(settings, queue, at: now)
            }
        }
        fail(.unreachable("no route"), times: 9, settings)
        // A person must correct this one, so it is named at once.
        fail(.answered(status: 401, retryAfter: nil), times: 3, settings)
        // Causes that may pass are named after five failures in a row.
        fail(.timedOut, times: 4, settings)
        fail(.answered(status: 503, retryAfter: nil), times: 4, settings)
        fail(.timedOut, times: 5, settings)
        let words = ["cannot be reached", "does not let this gateway send", "does not answer"]
        #expect(alerts.count == 3 && zip(alerts, words).allSatisfy { $0.text.contains($1) }, "\(alerts)")
        #expect(alerts.allSatisfy { $0.code == "traccar" && !$0.isOver })
        var other = settings
        other.server = "http://other:5055"
        problems.restart()
        let silent = problems.news(other, queue, at: now)
        #expect(silent.isEmpty)
        fail(.timedOut, times: 5, other)
        #expect(alerts.count == 4 && alerts.last?.text.contains("other") == true, "\(alerts)")
        problems.succeeded()
        let end = problems.news(other, queue, at: now)
        #expect(end.map(\.isOver) == [true])
    }

    @Test func `the alert names the reason why positions cannot be stored, and then the server's failure`() async {
        let store = FailingOutbox()
        let queue = ItemQueue(store)
        var problems = TraccarProblems()
        var alerts: [Alert] = []
        for reason in ["the disk is full", "the disk is full", "the disk is read-only", nil] {
            store.reason.withLock { $0 = reason }
            await queue.keep(QueueLimits(), at: now, isLast: true)
            alerts += problems.news(settings, queue, at: now)
        }
        problems.failed(.tls("expired"), settings, isLasting: false, at: now)
        alerts += problems.news(settings, queue, at: now)
        let words = ["the disk is full", "the disk is read-only", "no encrypted connection"]
        #expect(alerts.count == 3 && zip(alerts, words).allSatisfy { $0.text.contains($1) }, "\(alerts)")
        #expect(alerts.allSatisfy { !$0.isOver })
    }
}
