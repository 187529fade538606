// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Paths

/// Points to store.
enum TestPath {
    /// So many points, each of its own, with everything that can be known; the same each time.
    static func points(_ count: Int, from first: Int = 0) -> [PathPoint] {
        (first..<first + count).map { number in
            var point = PathPoint(position(50 + Double(number) / 3e6, 14 - Double(number) / 7e6))
            point.height = Height(
                ellipsoidal: Length(metres: 300 + Double(number) / 7), geoidSeparation: Length(metres: 44.1))
            point.time = UTCTime(nanosecondsSince1970: 1_700_000_000_123_456_789 + Int64(number) * 1_000_000_000)
            point.receiver = number % 2 == 0 ? "rover" : "base"
            point.fixKind = .threeDimensional
            point.quality = .rtkFixed
            point.horizontalAccuracy = Accuracy(Length(metres: 0.014), origin: .receiver)
            point.verticalAccuracy = Accuracy(Length(metres: 0.02), origin: .errorStatistics)
            point.dop = DilutionOfPrecision(gdop: 2, pdop: 1.7, hdop: 0.9, vdop: 1.4, tdop: 1.1)
            point.satellitesUsed = 17 + number % 9
            point.authentication = .authenticated
            return point
        }
    }

    /// The null island for what is no place.
    static func position(_ latitude: Double, _ longitude: Double) -> GeodeticPosition {
        GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude)) ?? island
    }

    private static let island: GeodeticPosition = {
        guard let place = GeodeticPosition(latitude: Angle(degrees: 0), longitude: Angle(degrees: 0)) else {
            fatalError("0, 0 is a place")
        }
        return place
    }()
}
