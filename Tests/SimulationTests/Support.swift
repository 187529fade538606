// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import ReceiverStream
import Simulation

/// An instant, in UTC.
func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0) -> UTCTime {
    let days = CivilDate(year: year, month: month, day: day)?.daysSince1970 ?? 0
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second
    return UTCTime(nanosecondsSince1970: Int64(seconds) * 1_000_000_000)
}

/// The first epochs of a drive.
func drive(
    _ count: Int, seed: UInt64 = 1, from start: UTCTime = utc(2026, 9, 21, 14), every interval: Duration = .seconds(1)
) -> [SimulatedEpoch] {
    var scenario = DriveScenario(seed: seed, start: start, interval: interval)
    return (0..<count).map { _ in scenario.nextEpoch() }
}

/// What our own decoder makes of the bytes of some epochs.
func decode(_ epochs: [SimulatedEpoch]) -> [DecodedEpoch] {
    let decoder = StreamDecoder()
    var decoded: [DecodedEpoch] = []
    for epoch in epochs {
        let time = HostTime(monotonicNanoseconds: 0, wallNanoseconds: epoch.time.nanosecondsSince1970)
        decoder.consume(epoch.bytes.span, arrivedAt: time) { decoded.append($0) }
    }
    decoder.finish { decoded.append($0) }
    return decoded
}

/// The sentences in the bytes of an epoch, without their line ends.
func lines(_ epoch: SimulatedEpoch) -> [String] {
    String(decoding: epoch.bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
}

/// From one position to another that is near, in metres to the east and north: on the ellipsoid near 52.5° N a degree of
/// latitude has 111 273 m, one of longitude as many as its cosine leaves of 111 586 m.
func metres(_ a: GeodeticPosition, _ b: GeodeticPosition) -> (east: Double, north: Double) {
    let north = b.latitude.degrees - a.latitude.degrees
    let east = b.longitude.degrees - a.longitude.degrees
    return (east * 111_586 * cos(a.latitude.radians), north * 111_273)
}
