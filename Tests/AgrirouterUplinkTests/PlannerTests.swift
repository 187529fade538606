// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import Outbox
import Testing

@testable import AgrirouterUplink

struct PlannerTests {
    private func entries(_ numbers: some Sequence<Int>, size: Int = 60) -> [WaitingItem] {
        numbers.map { WaitingItem(number: Int64($0), size: size) }
    }

    private func message(_ number: UInt64, size: Int) -> OutboxMessage {
        var random = Sequence64(state: number)
        return OutboxMessage(
            key: MessageID(random: &random).description, sequence: Int64(number), items: 1, bytes: size)
    }

    @Test("Nothing waits, nothing is sent")
    func nothing() { #expect(SendPlanner().plan(again: [], oldest: [], newest: []).isEmpty) }

    @Test("What fits goes in order, the newest last")
    func inOrder() {
        let plan = SendPlanner().plan(again: [], oldest: entries(1...1200), newest: entries(1181...1200))
        #expect(plan.new == [1...500, 501...1000, 1001...1180, 1181...1200])
        let few = SendPlanner().plan(again: [], oldest: entries(7...16), newest: entries(7...16))
        #expect(few.new == [7...16])
    }

    @Test("Where not all fits, the oldest go in order and the newest go too")
    func liveIsNotStarved() {
        var limits = SendLimits()
        limits.messages = 3
        let plan = SendPlanner(limits: limits)
            .plan(again: [], oldest: entries(1...5000), newest: entries(99_991...100_000))
        #expect(plan.new == [1...500, 501...1000, 99_991...100_000])
    }

    @Test("Messages of unknown fate go first, as they were; the newest keeps its place")
    func again() {
        var limits = SendLimits()
        limits.messages = 3
        let lost = (1...5).map { message($0, size: 1000) }
        let plan = SendPlanner(limits: limits).plan(again: lost, oldest: entries(1...10), newest: entries(9...10))
        #expect(plan.again == Array(lost.prefix(2)))
        #expect(plan.new == [9...10])
        let rest = SendPlanner(limits: limits).plan(again: [lost[0]], oldest: entries(1...10), newest: entries(9...10))
        #expect(rest.again == [lost[0]] && rest.new == [1...8, 9...10])
    }

    @Test("No message and no request is larger than it may be")
    func sizes() {
        var limits = SendLimits()
        (limits.bytes, limits.characters) = (1000, 8000)
        let plan = SendPlanner(limits: limits)
            .plan(again: [], oldest: entries(1...400, size: 300), newest: entries(391...400, size: 300))
        #expect(plan.new.allSatisfy { $0.count <= 3 } && plan.new.last == 398...400)
        let characters = plan.new.map { SendLimits.characters(ofContent: $0.count * 300) }.reduce(0, +)
        #expect(characters <= 8000 - SendLimits.bodyCharacters)
        #expect(plan.new.count > 2 && plan.new.first == 1...3)
        // One that fits nowhere goes alone, so that it is refused and known.
        let huge = SendPlanner(limits: limits)
            .plan(again: [], oldest: entries([1], size: 99_999) + entries([2]), newest: [])
        #expect(huge.new == [1...1])
    }

    @Test("What was too large becomes smaller, first the request, then the message; two messages always fit")
    func lower() {
        var limits = SendLimits()
        limits.lower(after: 25)
        #expect(limits.messages == 12 && limits.entries == 500)
        for _ in 0..<5 { limits.lower(after: limits.messages) }
        #expect(limits.messages == 2 && limits.entries < 500 && limits.entries > 0)
        for _ in 0..<20 { limits.lower(after: 1) }
        #expect(limits.entries == 1)
        var odd = SendLimits()
        (odd.messages, odd.entries, odd.bytes) = (0, 100_000, .max)
        let plan = SendPlanner(limits: odd)
            .plan(again: [], oldest: entries(1...60_000), newest: entries(40_001...60_000))
        #expect(plan.new.count == 2 && plan.new.first?.lowerBound == 1 && plan.new.last?.upperBound == 60_000)
    }

    @Test("Drained request by request, every entry is in one message, the backlog in order, the newest at once")
    func drain() {
        var random = Sequence64(state: 3)
        for round in 0..<40 {
            var limits = SendLimits()
            limits.entries = .random(in: 1...60, using: &random)
            limits.messages = .random(in: 2...6, using: &random)
            limits.bytes = .random(in: 100...4000, using: &random)
            let planner = SendPlanner(limits: limits)
            var waiting = entries(
                1...Int.random(in: 1...1500, using: &random), size: .random(in: 20...90, using: &random))
            var (total, sent, old) = (waiting.count, Set<Int64>(), Int64(0))
            for _ in 0..<5000 where !waiting.isEmpty {
                let live = waiting.suffix(.random(in: 0...20, using: &random))
                let plan = planner.plan(again: [], oldest: Array(waiting.prefix(400)), newest: Array(live))
                #expect(!plan.isEmpty && plan.new.count <= limits.messages)
                for (place, range) in plan.new.enumerated() {
                    let taken = waiting.filter { range.contains($0.number) }
                    #expect(!taken.isEmpty && taken.count <= limits.entries)
                    #expect(taken.count == 1 || taken.map(\.size).reduce(0, +) <= limits.bytes)
                    for entry in taken { #expect(sent.insert(entry.number).inserted) }
                    waiting.removeAll { range.contains($0.number) }
                    if place == 0, !live.contains(where: { range.contains($0.number) }) {
                        #expect(range.lowerBound > old)
                        old = range.upperBound
                    }
                }
                if let newest = live.last { #expect(sent.contains(newest.number)) }
                // Meanwhile new ones come.
                if total < 2000, Bool.random(using: &random) {
                    waiting += entries(total + 1...total + 5)
                    total += 5
                }
            }
            #expect(waiting.isEmpty && sent.count == total, "round \(round)")
        }
    }
}
