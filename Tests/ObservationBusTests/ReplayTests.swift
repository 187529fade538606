// SPDX-License-Identifier: Apache-2.0

// Only the public interface: what a consumer out of tree has.
import GNSSTypes
import ObservationBus
import Testing

struct ReplayTests {
    @Test func `a consumer gets every sentence of a replay of 10 000 lines in order and without a gap`() async {
        let hub = ObservationHub()
        let lines = (1...10_000).map { Array("$GPTXT,01,01,02,line \($0)*00\r\n".utf8) }
        let subscription = hub.subscribe("reader", to: TopicFilter(kinds: [.sentence]), policy: .skipOldest())

        async let outcomes = onThread {
            let outcomes = lines.enumerated().map { index, line in
                let payload = Payload.sentence(Sentence(format: .nmea, bytes: line))
                return hub.publish([observation(index + 1, from: "replay", payload)], waitingUpTo: .seconds(600))
            }
            hub.finish()
            return outcomes
        }
        var received: [[UInt8]] = []
        var sequences: [UInt64] = []
        for await batch in subscription {
            for observation in batch {
                guard case .sentence(let sentence) = observation.payload else { continue }
                received.append(sentence.bytes)
                sequences.append(observation.sequence)
            }
        }

        #expect(received == lines)
        #expect(sequences == Array(1...10_000))
        #expect(await outcomes.allSatisfy { $0 == .accepted })
        #expect(subscription.status.consumer.lost == 0)
        #expect(subscription.status.consumer.delivered == 10_000)
    }

    @Test func `consumers with different topics each get theirs of one replay`() async {
        let hub = ObservationHub()
        let fixes = hub.subscribe("fixes", to: TopicFilter(kinds: [.fix]), policy: .skipOldest())
        let base = hub.subscribe("base", to: TopicFilter(sources: [SourceID(rawValue: "base")]), policy: .lossless())
        let nothing = hub.subscribe("nothing", to: TopicFilter(kinds: []), policy: .skipOldest())
        hub.publish([sentence(1), fix(2), sentence(3)])
        hub.publish([sentence(1, from: "base")])
        hub.publish([fix(4), sentence(2, from: "base"), fix(3, from: "base")])
        hub.finish()

        var batches: [[Observation]] = []
        for await batch in fixes { batches.append(batch) }
        #expect(batches == [[fix(2)], [fix(4), fix(3, from: "base")]])
        #expect(await allSequences(of: base) == [1, 2, 3])
        #expect(await allSequences(of: nothing) == [])
    }
}
