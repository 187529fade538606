// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Paths

/// The points of a walk with an RTK receiver, with all optional values.
enum SamplePoints {
    static let start = UTCTime(nanosecondsSince1970: 1_700_000_000_000_000_000)

    static func make(_ count: Int, from first: Int) -> [PathPoint] {
        (first..<first + count).compactMap { number in
            let (latitude, longitude) = (50 + Double(number) * 1.1e-7, 14 + sin(Double(number) / 500) * 1e-4)
            let place = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
            return place.map { point(number, $0) }
        }
    }

    private static func point(_ number: Int, _ place: GeodeticPosition) -> PathPoint {
        var point = PathPoint(place)
        point.height = Height(
            ellipsoidal: Length(metres: 300 + Double(number % 977) / 1000), geoidSeparation: Length(metres: 44.1))
        point.time = UTCTime(nanosecondsSince1970: start.nanosecondsSince1970 + Int64(number) * 1_000_000_000)
        point.receiver = "rover"
        point.fixKind = .threeDimensional
        point.quality = .rtkFixed
        point.horizontalAccuracy = Accuracy(Length(metres: 0.014), origin: .receiver)
        point.verticalAccuracy = Accuracy(Length(metres: 0.021), origin: .receiver)
        point.dop = DilutionOfPrecision(gdop: 1.9, pdop: 1.7, hdop: 0.9, vdop: 1.4, tdop: 1.1)
        point.satellitesUsed = 17 + number % 9
        point.authentication = .authenticated
        return point
    }
}
