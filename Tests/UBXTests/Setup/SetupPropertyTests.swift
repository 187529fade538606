// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import Testing

@testable import UBX

/// Machines that face any answer.
struct SetupPropertyTests {
    /// xorshift, so that a failure can be repeated.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    private func answer(_ dice: inout Dice) -> SetupAnswer {
        switch Int.random(in: 0..<6, using: &dice) {
        case 0: .acknowledged
        case 1: .refused
        case 2: .silent
        case 3: .done
        default:
            .answered((0..<Int.random(in: 0..<120, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) })
        }
    }

    /// Whether a procedure comes to an end.
    private func ends(_ procedure: some SetupProcedure, _ dice: inout Dice) -> Bool {
        var procedure = procedure
        var next = SetupAnswer.begin
        for _ in 0..<2000 {
            if case .finish = procedure.next(next) { return true }
            next = answer(&dice)
        }
        return false
    }

    @Test(arguments: 1...200) func `whatever is answered, procedures come to an end`(_ seed: UInt64) throws {
        var dice = Dice(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        #expect(ends(Identification(), &dice))
        for personality in [UBXPersonality.lea6, .m8, .f9, .m10] {
            let bench = Bench(personality, hasRate: Bool.random(using: &dice))
            bench.isTalking = false
            var options = ProvisionOptions()
            options.memory = Bool.random(using: &dice) ? .flash : .ram
            options.rate = Bool.random(using: &dice) ? 2 : nil
            let plan = try #require(bench.plan(options))
            #expect(ends(ProvisionSurvey(plan.identity, options), &dice))
            #expect(ends(Provisioning(plan), &dice))
        }
    }

    @Test func `messages of any content harm no exchange`() {
        var dice = Dice(state: 4711)
        for _ in 0..<2000 {
            let request = SetupRequest(.cfgRATE, expects: .answerAndAcknowledgement)
            var exchange = SetupExchange(request, SetupTiming(), at: 0)
            for now in 0..<Int64(20) {
                let bytes = (0..<Int.random(in: 0..<12, using: &dice)).map { _ in UInt8.random(in: 0...8, using: &dice)
                }
                let id = [MessageID.ackAck, .ackNak, .cfgRATE, .monVER].randomElement(using: &dice) ?? .monVER
                exchange.take(id, bytes.span, at: now)
                exchange.elapse(to: now * 1_000_000_000)
            }
            #expect(exchange.answer != nil)
        }
    }

    @Test func `an acknowledgement of another message is none`() {
        var exchange = SetupExchange(SetupRequest(.cfgVALSET, expects: .acknowledgement), SetupTiming(), at: 0)
        exchange.take(.ackAck, [0x06, 0x8B].span, at: 1)
        exchange.take(.ackNak, [0x06, 0x01].span, at: 1)
        #expect(exchange.answer == nil)
        exchange.take(.ackNak, [0x06, 0x8A].span, at: 1)
        #expect(exchange.answer == .refused)
    }

    @Test(
        arguments: [
            (MessageID.cfgVALGET, [0, 2, 0, 0, 1, 0, 0x21, 0x30], [1, 0, 0, 0, 1, 0, 0x21, 0x30, 232, 3]),
            (.cfgVALGET, [0, 2, 0, 0, 1, 0, 0x21, 0x30], [1, 2, 0, 0, 2, 0, 0x21, 0x30, 1, 0]),
            (.cfgMSG, [0x01, 0x07], [0x01, 0x35, 0, 1, 0, 0, 0, 0]),
            (.cfgPRT, [1], [2] + [UInt8](repeating: 0, count: 19)),
        ] as [(MessageID, [UInt8], [UInt8])])
    func `an answer about something else is none`(_ id: MessageID, _ asked: [UInt8], _ other: [UInt8]) {
        let request = SetupRequest(id, payload: asked, expects: .answerAndAcknowledgement)
        var exchange = SetupExchange(request, SetupTiming(), at: 0)
        exchange.take(id, other.span, at: 1)
        exchange.take(.ackAck, [id.messageClass, id.id].span, at: 1)
        #expect(exchange.answer == nil)
        var right = other
        for (index, byte) in asked.enumerated().dropFirst(id == .cfgVALGET ? 1 : 0) { right[index] = byte }
        exchange.take(id, right.span, at: 2)
        exchange.take(.ackAck, [id.messageClass, id.id].span, at: 2)
        #expect(exchange.answer == .answered(right))
    }

    @Test func `an answer waits for its acknowledgement, and not for ever`() {
        var exchange = SetupExchange(SetupRequest(.cfgRATE, expects: .answerAndAcknowledgement), SetupTiming(), at: 0)
        exchange.take(.cfgRATE, [1, 2, 3, 4, 5, 6].span, at: 10)
        #expect(exchange.answer == nil)
        exchange.elapse(to: 10 + SetupTiming().acknowledgement)
        #expect(exchange.answer == .answered([1, 2, 3, 4, 5, 6]))
    }
}
