// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import Agrirouter

struct SessionTests {
    private static let start = [
        "dke:capabilities", "dke:subscription", "dke:list_endpoints", "dke:feed_message_query", "dke:feed_delete",
    ]

    private static let other = Values.id("11111111-2222-4333-8444-555555555555")

    private static func message(_ id: String, from sender: String = "a") -> FeedMessage {
        FeedMessage(
            FeedHeader(messageID: id, type: .gpsInfo, sender: sender), .positions(GPSList([Values.fix])))
    }

    @Test(
        "A start: capabilities, subscription, list, the last 15 minutes, the rest deleted; each after the other's answer"
    )
    func start() throws {
        let run = Run()
        #expect(run.next()?.payload.type == .capabilities)
        #expect(run.next() == nil && !run.session.maySend)
        run.answerPending()
        #expect(!run.session.maySend)
        #expect(run.settle() == Array(Self.start.dropFirst()))
        #expect(run.session.maySend && run.events.filter { $0 == .ready }.count == 1)
        #expect(run.sent.map(\.sequence) == [1, 2, 3, 4, 5])
        #expect(Set(run.sent.map(\.id)).count == 5)
        let spans = run.sent.compactMap(\.payload.selection?.sent)
        #expect(spans.map { $0.upperBound.since($0.lowerBound) } == [.seconds(900), .seconds(28 * 86_400)])
        #expect(spans[1].upperBound == spans[0].lowerBound)
        #expect(run.next() == nil)
    }

    @Test("The list every five minutes, the feed every hour, capabilities and subscription every day")
    func intervals() {
        let run = Run()
        run.settle()
        var counts: [String: Int] = [:]
        for _ in 0..<(25 * 60) {
            run.pass(.seconds(60))
            for type in run.settle() { counts[type, default: 0] += 1 }
        }
        #expect(counts["dke:list_endpoints"] == 25 * 12)
        #expect(counts["dke:feed_message_query"] == 25 && counts["dke:feed_delete"] == 25)
        #expect(counts["dke:capabilities"] == 1 && counts["dke:subscription"] == 1)
        #expect(run.events.filter { $0 == .ready }.count == 1)
    }

    @Test("Positions may be sent while capabilities are stated again")
    func sendingGoesOn() {
        let run = Run()
        run.settle()
        run.pass(.seconds(24 * 3600))
        #expect(run.next()?.payload.type == .capabilities)
        #expect(run.session.maySend)
    }

    @Test("A feed of several pages: each is processed and confirmed before the next is asked for")
    func pages() {
        let run = Run()
        run.feed = (1...60).map { Self.message("m\($0)") }
        run.confirms = false
        run.settle()
        #expect(run.received.count == 25 && run.next() == nil)
        run.confirms = true
        run.session.confirm(run.received.map(\.header.messageID))
        let types = run.settle()
        #expect(
            types == [
                "dke:feed_confirm", "dke:feed_message_query", "dke:feed_confirm", "dke:feed_message_query",
                "dke:feed_confirm", "dke:feed_delete",
            ])
        #expect(run.received.map(\.header.messageID) == (1...60).map { "m\($0)" })
        #expect(run.feed.isEmpty)
    }

    @Test("A feed that forgets no message is not asked for for ever")
    func stubbornFeed() {
        let run = Run()
        run.feed = (1...60).map { Self.message("m\($0)") }
        run.keepsConfirmed = true
        let types = run.settle(limit: 50)
        #expect(types.last == "dke:feed_delete" && types.count < 20)
        #expect(run.received.count == 25)
    }

    @Test("A message that comes by push and by query, or again, is received once and confirmed each time")
    func twice() {
        let run = Run()
        run.settle()
        let push = Response(code: 200, type: .push, body: .push([Self.message("p"), Self.message("q")]))
        run.receive(push)
        run.receive(push)
        #expect(run.received.map(\.header.messageID) == ["p", "q"])
        #expect(run.settle() == ["dke:feed_confirm"])
        run.receive(push)
        #expect(run.received.count == 2)
        #expect(run.settle() == ["dke:feed_confirm"])
        #expect(run.sent.suffix(2).map(\.payload) == Array(repeating: .feedConfirmation(["p", "q"]), count: 2))
    }

    @Test("Where something new is pushed all the time, what was missed is asked for and cleared all the same")
    func fleet() {
        let run = Run()
        run.feed = (1...60).map { Self.message("m\($0)") }
        var types: [String] = []
        for number in 0..<30 {
            run.receive(Response(code: 200, type: .push, body: .push([Self.message("p\(number)")])))
            types += run.settle(limit: 1)
        }
        #expect(types.count == 30 && types.last == "dke:feed_confirm")
        #expect(types.filter { $0 == "dke:feed_message_query" }.count == 3 && types.contains("dke:feed_delete"))
        #expect(run.received.count == 90 && run.feed.isEmpty)
    }

    @Test("A message is confirmed only after it was processed, and one without an id never")
    func confirmed() {
        let run = Run()
        run.settle()
        run.confirms = false
        run.receive(Response(code: 200, type: .push, body: .push([Self.message("p"), Self.message("")])))
        // Not even when it comes again meanwhile.
        run.receive(Response(code: 200, type: .push, body: .push([Self.message("p")])))
        #expect(run.received.count == 1 && run.next() == nil)
        run.session.confirm(["p"])
        #expect(run.next()?.payload == .feedConfirmation(["p"]))
    }

    @Test("Thousands of messages are confirmed in batches, and the memory of them is bounded")
    func many() {
        var ids = FeedIDs()
        for number in 0..<(3 * FeedIDs.limit) {
            let isNew = ids.take("\(number)")
            #expect(isNew)
            ids.processed("\(number)")
            if ids.next.count == FeedIDs.batch { ids.confirmed(ids.next) }
        }
        #expect(ids.toConfirm.count < FeedIDs.batch)
        let (late, early) = (ids.take("\(3 * FeedIDs.limit - 1)"), ids.take("0"))
        #expect(!late && early)
    }

    @Test("An unknown sender has the endpoints listed at once, but once a minute at most")
    func unknownSender() {
        let run = Run()
        run.settle()
        run.pass(.seconds(70))
        run.receive(Response(code: 200, type: .push, body: .push([Self.message("p", from: "new")])))
        #expect(run.settle().contains("dke:list_endpoints"))
        run.receive(Response(code: 200, type: .push, body: .push([Self.message("q", from: "newer")])))
        #expect(!run.settle().contains("dke:list_endpoints"))
        run.pass(.seconds(61))
        #expect(run.settle() == ["dke:list_endpoints"])
        run.receive(Response(code: 200, type: .push, body: .push([Self.message("r", from: "a")])))
        run.pass(.seconds(61))
        #expect(run.settle() == ["dke:feed_confirm"])
    }

    @Test("Without an answer a command is sent again after 25 seconds, as it was; after five minutes it is given up")
    func noAnswer() throws {
        let run = Run()
        let first = try #require(run.next())
        run.pass(.seconds(24))
        #expect(run.next() == nil)
        run.pass(.seconds(2))
        for _ in 0..<11 {
            let again = try #require(run.next())
            #expect(again.id == first.id && again.sequence == first.sequence && again.time > first.time)
            run.pass(.seconds(26))
        }
        let anew = try #require(run.next())
        #expect(anew.payload.type == .capabilities && anew.id != first.id && anew.sequence == 2)
        // The late answer to the first is nobody's any more.
        run.receive(Response(code: 201, type: .ack, requestID: first.id))
        #expect(run.session.phase == .announcing)
    }

    @Test("What did not reach agrirouter is sent again as it was, as often as it takes")
    func notSent() throws {
        let run = Run()
        let first = try #require(run.next())
        for _ in 0..<20 {
            run.session.notSent(first.id)
            run.pass(.seconds(10))
            let again = try #require(run.next())
            #expect(again.id == first.id && again.sequence == 1)
        }
        // Those trials do not count: without an answer it is still sent once more.
        run.pass(.seconds(299))
        #expect(run.next()?.id == first.id)
        run.session.notSent(Self.other)
        #expect(run.next() == nil)
    }

    @Test("A command that others go before gets a new id and number; one that is under way keeps them")
    func overtaken() throws {
        let run = Run()
        let first = try #require(run.next())
        run.session.overtaken()
        run.session.notSent(first.id)
        #expect(run.next()?.id == first.id)
        run.session.notSent(first.id)
        run.session.overtaken()
        let anew = try #require(run.next())
        #expect(anew.payload == first.payload && anew.id != first.id && anew.sequence == 2)
        run.answerPending()
        #expect(run.next()?.payload.type == .subscription)
    }

    @Test("When agrirouter has an internal error the session waits, longer each time")
    func internalError() {
        let run = Run()
        run.refusals = [.capabilities: ["SYS_000001", "SYS_000001", "SYS_000001"]]
        var waits: [Int] = []
        for _ in 0..<300 where !run.session.maySend {
            run.settle()
            waits.append(run.sent.count)
            run.pass(.seconds(1))
        }
        let seconds = Set(waits).sorted().compactMap { count in waits.firstIndex(of: count) }
        #expect(seconds.count == 4 && run.session.maySend)
        let gaps = zip(seconds.dropFirst(), seconds).map { $0 - $1 }
        #expect(gaps[0] >= 10 && gaps[1] >= 15 && gaps[2] >= 18)
    }

    @Test("Unknown capabilities are stated anew, and the subscription after them")
    func unknownCapabilities() {
        let run = Run()
        run.settle()
        let id = Values.id("11111111-2222-4333-8444-555555555555")
        run.receive(
            Response(
                code: 400, type: .ackWithFailure, requestID: id,
                body: .results([ResultMessage(code: "VAL_000001")])))
        #expect(
            run.events.contains {
                if case .answered(id, let verdict) = $0 { verdict.reaction == .announce } else { false }
            })
        #expect(!run.session.maySend)
        #expect(run.settle() == ["dke:capabilities", "dke:subscription"])
        #expect(run.session.maySend)
    }

    @Test("A subscription or a query that is refused does not stop the rest")
    func refused() {
        let run = Run()
        run.refusals = [.subscription: ["VAL_000006"], .feedMessageQuery: ["VAL_000017"]]
        #expect(run.settle() == Self.start)
        #expect(run.session.maySend)
        let refused = run.events.compactMap { if case .refused(let type, _) = $0 { type } else { nil } }
        #expect(refused == [.subscription, .feedMessageQuery])
    }

    @Test("A capability outside the registration is a warning; a code that is not known is tried once more")
    func warnings() {
        let run = Run()
        run.refusals = [.capabilities: ["VAL_000007"], .subscription: ["VAL_999999"]]
        run.settle()
        run.pass(.seconds(20))
        run.settle()
        #expect(run.session.maySend)
        #expect(run.sent.map(\.payload.type).prefix(3) == [.capabilities, .subscription, .subscription])
        #expect(run.events.contains { if case .noted(.capabilities, _) = $0 { true } else { false } })
        run.refusals = [.listEndpoints: ["VAL_999999", "VAL_999999"]]
        run.pass(.seconds(300))
        run.settle()
        run.pass(.seconds(60))
        run.settle()
        #expect(run.events.contains { if case .refused(.listEndpoints, _) = $0 { true } else { false } })
    }

    @Test(
        "An endpoint that is gone, or not allowed, stops the session; it asks again once an hour, and at once when told",
        arguments: ["VAL_000011", "VAL_000013"])
    func halts(_ code: String) {
        let run = Run()
        run.settle()
        run.refusals = [.capabilities: Array(repeating: code, count: 3)]
        let id = Values.id("11111111-2222-4333-8444-555555555555")
        run.receive(
            Response(code: 400, type: .ackWithFailure, requestID: id, body: .results([ResultMessage(code: code)])))
        guard case .halted(let halt) = run.session.phase else {
            Issue.record("it goes on: \(run.session.phase)")
            return
        }
        #expect(halt.code == code && halt.description.contains(code) && halt.description.contains("Positions are kept"))
        #expect(run.events.contains(.halted(halt)) && !run.session.maySend)
        let before = run.sent.count
        for _ in 0..<120 {
            run.pass(.seconds(60))
            run.settle()
        }
        #expect(run.sent.count == before + 2)
        run.session.restart()
        run.refusals = [:]
        run.settle()
        #expect(run.session.maySend)
    }

    @Test("Lost access stops the session with the reason, to which the report adds the remedy")
    func accessLost() {
        let run = Run()
        run.settle()
        let event = run.session.accessLost(at: run.now)
        guard case .halted(let halt) = event else {
            Issue.record("\(event)")
            return
        }
        #expect(
            halt.kind == .reonboard && halt.code == nil && run.next() == nil && !run.session.maySend
                && halt.reason == "it was refused \(AccessWatch.limit) times in a row")
    }

    @Test("A request that could not be decoded is complained about, a foreign answer is passed over")
    func complaints() {
        let run = Run()
        run.settle()
        run.events = []
        let results = ResponseBody.results([ResultMessage(code: "VAL_000300")])
        run.receive(Response(code: 400, type: .ackWithFailure, body: results))
        run.receive(Response(code: 200, type: .endpoints, body: .endpoints([])))
        run.receive(Response(code: 200, type: ResponseType(rawValue: 13), body: .unknown))
        run.receive(Response(code: 200, type: .push, body: .unreadable("why")))
        #expect(run.events.count == 2)
        guard case .complaint(let verdict)? = run.events.first else {
            Issue.record("no complaint: \(run.events)")
            return
        }
        #expect(verdict.reaction == .drop && run.session.maySend)
    }

    @Test("A clock that is off is found by the first answer")
    func clock() throws {
        let run = Run()
        run.skew = .seconds(120)
        run.settle()
        #expect(run.session.clock.ahead == .seconds(-120))
        run.skew = .zero
        run.pass(.seconds(300))
        run.settle()
        #expect(run.session.clock.ahead == nil)
    }
}
