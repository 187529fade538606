// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Random results of every stage, with each field known or not.
enum ResultGenerator {
    static func all(using generator: inout some RandomNumberGenerator) -> [any StageResult] {
        [
            authentication(using: &generator), centroid(using: &generator), uplink(using: &generator),
            members(using: &generator),
            Alert(
                code: "low-disk", severity: .warning, text: "voll\n\"\\/\u{0}", isOver: Bool.random(using: &generator)),
            ActiveReceiver(
                current: maybe(SourceID(rawValue: "rover"), &generator),
                previous: maybe(SourceID(rawValue: "base"), &generator), reason: "besser"),
        ]
    }

    static func maybe<T>(_ value: T, _ generator: inout some RandomNumberGenerator) -> T? {
        Bool.random(using: &generator) ? value : nil
    }

    static func number(_ range: ClosedRange<Double>, _ g: inout some RandomNumberGenerator) -> Double? {
        maybe(Double.random(in: range, using: &g), &g)
    }

    static func time(using g: inout some RandomNumberGenerator) -> UTCTime? {
        let time = UTCTime(
            nanosecondsSince1970: Int64.random(in: 0...4_000_000_000_000_000_000, using: &g),
            isLeapSecond: Bool.random(using: &g))
        return maybe(time, &g)
    }
}
