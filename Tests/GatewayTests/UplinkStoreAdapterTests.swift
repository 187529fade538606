// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import GNSSTypes
import Storage
import Testing

@testable import AgrirouterUplink
@testable import Gateway

struct UplinkStoreAdapterTests {
    private static func entry(_ second: Int64) -> CollectedEntry {
        let time = UTCTime(nanosecondsSince1970: second * 1_000_000_000)
        return CollectedEntry(GPSEntry(absence: .noGPS, at: time), time: time, verdict: .unverified)
    }

    @Test func `what the uplink keeps goes through the store and comes back the same`() async throws {
        let adapter = UplinkStoreAdapter(store: try Store())
        let limits = QueueLimits(entries: 10, bytes: 1000, oldest: nil)
        let (tally, dropped) = try await adapter.append((1...5).map(Self.entry), within: limits)
        #expect(tally.entries == 5 && dropped.isEmpty)
        #expect(try await adapter.oldest(limit: 2).map(\.number) == [1, 2])
        #expect(try await adapter.newest(after: 3, limit: 9).map(\.number) == [4, 5])
        var generator = SystemRandomNumberGenerator()
        let ids = (0..<2).map { _ in MessageID(random: &generator) }
        var made = try await adapter.make([
            MessageDraft(entries: 1...2, id: ids[0], sequence: 4),
            MessageDraft(entries: 3...5, id: ids[1], sequence: 5),
        ])
        #expect(made.map(\.id) == ids && made.map(\.entries) == [2, 3] && made.map(\.sequence) == [4, 5])
        let contents = try await adapter.contents(of: ids)
        #expect(try GPSList(decoding: contents[1]).entries.compactMap(\.time) == (3...5).map { Self.entry($0).time })
        (made[0].posts, made[0].isRepeated) = (2, true)
        try await adapter.keepPosts([made[0]])
        try await adapter.setPaused(true)
        try await adapter.setAnnounced("a")
        let member = StoredMember(id: "m", name: "M", time: Self.entry(9).time, content: Self.entry(9).content)
        try await adapter.keep([member], removingBefore: Self.entry(1).time)
        let record = try await adapter.load()
        #expect(record.messages == made && record.isPaused && record.announced == "a" && record.members == [member])
        let end = try await adapter.finish([(ids[0], .accepted), (ids[1], .dropped)], at: Self.entry(20).time)
        #expect((end.entries, end.sent, end.refused) == (0, 2, 3) && end.success == Self.entry(20).time)
        try await adapter.wipe()
        #expect(try await adapter.load() == UplinkRecord())
    }
}
