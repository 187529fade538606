// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import AgrirouterSimulator
@testable import StrictFormats

@Suite struct FeedTests {
    private static let unknown = "40ec82f6-0f7e-46e8-8a22-52e62b130ea7"

    /// A client with messages in its feed, and the partner that sent them.
    private func filled(_ count: Int, age: Double = 60, spread: Double = 600) -> (Bench, String) {
        let bench = Bench()
        bench.join()
        let partner = bench.admin("POST", "/partners", [:]).json["id"]?.text ?? ""
        _ = bench.admin(
            "POST", "/partners/\(partner)/send",
            ["messages": JSONValue(count), "age_s": .number(age), "spread_s": .number(spread), "push": false])
        return (bench, partner)
    }

    private func everything() -> [UInt8] {
        TestPayload.period(from: Bench.start.adding(-2_419_200), to: Bench.start)
    }

    /// The ids, the total and the pages of an answer.
    private func page(_ answer: Bench.Answer?) throws -> (ids: [String], total: Int64, pages: Int64) {
        let header = MessageForm("Header", [FieldForm(10, "message_id", .string)])
        let message = MessageForm("FeedMessage", [FieldForm(1, "header", .message(header))])
        let two = MessageForm("Two", [FieldForm(1, "first", .int32), FieldForm(2, "second", .int32)])
        let form = MessageForm(
            "Page",
            [
                FieldForm(1, "query_metrics", .message(two)), FieldForm(2, "page", .message(two)),
                FieldForm(3, "messages", .message(message), repeated: true),
            ])
        var decoder = StrictDecoder()
        let page = try decoder.decode(try #require(answer).payload[...], as: form)
        return (
            page.messages(3).compactMap { $0.message(1)?.text(10) }, page.message(1)?.integer(1) ?? 0,
            page.message(2)?.integer(2) ?? 0
        )
    }

    @Test func `queries bring pages of 25 until all is confirmed`() throws {
        let (bench, _) = filled(60)
        var seen: [String] = []
        for (left, pages) in [(60, 3), (35, 2), (10, 1)] {
            let answers = bench.send(bench.message("dke:feed_message_query", everything()))
            #expect(answers.map(\.code) == [200])
            #expect(answers.map(\.kind) == [7])
            let page = try page(answers.first)
            #expect(page.total == Int64(left))
            #expect(page.pages == Int64(pages))
            seen += page.ids
            let confirmed = bench.send(bench.message("dke:feed_confirm", TestPayload.ids(page.ids)))
            #expect(confirmed.first?.codes == page.ids.map { _ in "VAL_000206" })
        }
        #expect(Set(seen).count == 60)
        #expect(bench.world.endpoints[bench.endpoint]?.feed.isEmpty == true)
        #expect(bench.violations().isEmpty)
    }

    @Test func `a page has at most a megabyte`() throws {
        let (bench, partner) = filled(0)
        bench.world.endpoints[bench.endpoint]?.feed = []
        _ = bench.admin("POST", "/partners/\(partner)/send", ["messages": 10, "entries": 4000, "push": false])
        let page = try page(bench.send(bench.message("dke:feed_message_query", everything())).first)
        #expect(page.total == 10)
        #expect(page.pages > 1)
        #expect(page.ids.count < 10)
        #expect(!page.ids.isEmpty)
    }

    @Test func `a query is by ids, senders and period, all of which must fit`() throws {
        let (bench, partner) = filled(2, age: 100, spread: 1000)
        let ids = bench.world.endpoints[bench.endpoint]?.feed.map(\.messageID) ?? []
        func count(_ payload: [UInt8]) throws -> Int {
            guard let answer = bench.send(bench.message("dke:feed_message_query", payload)).first else { return -1 }
            return answer.code == 200 ? try page(answer).ids.count : Int(-answer.code)
        }
        #expect(try count(TestPayload.ids([ids[0]])) == 1)
        #expect(try count(TestPayload.ids([Self.unknown])) == -204)
        #expect(try count(TestPayload.period(from: Bench.start.adding(-900), to: Bench.start)) == 1)
        var writer = WireWriter()
        writer.text(2, partner)
        #expect(try count(writer.bytes) == 2)
        writer.message(3) { ResponseWriter.time(&$0, 1, Bench.start) }
        #expect(try count(writer.bytes) == -204)
    }

    @Test func `queries without a filter, or with ids that are none, are refused`() {
        let (bench, _) = filled(1)
        for type in ["dke:feed_message_query", "dke:feed_header_query"] {
            #expect(bench.send(bench.message(type, [])).map(\.summary) == ["400 VAL_000017"])
            #expect(bench.send(bench.message(type, TestPayload.ids(["1"]))).map(\.summary) == ["400 VAL_000018"])
        }
        #expect(bench.send(bench.message("dke:feed_delete", [])).map(\.summary) == ["400 VAL_000018"])
        #expect(bench.send(bench.message("dke:feed_confirm", [])).map(\.summary) == ["400 VAL_000017"])
        #expect(bench.violations("T-6").count == 1)
    }

    @Test func `nothing found is 204, with or without a payload`() {
        let (bench, _) = filled(0)
        bench.world.endpoints[bench.endpoint]?.feed = []
        var answer = bench.send(bench.message("dke:feed_message_query", everything())).first
        #expect(answer?.code == 204)
        #expect(answer?.payload.isEmpty == true)
        bench.world.options.noMatch = .empty
        answer = bench.send(bench.message("dke:feed_header_query", everything())).first
        #expect(answer?.code == 204)
        #expect(answer?.kind == 6)
        #expect(answer?.payload.isEmpty == false)
        #expect(bench.send(bench.message("dke:feed_delete", everything())).map(\.summary) == ["204 VAL_000208"])
    }

    @Test func `headers are listed by sender`() throws {
        let (bench, partner) = filled(3)
        let answer = try #require(bench.send(bench.message("dke:feed_header_query", everything())).first)
        #expect(answer.code == 200)
        let header = MessageForm("Header", [FieldForm(1, "message_id", .string)])
        let feed = MessageForm(
            "Feed", [FieldForm(1, "sender_id", .string), FieldForm(3, "headers", .message(header), repeated: true)])
        var decoder = StrictDecoder()
        let form = MessageForm("List", [FieldForm(4, "feed", .message(feed), repeated: true)])
        let list = try decoder.decode(answer.payload[...], as: form).messages(4)
        #expect(list.map { $0.text(1) } == [partner])
        #expect(list.first?.messages(3).count == 3)
    }

    @Test func `confirming and deleting tell what became of each`() {
        let (bench, _) = filled(3)
        let ids = bench.world.endpoints[bench.endpoint]?.feed.map(\.messageID) ?? []
        let confirmed = bench.send(bench.message("dke:feed_confirm", TestPayload.ids([ids[0], Self.unknown])))
        #expect(confirmed.map(\.summary) == ["200 VAL_000206 VAL_000205"])
        #expect(
            bench.send(bench.message("dke:feed_confirm", TestPayload.ids([ids[0]]))).map(\.summary) == [
                "200 VAL_000205"
            ])
        let deleted = bench.send(bench.message("dke:feed_delete", everything()))
        #expect(deleted.map(\.summary) == ["201 VAL_000209 VAL_000209"])
    }

    @Test func `the feed is kept for four weeks`() {
        let (bench, _) = filled(2, age: 60, spread: 2_419_200)
        #expect(bench.world.endpoints[bench.endpoint]?.feed.count == 2)
        _ = bench.fetch()
        #expect(bench.world.endpoints[bench.endpoint]?.feed.count == 1)
    }
}
