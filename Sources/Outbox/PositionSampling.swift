// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import GNSSTypes

/// Decides which positions are stored: one in each interval, and one after each distance. Times are those of a monotonic
/// clock, so that a step of the wall clock neither stops nor doubles the positions.
public struct PositionSampling: Sendable {
    /// The time by which a position may precede its interval, in nanoseconds, because receiver clocks jitter.
    private static let tolerance: Int64 = 50_000_000

    /// The time between two positions; zero for none by time.
    public var interval: Duration
    /// The distance in metres after which a position is stored; 0 for none by distance.
    public var distance: Double
    private var last: (time: Int64, position: GeodeticPosition)?

    /// - Parameters:
    ///   - interval: The time between two positions; zero for none by time.
    ///   - distance: The distance in metres between two positions; 0 for none by distance.
    public init(interval: Duration, distance: Double) { (self.interval, self.distance) = (interval, distance) }

    /// Returns true if the position must be stored, and counts from it.
    ///
    /// - Parameter time: The time of its arrival by the monotonic clock, in nanoseconds.
    public mutating func takes(_ position: GeodeticPosition, at time: Int64) -> Bool {
        let isTimed = interval > .zero && Self.isDue(last?.time, interval, at: time)
        guard isTimed || isFar(position) else { return false }
        last = (time, position)
        return true
    }

    /// Returns true if an interval has passed.
    ///
    /// - Parameters:
    ///   - last: The beginning of the interval by the monotonic clock, in nanoseconds; nil if there was no earlier one.
    ///   - interval: The length of the interval.
    ///   - time: The time by the monotonic clock, in nanoseconds.
    public static func isDue(_ last: Int64?, _ interval: Duration, at time: Int64) -> Bool {
        guard let last else { return true }
        // A clock that went back belongs to another recording.
        return time < last || .nanoseconds(time &- last) >= interval - .nanoseconds(tolerance)
    }

    private func isFar(_ position: GeodeticPosition) -> Bool {
        guard distance > 0 else { return false }
        guard let last = last?.position else { return true }
        return Self.distance(last, position) >= distance
    }

    /// The distance in metres on a sphere, accurate to 0.5 %.
    private static func distance(_ a: GeodeticPosition, _ b: GeodeticPosition) -> Double {
        let radians = Double.pi / 180
        let north = (b.latitude.degrees - a.latitude.degrees) * radians / 2
        let east = (b.longitude.degrees - a.longitude.degrees) * radians / 2
        let share =
            sin(north) * sin(north)
            + cos(b.latitude.degrees * radians) * cos(a.latitude.degrees * radians) * sin(east) * sin(east)
        return 2 * 6_371_008.8 * asin(min(1, share.squareRoot()))
    }
}
