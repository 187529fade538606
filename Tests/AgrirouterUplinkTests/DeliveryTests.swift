// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import Outbox
import Testing

@testable import AgrirouterUplink

struct DeliveryTests {
    private static func verdict(_ code: String?) -> Verdict {
        guard let code else { return Verdict(Response(code: 201, type: .ack)) }
        return Verdict(
            Response(code: 400, type: .ackWithFailure, body: .results([ResultMessage(code: code)])))
    }

    private func posted(_ delivery: Delivery = Delivery()) -> Delivery {
        var delivery = delivery
        delivery.tried(.takenOver, at: .zero)
        return delivery
    }

    @Test(
        "An answer ends it, or has it wait",
        arguments: [
            (nil, .finished(.accepted)), ("SYS_000004", .finished(.accepted)), ("VAL_000005", .finished(.accepted)),
            ("SYS_000001", .waiting(.seconds(7))), ("VAL_000001", .waiting(.seconds(7))),
            ("VAL_000004", .waiting(.seconds(7))), ("VAL_000011", .waiting(.seconds(7))),
            ("VAL_000000", .waiting(.seconds(7))), ("VAL_000020", .waiting(.seconds(7))),
            ("VAL_000211", .finished(.split)), ("VAL_000019", .finished(.refused)),
        ] as [(String?, Delivery.State)])
    func answers(_ code: String?, _ state: Delivery.State) {
        var delivery = posted()
        delivery.answered(Delivery.Answer(Self.verdict(code)), wait: .seconds(5), at: .seconds(2))
        #expect(delivery.state == state)
        #expect(delivery.isDue(at: .seconds(7)) == (state == .waiting(.seconds(7))) && !delivery.isDue(at: .seconds(6)))
    }

    @Test("What did not go through is posted again; too large alone is split, not understood alone waits")
    func outcomes() {
        for outcome in [.backoff(nil), .offline, .refused, .untrusted, .tooLarge, .fault] as [Exchange.Outcome] {
            var delivery = Delivery()
            delivery.tried(Delivery.Attempt(outcome, isAlone: false), at: .zero)
            #expect(delivery == Delivery())
        }
        var large = Delivery()
        large.tried(Delivery.Attempt(.tooLarge, isAlone: true), at: .zero)
        #expect(large.state == .finished(.split))
        var fault = Delivery()
        fault.tried(Delivery.Attempt(.fault, isAlone: true), at: .zero)
        #expect(fault.isDue(at: .zero))
        for second in [0, 30] as [Int64] {
            fault.tried(Delivery.Attempt(.fault, isAlone: true), at: .seconds(second))
            #expect(fault.state == .waiting(.seconds(second + 30)))
        }
        fault.otherPassed()
        fault.tried(Delivery.Attempt(.fault, isAlone: true), at: .seconds(60))
        #expect(fault.state == .finished(.refused))
    }

    @Test("Without an answer it is posted once more, then it counts as arrived; a late answer counts")
    func noAnswer() {
        var delivery = posted()
        delivery.expire(after: .seconds(300), at: .seconds(300))
        #expect(delivery.state == .posted(.zero))
        delivery.expire(after: .seconds(300), at: .seconds(301))
        #expect(delivery.isDue(at: .seconds(301)))
        var late = delivery
        late.answered(Delivery.Answer(Self.verdict(nil)), wait: .zero, at: .seconds(302))
        #expect(late.state == .finished(.accepted))
        delivery.tried(Delivery.Attempt(.accepted, isAlone: true), at: .seconds(310))
        delivery.expire(after: .seconds(300), at: .seconds(700))
        #expect(delivery.state == .finished(.unconfirmed))
        delivery.answered(Delivery.Answer(Self.verdict("SYS_000001")), wait: .zero, at: .seconds(701))
        #expect(delivery.state == .finished(.unconfirmed))
    }

    @Test("A failure that is worth one more trial gets one, also across a restart")
    func once() {
        var delivery = posted()
        delivery.answered(Delivery.Answer(Self.verdict("VAL_999999")), wait: .zero, at: .zero)
        var again = posted(Delivery(attempts: delivery.attempts, isRepeated: delivery.isRepeated))
        again.answered(Delivery.Answer(Self.verdict("VAL_999999")), wait: .zero, at: .zero)
        #expect(again.state == .finished(.refused))
    }

    @Test(
        "With lost requests, lost answers, refusals, crashes: each entry once and none lost, for a partner that drops equal ids",
        arguments: 1...20)
    func everything(_ seed: UInt64) {
        let field = Field(seed: seed)
        for _ in 0..<3000 where !field.isDone { field.step() }
        #expect(field.isDone, "\(field.store.count) messages remain")
        let arrived = field.partner.flatMap(\.entries)
        #expect(arrived.count == Field.total && Set(arrived).count == Field.total)
        #expect(field.seen.count == field.partner.count && field.repeats > 0)
        // What a message holds never changed.
        #expect(field.contents.values.allSatisfy { $0.count == 1 })
    }
}

/// A sender with a store and a service that loses things, in steps of ten seconds.
private final class Field {
    static let total = 2000

    struct Message {
        var id: MessageID
        var entries: [Int64]
        var delivery = Delivery()

        var queued: OutboxMessage {
            OutboxMessage(key: id.description, sequence: 0, items: entries.count, bytes: entries.count * 60)
        }
    }

    var random: Sequence64
    var now = Duration.zero
    /// What is on disk: messages in the order they were made, and the first entry without one.
    var store: [Message] = []
    var free: Set<Int64> = []
    var collected = 0
    /// What waits in the outbox.
    var outbox: [(MessageID, Verdict)] = []
    var partner: [(id: MessageID, entries: [Int64])] = []
    var seen: Set<MessageID> = []
    var contents: [MessageID: Set<[Int64]>] = [:]
    var repeats = 0

    init(seed: UInt64) { random = Sequence64(state: seed) }

    var isDone: Bool { collected == Self.total && free.isEmpty && store.isEmpty }

    private func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    func step() {
        now += .seconds(10)
        collect()
        if happens(3) { restart() }
        if !happens(20) { post() }
        if !happens(20) { poll() }
        for place in store.indices { store[place].delivery.expire(after: .seconds(300), at: now) }
        store.removeAll {
            if case .finished(let end) = $0.delivery.state { [.accepted, .unconfirmed].contains(end) } else { false }
        }
    }

    private func collect() {
        let more = min(10, Self.total - collected)
        for _ in 0..<more {
            collected += 1
            free.insert(Int64(collected))
        }
    }

    /// All but what is on disk is forgotten.
    private func restart() {
        for place in store.indices {
            store[place].delivery = Delivery(
                attempts: store[place].delivery.attempts, isRepeated: store[place].delivery.isRepeated)
        }
    }

    private func post() {
        let due = store.filter { $0.delivery.isDue(at: now) }
        let waiting = free.sorted().map { WaitingItem(number: $0, size: 60) }
        var limits = SendLimits()
        (limits.entries, limits.messages) = (25, 4)
        let plan = SendPlanner(limits: limits).plan(
            again: due.map(\.queued), oldest: waiting,
            newest: waiting.suffix(10))
        repeats += plan.again.count
        for range in plan.new {
            // An earlier message may have taken some from the middle of the range.
            let entries = waiting.map(\.number).filter(range.contains)
            store.append(Message(id: MessageID(random: &random), entries: entries))
            free.subtract(entries)
        }
        // A crash after the store and before the wire.
        if happens(5) { return }
        let ids = plan.again.compactMap { MessageID($0.key) } + store.suffix(plan.new.count).map(\.id)
        let isLost = happens(15)
        if !isLost { for id in ids { arrive(id) } }
        // The answer of HTTP may be lost, though the request arrived.
        let outcome: Exchange.Outcome = isLost || happens(15) ? .backoff(nil) : .accepted
        for place in store.indices where ids.contains(store[place].id) {
            store[place].delivery.tried(Delivery.Attempt(outcome, isAlone: ids.count == 1), at: now)
        }
    }

    private func arrive(_ id: MessageID) {
        guard let message = store.first(where: { $0.id == id }) else { return }
        contents[id, default: []].insert(message.entries)
        if happens(10) {
            outbox.append((id, Verdict(Response(code: 500, type: .ackWithFailure))))
            return
        }
        if seen.insert(id).inserted { partner.append((id, message.entries)) }
        // Some answers never come.
        if !happens(10) { outbox.append((id, Verdict(Response(code: 201, type: .ack)))) }
    }

    private func poll() {
        let items = outbox.shuffled(using: &random)
        outbox = []
        // The read is destructive: what is lost on the way is lost.
        if happens(5) { return }
        for (id, verdict) in items {
            guard let place = store.firstIndex(where: { $0.id == id }) else { continue }
            store[place].delivery.answered(Delivery.Answer(verdict), wait: .seconds(20), at: now)
        }
    }
}
