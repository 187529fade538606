// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import ObservationBus

/// The drivers and consumers that are measured.
struct Rig {
    let hub = ObservationHub()
    let policy: DeliveryPolicy
    let consumers: Int
    let drivers: Int

    /// The result of a run.
    struct Result {
        var seconds: Double
        var processorSeconds: Double
        var published: UInt64
        var delivered: UInt64
        var lost: UInt64

        var percentOfCore: Double { processorSeconds / seconds * 100 }
    }

    /// Runs the closure once for each driver, each on its own thread, while the consumers count the observations.
    func run(_ drive: @escaping @Sendable (_ number: Int, _ hub: ObservationHub) -> Void) async -> Result {
        let subscriptions = (0..<consumers).map { hub.subscribe("consumer \($0)", policy: policy) }
        let (start, before) = (ContinuousClock.now, processorSeconds())
        let counted = await withTaskGroup(of: Int.self) { group in
            for subscription in subscriptions {
                group.addTask {
                    var count = 0
                    for await batch in subscription { count += batch.count }
                    return count
                }
            }
            await withTaskGroup(of: Void.self) { threads in
                for number in 0..<drivers { threads.addTask { await onThread { drive(number, hub) } } }
            }
            hub.finish()
            return await group.reduce(0, +)
        }
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        let result = Result(
            seconds: elapsed, processorSeconds: processorSeconds() - before,
            published: hub.status.publishedObservations,
            delivered: UInt64(counted), lost: subscriptions.reduce(0) { $0 + $1.status.lost })
        return result
    }
}

/// One epoch of a receiver: a fix, the satellites, and the sentences from which they were decoded.
func epoch(_ number: Int, of receiver: Int, size: Int, payloads: [Payload]) -> [Observation] {
    let source = SourceID(rawValue: "receiver \(receiver)")
    return (0..<size).map { index in
        Observation(
            source: source, sequence: UInt64(number * size + index + 1),
            hostTime: HostTime(monotonicNanoseconds: Int64(number), wallNanoseconds: 0),
            payload: payloads[index % payloads.count])
    }
}

/// The payloads of a typical epoch. They are made in advance, because the benchmark does not measure decoding.
func samplePayloads() -> [Payload] {
    let line = Array("$GNGGA,123519.00,4807.0380000,N,01131.0000000,E,4,12,0.9,545.4,M,46.9,M,,*47\r\n".utf8)
    let satellites = (1...32).compactMap { SatelliteID(.gps, $0).map { Satellite($0, cn0: 40) } }
    let sentences = (0..<98).map { _ in Payload.sentence(Sentence(format: .nmea, bytes: line)) }
    return [.fix(Fix(kind: .threeDimensional, quality: .rtkFixed)), .satellites(SkyView(satellites: satellites))]
        + sentences
}

/// The user and system time of this process so far, in seconds.
func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Runs a closure on a new thread, and waits for its end.
func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
        Thread.detachNewThread {
            body()
            done.resume()
        }
    }
}
