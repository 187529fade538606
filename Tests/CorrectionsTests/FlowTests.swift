// SPDX-License-Identifier: Apache-2.0

import ControlModel
import SystemSupport
import Testing

@testable import Corrections

/// What is decided, on a clock of the test's own.
@Suite struct FlowTests {
    private static let second: Int64 = 1_000_000_000

    private func configuration(positions: Duration = .seconds(10)) -> CorrectionsConfiguration {
        var configuration = CorrectionsConfiguration(
            caster: CasterAddress(host: "caster.example", port: 2101, isSecure: false), mountpoint: "M")
        configuration.positionInterval = positions
        return configuration
    }

    private func pauses(_ failures: [CorrectionsReport.Cause], chance: Double = 0) -> [Int64] {
        var retries = Retries(RetryPolicy())
        return failures.map { retries.pause(after: CasterError($0, ""), chance: chance).wholeNanoseconds / Self.second }
    }

    @Test func `what may pass is tried after 5 s, then at most every 5 min`() {
        let pauses = pauses(Array(repeating: .refused, count: 9))
        #expect(pauses == [5, 10, 20, 40, 80, 160, 300, 300, 300])
        #expect(self.pauses(Array(repeating: .closed, count: 2000)).last == 300)
    }

    @Test(arguments: [
        CorrectionsReport.Cause.wrongPassword, .forbidden, .mountpointGone, .html, .notRTCM, .notCaster, .tls, .login,
    ])
    func `what a person has to put right is tried after 10 min, then up to an hour apart`(
        cause: CorrectionsReport.Cause
    ) {
        #expect(pauses([cause, cause, cause, cause, cause]) == [600, 1200, 2400, 3600, 3600])
    }

    @Test func `chance only adds, up to a quarter`() {
        #expect(pauses([.stalled, .stalled], chance: 1) == [6, 12])
        var retries = Retries(RetryPolicy())
        for _ in 0..<100 {
            retries.reset()
            let pause = retries.pause(after: CasterError(.stalled, ""))
            #expect(pause >= .seconds(5) && pause <= .milliseconds(6250))
        }
    }

    @Test func `what the caster wishes counts where it is longer, at most as long as the longest pause`() {
        var retries = Retries(RetryPolicy())
        #expect(retries.pause(after: CasterError(.busy, "", wait: .seconds(120)), chance: 0) == .seconds(120))
        #expect(retries.pause(after: CasterError(.busy, "", wait: .seconds(1)), chance: 0) == .seconds(10))
        #expect(retries.pause(after: CasterError(.busy, "", wait: .seconds(1_000_000)), chance: 0) == .seconds(300))
        #expect(retries.pause(after: CasterError(.busy, "", wait: .seconds(86_400)), chance: 1) == .seconds(375))
        let lasting = CasterError(.forbidden, "", wait: .seconds(1_000_000))
        #expect(retries.pause(after: lasting, chance: 0) == .seconds(3600))
    }

    @Test func `corrections for a minute make the pauses begin anew, a few seconds of them do not`() {
        var flow = CorrectionsFlow(configuration(positions: .zero), at: 0)
        var now: Int64 = 0
        func run(_ seconds: Int64) -> Int64 {
            #expect(flow.next(at: now, hasPosition: false) == .connect)
            flow.answered(at: now)
            for _ in 0...seconds {
                flow.received(at: now)
                now += Self.second
            }
            let pause = flow.failed(CasterError(.closed, ""), at: now, chance: 0)
            #expect(flow.next(at: now + pause - 1, hasPosition: false) == .wait)
            now += pause
            return pause / Self.second
        }
        #expect([run(20), run(20), run(20)] == [5, 10, 20])
        #expect([run(60), run(3)] == [5, 10])
    }

    @Test func `a first position is waited for, not for ever`() {
        var flow = CorrectionsFlow(configuration(), at: 0)
        #expect(flow.next(at: 0, hasPosition: false) == .wait)
        #expect(flow.next(at: 29 * Self.second, hasPosition: false) == .wait)
        var other = flow
        #expect(other.next(at: 30 * Self.second, hasPosition: false) == .connect)
        #expect(flow.next(at: 29 * Self.second, hasPosition: true) == .connect)
        var without = CorrectionsFlow(configuration(positions: .zero), at: 0)
        #expect(without.next(at: 0, hasPosition: false) == .connect)
    }

    @Test func `the position is sent at once after the answer, then at its interval, as soon as there is one`() {
        var flow = CorrectionsFlow(configuration(), at: 0)
        #expect(flow.next(at: 0, hasPosition: true) == .connect)
        #expect(flow.next(at: 1, hasPosition: true) == .wait)
        flow.answered(at: 2)
        #expect(flow.next(at: 3, hasPosition: false) == .wait)
        #expect(flow.next(at: 4, hasPosition: true) == .sendPosition)
        #expect(flow.next(at: 5, hasPosition: true) == .wait)
        #expect(flow.next(at: 10 * Self.second + 3, hasPosition: true) == .wait)
        #expect(flow.next(at: 10 * Self.second + 4, hasPosition: true) == .sendPosition)
    }

    @Test func `without a position the stream is looked after now and then, not all the time`() {
        var flow = CorrectionsFlow(configuration(), at: 0)
        #expect(flow.next(at: 0, hasPosition: true) == .connect)
        flow.answered(at: 2)
        var turns = 0
        var now: Int64 = 3
        while now < 10 * Self.second {
            flow.received(at: now)
            #expect(flow.next(at: now, hasPosition: false) == .wait)
            #expect(flow.wakeUp > now)
            now = max(flow.wakeUp, now + 1)
            turns += 1
        }
        #expect(turns <= 41)
        #expect(flow.next(at: now, hasPosition: true) == .sendPosition)
        #expect(flow.wakeUp > now + Self.second)
    }

    @Test func `an answer, the first message and every other one are waited for no longer than set`() {
        var flow = CorrectionsFlow(configuration(positions: .zero), at: 0)
        #expect(flow.next(at: 0, hasPosition: false) == .connect)
        var unanswered = flow
        guard case .giveUp(let failure) = unanswered.next(at: 30 * Self.second, hasPosition: false) else {
            Issue.record("it waits on")
            return
        }
        #expect(failure.cause == .unreachable)
        flow.answered(at: 29 * Self.second)
        #expect(flow.next(at: 58 * Self.second, hasPosition: false) == .wait)
        var noisy = flow
        guard case .giveUp(let damage) = noisy.next(at: 59 * Self.second, hasPosition: false, noise: 900) else {
            Issue.record("it waits on")
            return
        }
        #expect(damage.cause == .notRTCM)
        flow.received(at: 58 * Self.second)
        #expect(flow.phase == .streaming)
        #expect(flow.next(at: 87 * Self.second, hasPosition: false) == .wait)
        // After a message, the stream is RTCM 3, whatever stood between its messages.
        guard case .giveUp(let stall) = flow.next(at: 88 * Self.second, hasPosition: false, noise: 900) else {
            Issue.record("it waits on")
            return
        }
        #expect(stall.cause == .stalled)
    }
}
