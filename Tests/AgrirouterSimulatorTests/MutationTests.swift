// SPDX-License-Identifier: Apache-2.0

import Testing
import Wire

@testable import AgrirouterSimulator

/// Messages that were made wrong on purpose, one fault each: the service notices every one of them.
@Suite struct MutationTests {
    /// A message of a client, as the bytes of a measure.
    struct Sample: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        /// Fields without which it is another message, but not a wrong one: names of what `path` says.
        var optional: Set<String>
    }

    private static let stamp: Set<String> = ["timestamp.nanos", "gps_utc_timestamp.nanos"]

    /// The golden vectors, and a message of every other type that a gateway sends.
    static let samples: [Sample] = {
        var all = [
            Sample(
                testDescription: "gps:info (golden M1)", bytes: Golden.base64(Golden.positions),
                optional: [
                    "gps_entries.position_up", "gps_entries.pdop", "gps_entries.hdop",
                    "gps_entries.number_of_satellites", "gps_entries.position_north", "gps_entries.position_east",
                ]),
            Sample(
                testDescription: "dke:capabilities (golden M2)", bytes: Golden.base64(Golden.capabilities),
                optional: ["capabilities", "capabilities.direction", "enable_push_notifications"]),
        ]
        let period = TestPayload.period(from: Bench.start.adding(-900), to: Bench.start.adding(1))
        let id = "aaaaaaaa-0000-4000-8000-00000000000f"
        let others: [(String, [UInt8], Set<String>)] = [
            ("dke:subscription", TestPayload.subscription(["gps:info"]), ["technical_message_types", "details.value"]),
            ("dke:list_endpoints", TestPayload.listing(), ["technical_message_type", "direction", "details.value"]),
            (
                "dke:feed_message_query", period,
                ["validity_period.sent_from", "validity_period.sent_to"]
            ),
            ("dke:feed_confirm", TestPayload.ids([id]), []),
        ]
        for (place, (type, payload, optional)) in others.enumerated() {
            var message = TestMessage(
                type: type, sequence: Int64(place + 10), payload: payload, mode: 0, time: Bench.start.adding(1))
            message.id = id
            all.append(Sample(testDescription: type, bytes: message.bytes, optional: optional))
        }
        return all
    }()

    /// What the service made of a message: the rules that it broke, the failures in the outbox, and what was understood.
    private func judge(_ bytes: [UInt8]) -> (findings: [String], message: RequestMessage?) {
        let bench = Bench()
        bench.world.clock.set(Bench.start.adding(1))
        bench.join()
        let posted = bench.post(measures: [Base64.encode(bytes)])
        let failures = bench.fetch().filter { $0.kind == 3 || $0.codes.contains("VAL_000007") }.map(\.summary)
        return (
            bench.violations() + failures + (posted.status == 200 ? [] : ["\(posted.status)"]),
            try? RequestMessage(bytes)
        )
    }

    @Test(arguments: samples) func `a sample itself has no finding`(_ sample: Sample) {
        let (findings, message) = judge(sample.bytes)
        #expect(findings.isEmpty, "\(findings)")
        #expect(message != nil)
    }

    @Test(arguments: samples)
    func `a field that is doubled, out of order, unknown, too long or of another type is found`(
        _ sample: Sample
    ) throws {
        let tree = try WireTree(sample.bytes)
        var tried = 0
        for place in tree.places {
            for mutation in WireTree.Mutation.allCases {
                guard let bytes = tree.mutated(at: place, mutation) else { continue }
                tried += 1
                let (findings, _) = judge(bytes)
                #expect(!findings.isEmpty, "\(mutation) of \(tree.path(place))")
            }
        }
        #expect(tried > 20)
    }

    @Test(arguments: samples) func `a field that is left out is found, unless it may be`(_ sample: Sample) throws {
        let tree = try WireTree(sample.bytes)
        for place in tree.places {
            let path = tree.path(place)
            guard let bytes = tree.without(place) else { continue }
            let (findings, message) = judge(bytes)
            if sample.optional.contains(path) || Self.stamp.contains(where: path.hasSuffix) {
                #expect(message != nil, "\(path)")
            } else {
                #expect(!findings.isEmpty, "nobody misses \(path)")
            }
        }
    }

    @Test(arguments: samples) func `whichever bit is wrong, it is found, or the message says something else`(
        _ sample: Sample
    ) throws {
        let whole = try RequestMessage(sample.bytes)
        for place in sample.bytes.indices {
            for bit in 0..<8 {
                var damaged = sample.bytes
                damaged[place] ^= 1 << bit
                guard let message = try? RequestMessage(damaged) else { continue }
                let isSeen =
                    !message.findings.isEmpty || message.payloadFault != nil
                    || (message.envelope, message.wrapper) != (whole.envelope, whole.wrapper)
                #expect(isSeen, "bit \(bit) of byte \(place)")
            }
        }
    }

    @Test(arguments: samples) func `what is cut off or has something behind it is found`(_ sample: Sample) {
        for count in 0..<sample.bytes.count {
            #expect(throws: MessageError.self) { try RequestMessage(Array(sample.bytes[..<count])) }
        }
        #expect(!judge(sample.bytes + [0]).findings.isEmpty)
    }
}
