// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import Paths

/// Points at random, with everything that a point may have or lack.
struct RandomPoints {
    private var state: UInt64
    /// What all numbers of a path are, where they are all the same.
    private var constant: Double?

    init(seed: UInt64) { state = seed }

    /// So many points.
    mutating func points(_ count: Int) -> [PathPoint] {
        let hasTimes = next(3)
        constant = next(3) == 0 ? 0.1 : nil
        return (0..<count).compactMap { _ in point(hasTimes: hasTimes) }
    }

    /// 0..<count (SplitMix64).
    mutating func next(_ count: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ value >> 31) % UInt64(count))
    }

    private mutating func real(_ limit: Double) -> Double { (Double(next(1 << 53)) / Double(1 << 52) - 1) * limit }

    private mutating func maybe<Value>(_ value: (inout RandomPoints) -> Value) -> Value? {
        (constant == nil || next(10) == 0) && next(3) == 0 ? nil : value(&self)
    }

    private mutating func number() -> Double {
        if let constant { return constant }
        return switch next(6) {
        case 0: Double(next(2000) - 1000)
        case 1: Double(next(100_000)) / 1000
        case 2: real(1e-9)
        case 3: real(1e18)
        default: real(9000)
        }
    }

    private mutating func place() -> GeodeticPosition? {
        let latitudes = [90, -90, 0, real(90), real(90), Double(next(1_800_000_001) - 900_000_000) * 1e-7]
        let longitudes = [180, -180, 0, 179.999_999_9, -179.999_999_9, real(180), real(180), real(180)]
        return GeodeticPosition(
            latitude: Angle(degrees: max(-90, min(90, latitudes[next(latitudes.count)]))),
            longitude: Angle(degrees: longitudes[next(longitudes.count)]))
    }

    private mutating func time() -> UTCTime {
        switch next(4) {
        // A leap second is the first of a day, as it is counted.
        case 0:
            UTCTime(nanosecondsSince1970: 1_483_228_800_000_000_000 + Int64(next(1_000_000_000)), isLeapSecond: true)
        case 1: UTCTime(nanosecondsSince1970: Int64(next(.max)) - Int64(next(.max)))
        default: UTCTime(nanosecondsSince1970: 1_777_000_000_000_000_000 + Int64(next(1 << 40)) * 1_000_000)
        }
    }

    private mutating func receiver() -> String {
        let pieces = [
            "rover", " ", "\"", "<", ">", "&", "'", ",", ";", "\n", "\r\n", "\r", "\t", "Ž", "衛星", "🛰", "]]>", "\\",
            "=1+1",
        ]
        return (0...next(5)).map { _ in pieces[next(pieces.count)] }.joined()
    }

    private mutating func point(hasTimes: Int) -> PathPoint? {
        guard let place = place() else { return nil }
        var point = PathPoint(place)
        point.height.ellipsoidal = maybe { Length(metres: $0.number()) }
        point.height.orthometric = maybe { Length(metres: $0.number()) }
        point.height.geoidSeparation = maybe { Length(metres: $0.number()) }
        if hasTimes == 1 || (hasTimes == 2 && next(2) == 0) { point.time = time() }
        point.origin = PathPoint.Origin.allCases[next(3)]
        point.beginsSegment = next(5) == 0
        point.receiver = maybe { $0.receiver() }
        point.fixKind = FixKind.allCases[next(FixKind.allCases.count)]
        point.quality = FixQuality.allCases[next(FixQuality.allCases.count)]
        point.horizontalAccuracy = maybe {
            Accuracy(Length(metres: $0.number()), origin: AccuracyOrigin.allCases[$0.next(3)])
        }
        point.verticalAccuracy = maybe {
            Accuracy(Length(metres: $0.number()), origin: AccuracyOrigin.allCases[$0.next(3)])
        }
        point.dop.gdop = maybe { $0.number() }
        point.dop.pdop = maybe { $0.number() }
        point.dop.hdop = maybe { $0.number() }
        point.dop.vdop = maybe { $0.number() }
        point.dop.tdop = maybe { $0.number() }
        point.satellitesUsed = maybe { $0.next(60) }
        point.authentication = maybe { Authentication.State.allCases[$0.next(2)] }
        point.sampleCount = maybe { $0.next(.max) }
        return point
    }
}
