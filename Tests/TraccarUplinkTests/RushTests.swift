// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Logging
import ObservationBus
import Outbox
import Synchronization
import Testing

@testable import TraccarUplink

/// The stage while more is published than it can process.
@Suite(.timeLimit(.minutes(2))) struct RushTests {
    private static let rover = SourceID(rawValue: "rover")
    private static let now = HostTime(monotonicNanoseconds: 1, wallNanoseconds: 1_800_000_000_000_000_000)

    /// A bus on which each look at the requirement publishes another position, so that a queue is never empty.
    private final class Rush: Sendable {
        let hub = ObservationHub()
        let looks = Atomic<UInt64>(0)
        let isOver = Atomic(false)
        let isAnswered = Atomic(false)

        /// Publishes the active receiver and the first position.
        func begin() {
            let active = ActiveReceiver(current: RushTests.rover, previous: nil, reason: "")
            hub.publish([
                Observation(
                    source: .gateway, sequence: 1, hostTime: RushTests.now, payload: .activeReceiver(active))
            ])
            _ = requirement()
        }

        func requirement() -> OSNMARequirement {
            guard !isOver.load(ordering: .relaxed) else { return OSNMARequirement() }
            let number = looks.wrappingAdd(1, ordering: .relaxed).newValue
            var fix = Fix(kind: .threeDimensional, quality: .autonomous)
            fix.position = GeodeticPosition(latitude: Angle(degrees: 48), longitude: Angle(degrees: 11))
            // Each is due.
            var time = RushTests.now
            time.monotonicNanoseconds += Int64(number) * 10_000_000_000
            time.wallNanoseconds += Int64(number) * 10_000_000_000
            hub.publish([
                Observation(source: RushTests.rover, sequence: number, hostTime: time, payload: .fix(fix))
            ])
            return OSNMARequirement()
        }
    }

    /// Counts what is stored, and gives nothing back.
    private final class CountingOutbox: ItemOutbox {
        let count = Atomic(0)

        func tally() async throws(OutboxStoreError) -> OutboxTally { OutboxTally() }

        func append(
            _ items: [OutboxItem], within limits: OutboxLimits
        ) async throws(OutboxStoreError) -> (tally: OutboxTally, dropped: [String]) {
            count.add(items.count, ordering: .relaxed)
            return (OutboxTally(), [])
        }

        func items(after number: Int64, limit: Int, bytes: Int) async throws(OutboxStoreError) -> [StoredItem] { [] }

        func remove(
            _ numbers: [Int64], _ end: Delivery.End, at time: UTCTime
        ) async throws(OutboxStoreError) -> OutboxTally { OutboxTally() }

        func wipe() async throws(OutboxStoreError) {}
    }

    @Test func `positions are stored and the state is reported while more arrives than can be processed`() async throws
    {
        let (rush, store) = (Rush(), CountingOutbox())
        let context = TraccarService.Context(
            hub: rush.hub, store: store, now: { Self.now }, requirement: { rush.requirement() }, alert: { _ in },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        // Nothing is sent there, because the store gives nothing back.
        let settings = TraccarUplinkSettings(
            url: "http://127.0.0.1:1", server: "http://127.0.0.1:1", device: "tractor")
        let service = TraccarService(settings, context)
        rush.begin()
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer {
                rush.isOver.store(true, ordering: .relaxed)
                group.cancelAll()
            }
            group.addTask { await service.run() }
            group.addTask {
                // The stage has begun once it has taken many positions; nothing else shows that.
                while rush.looks.load(ordering: .relaxed) < 1000 { try await Task.sleep(for: .milliseconds(5)) }
                _ = await service.report()
                rush.isAnswered.store(true, ordering: .relaxed)
            }
            let deadline = ContinuousClock.now + .seconds(60)
            while !rush.isAnswered.load(ordering: .relaxed) || store.count.load(ordering: .relaxed) == 0 {
                try #require(ContinuousClock.now < deadline, "no report, or nothing stored, after 60 s")
                // It looks again until the stage has stored and answered.
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}
