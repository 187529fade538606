// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing
import Wire

@testable import AgrirouterSimulator
@testable import StrictFormats

@Suite struct OutboxTests {
    private func joined() -> (Bench, String) {
        let bench = Bench()
        bench.join()
        return (bench, bench.admin("POST", "/partners", [:]).json["id"]?.text ?? "")
    }

    private func send(_ bench: Bench, _ partner: String, _ messages: Int = 1, entries: Int = 1) {
        _ = bench.admin(
            "POST", "/partners/\(partner)/send", ["messages": JSONValue(messages), "entries": JSONValue(entries)])
    }

    @Test func `what was fetched is gone`() {
        let (bench, partner) = joined()
        send(bench, partner, 2)
        #expect(bench.fetch().map(\.kind) == [12, 12])
        #expect(bench.fetch().isEmpty)
        #expect(bench.world.endpoints[bench.endpoint]?.feed.count == 2)
    }

    @Test func `what nobody fetches is gone after five minutes`() {
        let (bench, partner) = joined()
        send(bench, partner)
        bench.world.clock.advance(by: .seconds(301))
        #expect(bench.fetch().isEmpty)
        #expect(bench.world.endpoints[bench.endpoint]?.traffic.expired == 1)
        #expect(bench.world.endpoints[bench.endpoint]?.feed.count == 1)
    }

    @Test func `an answer has at most a hundred items and a megabyte`() {
        let (bench, partner) = joined()
        send(bench, partner, 250)
        #expect(bench.fetch().count == 100)
        #expect(bench.fetch().count == 100)
        #expect(bench.fetch().count == 50)
        send(bench, partner, 10, entries: 4000)
        let answer = bench.get()
        #expect(answer.body.count <= 1_000_000)
        #expect((1..<10).contains(Bench.answers(answer).count))
    }

    @Test func `answers come after the latency, by the service's clock`() {
        let (bench, _) = joined()
        bench.world.options.latency = ["": 0, "dke:ping": 30]
        #expect(bench.send(bench.message("dke:ping")).isEmpty)
        bench.world.clock.advance(by: .seconds(29))
        #expect(bench.fetch().isEmpty)
        bench.world.clock.advance(by: .seconds(1))
        #expect(bench.fetch().map(\.summary) == ["200"])
    }

    @Test func `several pushes in one item, and items in any order`() {
        let (bench, partner) = joined()
        bench.world.options.pushesPerItem = 4
        send(bench, partner, 10)
        #expect(bench.fetch().count == 3)
        bench.world.options.pushesPerItem = 1
        bench.world.options.shufflesOutbox = true
        let texts = (0..<20).map { _ in bench.message("dke:ping") }
        _ = bench.post(measures: texts.map(\.text))
        let answers = bench.fetch().map(\.answers)
        #expect(Set(answers) == Set(texts.map(\.id)))
        #expect(answers != texts.map(\.id))
    }

    @Test(arguments: ServiceOptions.ItemVariant.allCases)
    func `every variant of an item holds what it must`(_ variant: ServiceOptions.ItemVariant) throws {
        let (bench, partner) = joined()
        bench.world.options.itemVariants = [variant]
        _ = bench.post(measures: [bench.message("dke:ping").text])
        send(bench, partner)
        let items = try #require(try JSONReader.read(bench.get().body).items)
        #expect(items.count == ([.unknownType, .undecodable].contains(variant) ? 4 : 2))
        let texts = items.compactMap { $0["command"]?["message"]?.text }
        let answers = texts.compactMap { Base64.decode($0) }.compactMap(Bench.answer)
        #expect(answers.contains { $0.kind == 1 })
        let push = try #require(answers.first { $0.kind == 12 })
        #expect(push.type.hasPrefix("types.agrirouter.com/") == (variant != .bare))
        switch variant {
        case .unknownType: #expect(answers.count { $0.kind == 13 } == 2)
        case .undecodable: #expect(texts.count { StrictBase64.decode($0).isFailure } == 2)
        case .padded: #expect(push.payload.last == 0)
        case .plain, .absent: #expect(texts[0].count < texts[1].count)
        default: break
        }
        let acknowledged = Base64.decode(texts.first ?? "") ?? []
        if variant == .plain { #expect(acknowledged.last == 0) }
        if variant == .emptyAny { #expect(acknowledged.suffix(3) == [2, 0x0A, 0]) }
    }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
