// SPDX-License-Identifier: Apache-2.0

import Outbox
import Testing

struct OutgoingTests {
    private static func message(_ number: Int64, attempts: Int = 0) -> OutboxMessage {
        OutboxMessage(key: "k\(number)", sequence: number, attempts: attempts, items: 2, bytes: 20)
    }

    @Test func `a message goes again with the same key until it is answered, and what is to be kept is said`() {
        var outgoing = Outgoing([Self.message(1), Self.message(2)])
        #expect(outgoing.due(at: .zero).map(\.key) == ["k1", "k2"] && outgoing.items == 4 && outgoing.highest == 2)
        let sent = outgoing.tried(["k1"], .takenOver, at: .zero)
        #expect(sent.attempts.map(\.attempts) == [1] && sent.ends.isEmpty)
        #expect(outgoing.due(at: .seconds(9)).map(\.key) == ["k2"])
        let again = outgoing.answered("k1", .later, wait: .seconds(5), at: .seconds(10))
        #expect(again.attempts.map(\.attempts) == [0])
        #expect(outgoing.due(at: .seconds(14)).map(\.key) == ["k2"])
        #expect(outgoing.due(at: .seconds(15)).map(\.key) == ["k1", "k2"])
        #expect(outgoing.longestWaiting(at: .seconds(15))?.key == "k2")
        var change = outgoing.tried(["k1"], .takenOver, at: .seconds(15))
        change += outgoing.answered("k1", .accepted, wait: .zero, at: .seconds(16))
        #expect(change.attempts.isEmpty && change.ends.map(\.key) == ["k1"] && change.ends[0].end == .accepted)
        #expect(outgoing.count == 1 && outgoing.items(of: "k1") == nil && outgoing.items(of: "k2") == 2)
    }

    @Test func `what is never answered is sent twice and then counts as arrived, over a restart too`() {
        var outgoing = Outgoing([Self.message(1)])
        let first = outgoing.tried(["k1"], .takenOver, at: .zero).attempts
        outgoing = Outgoing(first)
        #expect(outgoing.due(at: .zero).map(\.key) == ["k1"], "it is not known whether it arrived")
        _ = outgoing.tried(["k1"], .takenOver, at: .seconds(1))
        #expect(outgoing.nextExpiry(.seconds(60)) == .seconds(61) + .nanoseconds(1))
        let end = outgoing.expire(after: .seconds(60), at: .seconds(62))
        #expect(end.ends.map(\.end) == [.unconfirmed] && outgoing.count == 0)
    }

    @Test func `an attempt that failed changes nothing, and one that is too large by itself is divided`() {
        var outgoing = Outgoing([Self.message(1), Self.message(2)])
        #expect(outgoing.tried(["k1", "k2"], .failed, at: .zero).isEmpty && outgoing.due(at: .zero).count == 2)
        #expect(outgoing.tried(["k2"], .tooLarge, at: .zero).ends.map(\.end) == [.split])
    }

    @Test func `a message that is not understood is given up only if the other side understands something else`() {
        var outgoing = Outgoing([Self.message(1), Self.message(2)])
        #expect(outgoing.tried(["k1"], .notUnderstood, at: .zero).isEmpty)
        #expect(outgoing.due(at: .zero).map(\.key) == ["k1", "k2"], "it goes again at once")
        for second in [0, 30, 60] as [Int64] {
            #expect(outgoing.tried(["k1"], .notUnderstood, at: .seconds(second)).isEmpty)
            #expect(outgoing.due(at: .seconds(second + 29)).map(\.key) == ["k2"], "others are tried meanwhile")
            #expect(outgoing.due(at: .seconds(second + 30)).map(\.key) == ["k1", "k2"])
        }
        _ = outgoing.tried(["k2"], .takenOver, at: .seconds(80))
        #expect(outgoing.tried(["k1"], .notUnderstood, at: .seconds(90)).ends.map(\.end) == [.refused])
    }
}
