// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import ReceiverStream

@testable import Orbits

/// The angle in degrees between two directions in the sky.
func separation(_ a: Direction, _ b: Direction) -> Double {
    func vector(_ direction: Direction) -> SIMD3<Double> {
        let (up, azimuth) = (direction.elevation.radians, direction.azimuth.radians)
        return SIMD3(cos(up) * sin(azimuth), cos(up) * cos(azimuth), sin(up))
    }
    let difference = vector(a) - vector(b)
    return 2 * asin(min(1, (difference * difference).sum().squareRoot() / 2)) * 180 / .pi
}

/// The folder with recordings of receivers; nil if there is none.
let testData = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"].map { URL(fileURLWithPath: $0) }

func place(_ latitude: Double, _ longitude: Double) -> GeodeticPosition {
    let position = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
    guard let position else { preconditionFailure("\(latitude), \(longitude) is not on Earth") }
    return position
}

extension GPSTime {
    /// An instant in UTC, in seconds since 1970.
    init(secondsSince1970 seconds: Int64) {
        self = LeapSeconds.announced.gps(UTCTime(nanosecondsSince1970: seconds * 1_000_000_000))
    }
}

/// What a stream contains, decoded.
func payloads(_ bytes: [UInt8]) -> [Payload] {
    var configuration = StreamDecoder.Configuration()
    configuration.keepsSentences = false
    let decoder = StreamDecoder(configuration: configuration)
    var payloads: [Payload] = []
    let time = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 1_790_000_000_000_000_000)
    decoder.consume(bytes.span, arrivedAt: time) { payloads += $0.payloads }
    decoder.finish { payloads += $0.payloads }
    return payloads
}
