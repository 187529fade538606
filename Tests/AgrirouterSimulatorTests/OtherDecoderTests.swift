// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import GNSSTypes
import StrictFormats
import Testing

@testable import AgrirouterSimulator

/// The simulator and the gateway's own messages, which share no code: what each writes the other reads.
@Suite struct OtherDecoderTests {
    private final class Client {
        let bench = Bench()
        private var sequence: Int64 = 0
        private var random = SystemRandomNumberGenerator()

        /// Sends a request as the gateway does, and fetches as it does.
        func exchange(_ payload: RequestPayload) throws -> [Agrirouter.Response] {
            sequence += 1
            let request = Agrirouter.Request(
                id: MessageID(random: &random), sequence: sequence, time: bench.world.clock.now, payload)
            let body = MeasureRequest(
                sensorAlternateID: bench.endpoint, capabilityAlternateID: bench.endpoint,
                measures: [try request.measure()])
            #expect(bench.post(body.json).status == 200)
            let outbox = try Agrirouter.ReceivedMessages(decoding: bench.get().body)
            #expect(outbox.faults.isEmpty)
            #expect(outbox.responses.filter { $0.type != .push }.allSatisfy { $0.requestID == request.id })
            return outbox.responses
        }
    }

    private let everything = Agrirouter.FeedSelection(sent: Bench.start.adding(-900)...Bench.start)

    @Test func `a session of the gateway's own messages has no finding, and every answer is read`() throws {
        let client = Client()
        let capabilities = Capabilities(
            [.init(.gpsInfo, .sendReceive), .init(.timeLog, .send), .init(.deviceDescription, .send)],
            applicationID: World.Default.application, versionID: World.Default.version)
        #expect(try client.exchange(.capabilities(capabilities)).map(\.type) == [.ack])
        #expect(try client.exchange(.subscription([.gpsInfo])).map(\.code) == [201])
        #expect(try client.exchange(.ping).map(\.code) == [200])
        let partner = client.bench.admin("POST", "/partners", ["name": "Tractor 2"]).json["id"]?.text ?? ""
        guard case .endpoints(let listed)? = try client.exchange(.listEndpoints(.gpsInfo, .sendReceive)).first?.body
        else {
            Issue.record("no list")
            return
        }
        #expect(listed.map(\.name).contains("Tractor 2"))
        #expect(try client.exchange(.listEndpointsUnfiltered(nil, .sendReceive)).map(\.type) == [.endpoints])
        let list = GPSList([GPSEntry(absence: .notAvailable, at: Bench.start)])
        #expect(try client.exchange(.content(.gpsInfo, list.bytes)).map(\.code) == [201])
        #expect(client.bench.world.endpoints[partner]?.partner?.positions.first?.status == 15)
        try feed(client, partner)
        #expect(client.bench.violations().isEmpty, "\(client.bench.violations())")
    }

    private func feed(_ client: Client, _ partner: String) throws {
        #expect(try client.exchange(.feedMessages(everything)).map(\.code) == [204])
        _ = client.bench.admin("POST", "/partners/\(partner)/send", ["messages": 2, "entries": 3])
        let answers = try client.exchange(.feedMessages(everything))
        let pushes = answers.filter { $0.type == .push }
        #expect(pushes.count == 2)
        guard case .feed(let page)? = answers.first(where: { $0.type == .feedMessages })?.body else {
            Issue.record("no page")
            return
        }
        #expect(page.messages.map(\.header.sender) == [partner, partner])
        guard case .push(let pushed)? = pushes.first?.body else {
            Issue.record("no push")
            return
        }
        #expect(pushed.map(\.header.messageID) == [page.messages[0].header.messageID])
        guard case .feedHeaders? = try client.exchange(.feedHeaders(everything)).first?.body else {
            Issue.record("no headers")
            return
        }
        guard
            case .results(let results)? = try client.exchange(.feedConfirmation([page.messages[0].header.messageID]))
                .first?.body
        else {
            Issue.record("no results")
            return
        }
        #expect(results.map(\.code) == ["VAL_000206"])
        #expect(try client.exchange(.feedDeletion(everything)).map(\.code) == [201])
    }

    @Test func `every variant of an item is read, but for the one that cannot be`() throws {
        for variant in ServiceOptions.ItemVariant.allCases {
            let client = Client()
            client.bench.join()
            client.bench.world.options.itemVariants = [variant]
            let id = client.bench.admin("POST", "/partners", [:]).json["id"]?.text ?? ""
            _ = client.bench.admin("POST", "/partners/\(id)/send", ["entries": 2])
            let outbox = try Agrirouter.ReceivedMessages(decoding: client.bench.get().body)
            #expect(outbox.faults.count == (variant == .undecodable ? 1 : 0), "\(variant)")
            guard case .push(let messages)? = outbox.responses.first(where: { $0.type == .push })?.body else {
                Issue.record("no push in \(variant)")
                continue
            }
            #expect(messages.count == 1)
        }
    }
}
