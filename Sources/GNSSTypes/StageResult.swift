// SPDX-License-Identifier: Apache-2.0

/// What a stage, or the gateway itself, says on the bus: a verdict, how the uplink stands, an alert. No driver may say it,
/// so the driver contract has no layout of it.
///
/// The type belongs to the one that says it. Where it is recorded or crosses to another process, it is JSON as `Codable`
/// has it, in a record of its kind. Encoding throws where a reader would refuse what was written.
public protocol StageResult: Codable, Hashable, Sendable {
    /// Its kind: 256 or more.
    static var kind: ObservationKind { get }

    /// About how many bytes it keeps in memory besides itself, 0 or more. Strings of a few words are taken at a flat rate
    /// and not counted.
    var heldBytes: Int { get }

    /// Whether its numbers lie where a reader takes them: finite, and within what can be meant.
    var isSound: Bool { get }
}

extension StageResult {
    /// 0: the result keeps nothing besides itself, or so little that it does not count.
    public var heldBytes: Int { 0 }

    /// There are no numbers in it, or they look after themselves.
    public var isSound: Bool { true }

    /// Its size with what it keeps besides itself, in bytes.
    fileprivate var weight: Int { MemoryLayout<Self>.size + heldBytes }

    fileprivate func equals(_ other: any StageResult) -> Bool { (other as? Self) == self }
}

/// A stage's result, of whichever type.
public struct AnyStageResult: Hashable, Sendable {
    public let value: any StageResult

    /// A result of any type.
    public init(_ value: some StageResult) { self.value = value }

    public var kind: ObservationKind { type(of: value).kind }

    /// About how many bytes it keeps in memory.
    public var weight: Int { value.weight }

    /// Whether both are of one type, and equal.
    public static func == (a: AnyStageResult, b: AnyStageResult) -> Bool { a.value.equals(b.value) }

    /// Feeds the result to a hasher.
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension Payload {
    /// A stage's result as a payload.
    public init(_ result: some StageResult) { self = .result(AnyStageResult(result)) }

    /// The stage's result of that type; nil: it is something else.
    @inlinable
    public func result<Result: StageResult>(_ type: Result.Type) -> Result? {
        guard case .result(let result) = self else { return nil }
        return result.value as? Result
    }
}

/// The ranges of the numbers that stages' results hold; as those of the driver contract's records.
public enum ResultRanges {
    /// Every number: no larger than anything that can be meant.
    public static let any = -1e12...1e12
    /// Accuracies, ages, intervals: never below 0.
    public static let magnitude = 0...1e12
    /// Every instant, in nanoseconds since 1970: to 2200, so that two of them can be subtracted within 64 bits.
    public static let instant: ClosedRange<Int64> = 0...7_258_118_400_000_000_000
}
