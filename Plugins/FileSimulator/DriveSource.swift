// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import ReceiverStream
internal import Simulation

/// An endless simulated drive with one epoch per second. Its output passes through the same framer and decoders as a
/// real receiver's.
final class DriveSource: EpochSource {
    private var scenario: DriveScenario
    private let decoder = StreamDecoder()
    private var arrival: HostTime
    private var isFirst = true
    let start: HostTime

    private static let interval: Int64 = 1_000_000_000

    /// - Parameters:
    ///   - seed: The same seed yields the same drive.
    ///   - now: The drive starts at the preceding whole second.
    init(seed: UInt64, now: HostTime) {
        let wall = now.wallNanoseconds - now.wallNanoseconds % Self.interval
        start = HostTime(monotonicNanoseconds: now.monotonicNanoseconds, wallNanoseconds: wall)
        arrival = start
        scenario = DriveScenario(seed: seed, start: UTCTime(nanosecondsSince1970: wall), interval: .seconds(1))
    }

    func next() throws(DriverError) -> ReplayEpoch? {
        let advance = isFirst ? 0 : Self.interval
        isFirst = false
        arrival.monotonicNanoseconds &+= advance
        arrival.wallNanoseconds &+= advance
        var payloads: [Payload] = []
        let burst = scenario.nextEpoch().bytes
        decoder.consume(burst.span, arrivedAt: arrival) { payloads += $0.payloads }
        // The burst is complete; nothing more follows before the next second.
        decoder.idle(at: arrival) { payloads += $0.payloads }
        return ReplayEpoch(advance: advance, payloads: payloads)
    }
}
