// SPDX-License-Identifier: Apache-2.0

/// A result that a stage, or the gateway itself, publishes on the bus: a verdict, the uplink's state, an alert.
/// Drivers may not publish results, so the driver contract defines no layout for them.
///
/// The module that publishes a result owns its type. In a recording, or on the way to another process, a result is
/// encoded with `Codable` as JSON, in a record of its kind. Encoding throws if a reader would refuse the JSON.
public protocol StageResult: Codable, Hashable, Sendable {
    /// The kind of the result, 256 or more.
    static var kind: ObservationKind { get }

    /// The approximate number of bytes that the result keeps in memory in addition to its own size, 0 or more. Short
    /// strings are not counted.
    var heldBytes: Int { get }

    /// True if all numbers are finite and in the ranges that readers accept.
    var isSound: Bool { get }
}

extension StageResult {
    /// 0: the result keeps no additional memory worth counting.
    public var heldBytes: Int { 0 }

    /// True: the result has no numbers, or its types check them.
    public var isSound: Bool { true }

    /// The result's own size plus `heldBytes`.
    fileprivate var weight: Int { MemoryLayout<Self>.size + heldBytes }

    fileprivate func equals(_ other: any StageResult) -> Bool { (other as? Self) == self }
}

/// A stage's result of any type.
public struct AnyStageResult: Hashable, Sendable {
    public let value: any StageResult

    /// Wraps a result.
    public init(_ value: some StageResult) { self.value = value }

    public var kind: ObservationKind { type(of: value).kind }

    /// The approximate number of bytes that the result occupies in memory.
    public var weight: Int { value.weight }

    /// Returns true if both results have the same type and are equal.
    public static func == (a: AnyStageResult, b: AnyStageResult) -> Bool { a.value.equals(b.value) }

    /// Feeds the result to a hasher.
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension Payload {
    /// Creates a payload from a stage's result.
    public init(_ result: some StageResult) { self = .result(AnyStageResult(result)) }

    /// Returns the stage's result if it has the given type; nil otherwise.
    @inlinable
    public func result<Result: StageResult>(_ type: Result.Type) -> Result? {
        guard case .result(let result) = self else { return nil }
        return result.value as? Result
    }
}

/// The ranges of numbers in stages' results, equal to those of the driver contract's records.
public enum ResultRanges {
    /// Any number: larger values have no meaning.
    public static let any = -1e12...1e12
    /// Accuracies, ages and intervals: never negative.
    public static let magnitude = 0...1e12
    /// Any instant, in nanoseconds since 1970: up to the year 2200, so that the difference of two fits in 64 bits.
    public static let instant: ClosedRange<Int64> = 0...7_258_118_400_000_000_000
    /// The same range for instants with milliseconds.
    public static let timestamps =
        Timestamp(milliseconds: 0)...Timestamp(milliseconds: instant.upperBound / 1_000_000)
}
