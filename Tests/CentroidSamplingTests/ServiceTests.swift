// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import ObservationBus
import ServiceLifecycle
import Settings
import Testing

@testable import CentroidSampling

@Suite(.timeLimit(.minutes(2))) struct ServiceTests {
    private let hub = ObservationHub()

    private func service(samples: Int = 3) -> CentroidService {
        var preferences = CentroidPreferences()
        preferences.samples = samples
        return CentroidService(
            preferences, OSNMARequirement(), CentroidService.Context(hub: hub, now: { instant(0) }))
    }

    private var ears: Int { hub.status.consumers.count { $0.name == "centroid" } }

    @Test func `it listens while something is sampled, and not otherwise`() async throws {
        let service = service()
        let events = hub.subscribe("test", to: TopicFilter(kinds: [.centroid]), policy: .lossless())
        let running = Task { await service.run() }
        #expect(ears == 0)
        let started = try service.start(SamplingRequest(receiver: rover))
        #expect(ears == 1 && started.sampling.session == 1 && service.statuses.map(\.started) == [instant(0)])
        for second in 1...3 { hub.publish([epoch(Double(second))]) }
        var last: SampledCentroid?
        for await batch in events {
            guard let sampling = batch.last?.payload.result(SampledCentroid.self) else { continue }
            last = sampling
            if sampling.isFinal { break }
        }
        #expect(last?.state == .finished && last?.count == 3)
        while ears != 0 { await Task.yield() }
        #expect(service.statuses.map(\.sampling.state) == [.finished] && service.lost == 0)
        #expect(service.statuses.map(\.samples.count) == [3], "the samples of a session that has ended are kept")
        #expect(service.stop(1) == nil && service.reset(1) == nil)
        running.cancel()
        await running.value
    }

    @Test func `a request that is refused leaves nothing behind`() throws {
        let service = service()
        var request = SamplingRequest(receiver: rover)
        request.change[\.samples] = 99
        #expect(throws: ControlError.self) { try service.start(request) }
        #expect(ears == 0 && service.statuses.isEmpty)
        let status = try service.start(SamplingRequest(receiver: rover))
        #expect(service.stop(status.sampling.session)?.sampling.state == .stopped)
        #expect(ears == 0)
    }

    @Test func `what is lost is counted`() async throws {
        let service = service(samples: 2)
        _ = try service.start(SamplingRequest(receiver: rover))
        // Nobody takes them yet: more than the ring holds.
        for second in 1...20_000 { hub.publish([epoch(Double(second), east: 0.001)]) }
        let running = Task { await service.run() }
        while service.statuses.last?.sampling.state != .finished { await Task.yield() }
        #expect(service.lost > 0)
        running.cancel()
        await running.value
    }

    @Test func `other settings hold at once`() throws {
        let service = service()
        _ = try service.start(SamplingRequest(receiver: rover))
        var preferences = service.preferences
        preferences.samples = 7
        service.apply(preferences)
        #expect(service.statuses.first?.sampling.wanted == 7 && service.preferences.samples == 7)
        service.apply(OSNMARequirement(isRequired: true))
        #expect(service.statuses.first?.sampling.resets == 2)
        #expect(service.stop(1) != nil)
    }
}
