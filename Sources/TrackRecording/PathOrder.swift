// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The settings of one recording.
public struct PathOrder: Hashable, Sendable {
    /// The condition for adding a point.
    public enum Spacing: Hashable, Sendable {
        /// One point in each interval of 1...60 s.
        case interval(seconds: Int)
        /// A point as soon as the last one is this far away, 0.5...1000 m.
        case distance(Length)
        /// Vertex mode: only points that a person adds.
        case byHand
    }

    /// The permitted intervals in seconds.
    public static let intervals = 1...60
    /// The permitted distances in metres.
    public static let distances = 0.5...1000.0

    /// The condition for adding a point.
    public var spacing: Spacing
    /// The receiver to record; nil records the active receiver, even if it changes.
    public var receiver: SourceID?

    /// Records a point each second from the active receiver.
    public init() { spacing = .interval(seconds: 1) }

    /// Creates an order.
    ///
    /// - Throws: `PathError.badOrder` if the interval or distance is out of range.
    public init(_ spacing: Spacing, receiver: SourceID? = nil) throws(PathError) {
        switch spacing {
        case .interval(let seconds) where !Self.intervals.contains(seconds):
            throw .badOrder("the interval is \(seconds) s; it must be 1...60")
        case .distance(let length) where !Self.distances.contains(length.metres):
            throw .badOrder("the distance is \(length.metres) m; it must be 0.5...1000")
        default: break
        }
        (self.spacing, self.receiver) = (spacing, receiver)
    }
}
