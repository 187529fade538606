// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import ReceiverHost

/// Two receivers, seen at whole seconds.
struct ActiveReceiverSelectorTests {
    private static let rules = ActiveReceiverSelector.Rules(hold: .seconds(10), fixTimeout: .seconds(3))

    private let a = SourceID(rawValue: "a")
    private let b = SourceID(rawValue: "b")

    private func fix(_ source: SourceID, _ kind: FixKind = .threeDimensional, _ quality: FixQuality = .autonomous)
        -> Observation
    {
        var fix = Fix(kind: kind, quality: kind == .none ? .invalid : quality)
        if kind != .none {
            fix.position = GeodeticPosition(latitude: Angle(degrees: 52), longitude: Angle(degrees: 5))
        }
        return observation(source, .fix(fix))
    }

    private func state(_ source: SourceID, _ state: DriverState) -> Observation {
        observation(source, .driverState(DriverStateReport(state, reason: "test")))
    }

    private func observation(_ source: SourceID, _ payload: Payload) -> Observation {
        let time = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        return Observation(source: source, sequence: 1, hostTime: time, payload: payload)
    }

    /// Feeds both receivers each second; returns who was active after each.
    private func run(
        _ selector: inout ActiveReceiverSelector, _ seconds: ClosedRange<Int64>,
        _ observations: (Int64) -> [Observation]
    ) -> [SourceID?] {
        seconds.map { second in
            for observation in observations(second) { _ = selector.take(observation, at: second * 1_000_000_000) }
            return selector.active
        }
    }

    @Test func `the first receiver is taken at once, and an equal one does not replace it`() {
        var selector = ActiveReceiverSelector(Self.rules)
        let active = run(&selector, 0...60) { _ in [fix(a), fix(b)] }
        #expect(active.allSatisfy { $0 == a })
    }

    @Test func `receivers that come and go do not fill the memory, and do not change the active one`() {
        var selector = ActiveReceiverSelector(Self.rules)
        _ = selector.take(fix(a), at: 0)
        for number in 0..<2 * ActiveReceiverSelector.limit {
            let other = SourceID(rawValue: "other \(number)")
            for observation in [fix(a), fix(other), state(other, .lost)] { _ = selector.take(observation, at: 0) }
        }
        #expect(selector.count <= ActiveReceiverSelector.limit && selector.active == a)
    }

    @Test func `where the active one loses its position the other takes over, and it comes back after the hold`() {
        var selector = ActiveReceiverSelector(Self.rules)
        selector.priorities = [a: 20, b: 10]
        let active = run(&selector, 0...60) { second in
            [fix(a, (10..<20).contains(second) ? .none : .threeDimensional), fix(b)]
        }
        #expect(active[...12].allSatisfy { $0 == a }, "a gap of 3 s is not a loss")
        #expect(active[13...29].allSatisfy { $0 == b })
        #expect(active[30...].allSatisfy { $0 == a })
    }

    @Test func `after a pause of all receivers the first that reports does not take over`() {
        var selector = ActiveReceiverSelector(Self.rules)
        _ = run(&selector, 0...5) { _ in [fix(a), fix(b)] }
        let first = run(&selector, 100...102) { _ in [fix(b)] }
        #expect(first.allSatisfy { $0 == a })
        let both = run(&selector, 103...105) { _ in [fix(b), fix(a)] }
        #expect(both.allSatisfy { $0 == a })
        // If it stays away, it is replaced, also by a receiver that reports seldom.
        let alone = run(&selector, 200...210) { _ in [fix(b)] }
        #expect(alone.last == b)
    }

    @Test func `a receiver that reports seldom replaces one that is silent`() {
        var selector = ActiveReceiverSelector(Self.rules)
        _ = run(&selector, 0...5) { _ in [fix(a), fix(b)] }
        let active = run(&selector, 6...25) { $0 % 5 == 0 ? [fix(b)] : [] }
        #expect(active.last == b)
    }

    @Test func `where the active one is unplugged the other takes over at once`() throws {
        var selector = ActiveReceiverSelector(Self.rules)
        selector.priorities = [a: 20]
        _ = run(&selector, 0...5) { _ in [fix(a), fix(b)] }
        let taken = selector.take(state(a, .lost), at: 5_500_000_000)
        let change = try #require(taken)
        #expect(change.current == b)
        #expect(change.previous == a)
        #expect(change.reason == "a is no longer connected")
    }

    @Test func `a receiver whose fix comes and goes does not make the position jump`() {
        var selector = ActiveReceiverSelector(Self.rules)
        selector.priorities = [a: 20]
        // Good for 8 s of every 16: never better for the whole hold.
        let active = run(&selector, 0...160) { second in [fix(a, second % 16 < 8 ? .threeDimensional : .none), fix(b)] }
        #expect(zip(active, active.dropFirst()).count { $0 != $1 } == 1)
        #expect(active.last == b)
    }

    @Test func `of equal priority the better kind of fix takes over after the hold`() {
        var selector = ActiveReceiverSelector(Self.rules)
        let active = run(&selector, 0...40) { second in
            [fix(a), fix(b, .threeDimensional, second < 10 ? .autonomous : .rtkFixed)]
        }
        #expect(active[...19].allSatisfy { $0 == a })
        #expect(active[20...].allSatisfy { $0 == b })
    }

    @Test func `the reason for a change to a better receiver is the difference that counts`() throws {
        func reason(_ quality: FixQuality, priority: Int) throws -> String {
            var selector = ActiveReceiverSelector(Self.rules)
            selector.priorities = [a: priority]
            // The first one is lost, and comes back.
            _ = run(&selector, 0...2) { _ in [fix(a), fix(b)] }
            _ = selector.take(state(a, .lost), at: 2_500_000_000)
            #expect(selector.active == b)
            _ = run(&selector, 3...12) { _ in [fix(a, .threeDimensional, quality), fix(b)] }
            let change = selector.take(fix(a, .threeDimensional, quality), at: 13_000_000_000)
            return try #require(change).reason
        }
        let begin = "better than b for 10 s: "
        #expect(try reason(.autonomous, priority: 10) == begin + "its fix is as good, and it was found first")
        #expect(try reason(.rtkFixed, priority: 10) == begin + "its fix is better")
        #expect(try reason(.autonomous, priority: 20) == begin + "its priority is 20, not 10")
    }

    @Test func `without any position the active one stays, so that its silence is seen`() {
        var selector = ActiveReceiverSelector(Self.rules)
        _ = run(&selector, 0...5) { _ in [fix(a), fix(b)] }
        let active = run(&selector, 6...30) { _ in [fix(a, .none), fix(b, .none)] }
        #expect(active.allSatisfy { $0 == a })
    }

    @Test func `what a person chose comes first, fails over, and comes back`() throws {
        var selector = ActiveReceiverSelector(Self.rules)
        selector.priorities = [a: 90]
        _ = run(&selector, 0...5) { _ in [fix(a), fix(b)] }
        let chosen = selector.select(b)
        let change = try #require(chosen)
        #expect(change.current == b)
        let active6 = run(&selector, 6...30) { _ in [fix(a), fix(b)] }
        #expect(active6.allSatisfy { $0 == b })
        let active31 = run(&selector, 31...40) { _ in [fix(a)] }
        #expect(active31.last == a)
        let active41 = run(&selector, 41...60) { _ in [fix(a), fix(b)] }
        #expect(active41.last == b)
        let none = selector.select(nil)
        #expect(none?.current == a)
    }

    @Test func `after a start what a person chose is believed as soon as it has a position`() throws {
        var selector = ActiveReceiverSelector(Self.rules, selected: b)
        _ = run(&selector, 0...5) { _ in [fix(a)] }
        #expect(selector.active == a)
        let change = selector.take(fix(b), at: 6_000_000_000)
        #expect(change?.current == b)
        #expect(change?.reason == "selected by the operator")
        // Later it waits like any other.
        _ = run(&selector, 7...10) { _ in [fix(a)] }
        #expect(selector.active == a)
        let early = run(&selector, 11...15) { _ in [fix(a), fix(b)] }
        #expect(early.allSatisfy { $0 == a })
    }

    @Test func `what a person chose comes back at once where it was active before it had a position`() {
        var selector = ActiveReceiverSelector(Self.rules, selected: b)
        _ = run(&selector, 0...3) { _ in [fix(b, .none)] }
        #expect(selector.active == b)
        _ = run(&selector, 4...8) { _ in [fix(a), fix(b, .none)] }
        #expect(selector.active == a)
        #expect(selector.take(fix(b), at: 9_000_000_000)?.current == b)
        // The same for one that is chosen while it is the only one, and deaf.
        var other = ActiveReceiverSelector(Self.rules)
        _ = run(&other, 0...3) { _ in [fix(b, .none)] }
        _ = other.select(b)
        _ = run(&other, 4...8) { _ in [fix(a), fix(b, .none)] }
        #expect(other.active == a)
        #expect(other.take(fix(b), at: 9_000_000_000)?.current == b)
        let lost = run(&other, 10...30) { second in second < 20 ? [fix(a)] : [fix(a), fix(b)] }
        #expect(lost[4...19].allSatisfy { $0 == a }, "once it has had a position, it waits like any other")
        #expect(lost.last == b)
    }

    @Test func `where all are gone there is none, and the first that comes back is taken`() throws {
        var selector = ActiveReceiverSelector(Self.rules)
        _ = run(&selector, 0...2) { _ in [fix(a)] }
        let gone = selector.take(state(a, .lost), at: 3_000_000_000)
        #expect(try #require(gone).current == nil)
        let back = selector.take(fix(b), at: 4_000_000_000)
        #expect(back?.current == b)
    }
}
