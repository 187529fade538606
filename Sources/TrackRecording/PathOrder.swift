// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// How a path is to be recorded.
public struct PathOrder: Hashable, Sendable {
    /// When a point is taken.
    public enum Spacing: Hashable, Sendable {
        /// One in so many seconds, 1...60.
        case interval(seconds: Int)
        /// As soon as the last one is so far away, 0.5...1000 m.
        case distance(Length)
        /// Only when a person takes one: vertex mode.
        case byHand
    }

    /// The allowed intervals in seconds.
    public static let intervals = 1...60
    /// The allowed distances in metres.
    public static let distances = 0.5...1000.0

    /// When a point is taken.
    public var spacing: Spacing
    /// The receiver whose positions are recorded; nil: the active receiver, whichever that is.
    public var receiver: SourceID?

    /// A point each second, from the active receiver.
    public init() { spacing = .interval(seconds: 1) }

    /// An order.
    ///
    /// - Throws: `PathError.badOrder` where the interval or the distance is out of its range.
    public init(_ spacing: Spacing, receiver: SourceID? = nil) throws(PathError) {
        switch spacing {
        case .interval(let seconds) where !Self.intervals.contains(seconds):
            throw .badOrder("the interval is \(seconds) s; allowed are 1...60")
        case .distance(let length) where !Self.distances.contains(length.metres):
            throw .badOrder("the distance is \(length.metres) m; allowed are 0.5...1000")
        default: break
        }
        (self.spacing, self.receiver) = (spacing, receiver)
    }
}
