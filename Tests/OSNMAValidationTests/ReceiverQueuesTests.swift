// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ObservationBus
import Testing

@testable import OSNMAValidation

/// The receivers take turns, and a receiver that floods loses only its own data.
struct ReceiverQueuesTests {
    private let hub = ObservationHub()
    private let healthy = SourceID(rawValue: "healthy")
    private let flooding = SourceID(rawValue: "flooding")

    private func fix(_ sequence: Int, from source: SourceID, isReplay: Bool = false) -> Observation {
        Observation(
            source: source, sequence: UInt64(sequence),
            hostTime: HostTime(monotonicNanoseconds: Int64(sequence), wallNanoseconds: 0),
            payload: .fix(Fix(kind: .threeDimensional, quality: .autonomous)),
            origin: ObservationOrigin(isReplay: isReplay, plan: 1))
    }

    private func reader() throws -> Subscription.Reader {
        try #require(hub.subscribe("osnma", policy: .skipOldest(ReceiverQueues.busBound)).reader {})
    }

    private func view(_ satellites: Int) -> SkyView {
        let known = (1...32).compactMap { SatelliteID(.gps, $0).map { Satellite($0) } }
        return SkyView(satellites: (0..<satellites).map { known[$0 % known.count] })
    }

    /// Takes everything from the bus.
    private func fill(_ queues: inout ReceiverQueues, from reader: Subscription.Reader) {
        while !queues.fill(from: reader) {}
    }

    @Test func `a receiver that floods neither delays another nor takes its data`() throws {
        let reader = try reader()
        var queues = ReceiverQueues()
        var taken: [Observation] = []
        for round in 0..<20 {
            for number in 0..<500 { hub.publish([fix(500 * round + number, from: flooding)]) }
            hub.publish([fix(2 * round, from: healthy), fix(2 * round + 1, from: healthy)])
            fill(&queues, from: reader)
            let turns = [queues.next(), queues.next()].compactMap { $0 }
            #expect(Set(turns.compactMap { $0.first?.source }) == [healthy, flooding])
            #expect(queues.judgedUntil(healthy) != nil && queues.judgedUntil(flooding) == nil)
            taken += turns.joined()
        }
        while let batch = queues.next() { taken += batch }
        #expect(queues.isEmpty)
        #expect(taken.filter { $0.source == healthy }.map(\.sequence) == Array(0..<40))
        let others = taken.filter { $0.source == flooding }.map(\.sequence)
        #expect(others == others.sorted() && others.last == 9999)
        #expect((1000...4096 + 20).contains(others.count))
        let losses = queues.takeLosses()
        #expect(losses.map(\.receiver) == [flooding] && losses.first?.count == 10_000 - others.count)
        let reported = queues.takeLosses()
        #expect(reported.isEmpty)
        let (shed, again) = (queues.takeShed(), queues.takeShed())
        #expect(shed == 10_000 - others.count && again == 0 && queues.count == 0)
    }

    @Test func `what the bus loses is reported as its loss`() throws {
        let bound = QueueBound(observations: 10, bytes: 1 << 20)
        let reader = try #require(hub.subscribe("osnma", policy: .skipOldest(bound)).reader {})
        var queues = ReceiverQueues()
        for number in 0..<30 { hub.publish([fix(number, from: healthy)]) }
        fill(&queues, from: reader)
        #expect(queues.count == 10)
        let losses = queues.takeLosses()
        #expect(losses.count == 1 && losses.first?.count == 20 && losses.first?.receiver == .some(nil))
        // The bus has counted it.
        let (shed, reported) = (queues.takeShed(), queues.takeLosses())
        #expect(shed == 0 && reported.isEmpty && hub.status.consumers.first?.lost == 20)
    }

    @Test func `the bound in bytes holds, and the receiver with the most bytes loses`() {
        var queues = ReceiverQueues()
        for number in 0..<10 { queues.add([fix(number, from: healthy)]) }
        let view = view(2048)
        for number in 0..<200 {
            let time = HostTime(monotonicNanoseconds: Int64(number), wallNanoseconds: 0)
            queues.add([
                Observation(
                    source: flooding, sequence: UInt64(number), hostTime: time, payload: .satellites(view))
            ])
        }
        var taken: [Observation] = []
        while let batch = queues.next() { taken += batch }
        #expect(taken.filter { $0.source == healthy }.map(\.sequence) == Array(0..<10))
        #expect((1..<200).contains(taken.count { $0.source == flooding }))
    }

    @Test func `a replay waits for the stage and loses nothing`() throws {
        let reader = try reader()
        var (queues, published, taken) = (ReceiverQueues(), 0, [UInt64]())
        for _ in 0..<20 {
            while hub.publish([fix(published, from: healthy, isReplay: true)], waitingUpTo: .zero) == .accepted {
                published += 1
            }
            // Meanwhile another receiver floods.
            for number in 0..<200 { hub.publish([fix(number, from: flooding)]) }
            for _ in 0..<600 {
                _ = queues.fill(from: reader)
                taken += (queues.next() ?? []).filter { $0.source == healthy }.map(\.sequence)
            }
        }
        while !(queues.fill(from: reader) && queues.isEmpty) {
            taken += (queues.next() ?? []).filter { $0.source == healthy }.map(\.sequence)
        }
        #expect(published > 4000 && taken == (0..<published).map { UInt64($0) })
    }

    @Test func `only a limited number of bytes from replays waits in the queues`() throws {
        let reader = try reader()
        var (queues, published) = (ReceiverQueues(), 0)
        var observation = fix(0, from: healthy, isReplay: true)
        observation.payload = .satellites(view(512))
        while hub.publish([observation], waitingUpTo: .zero) == .accepted { published += 1 }
        let isAllTaken = queues.fill(from: reader)
        let (waiting, limit) = (queues.count * observation.footprint, QueueBound.stage.bytes / 4)
        #expect(!isAllTaken && queues.count < 256 && (limit..<limit + observation.footprint).contains(waiting))
        var taken = 0
        while let batch = queues.next() {
            taken += batch.count
            _ = queues.fill(from: reader)
        }
        #expect(taken == published && reader.pending == 0)
    }

    @Test func `what was published until a time is judged once it has been taken and nothing waits`() {
        var queues = ReceiverQueues()
        queues.note(100, pending: 0)
        #expect(queues.judgedUntil(healthy) == 100)
        // Two observations are still on the bus; more come before they are taken.
        queues.note(200, pending: 2)
        queues.add([fix(1, from: flooding)])
        queues.note(300, pending: 5)
        #expect(queues.judgedUntil(healthy) == 100 && queues.judgedUntil(flooding) == nil)
        queues.add([fix(2, from: flooding)])
        queues.note(400, pending: 5)
        #expect(queues.judgedUntil(healthy) == 200)
        _ = queues.next()
        #expect(queues.judgedUntil(flooding) == nil)
        _ = queues.next()
        #expect(queues.judgedUntil(flooding) == 200)
        queues.note(500, pending: 0)
        #expect(queues.judgedUntil(flooding) == 500)
    }
}
