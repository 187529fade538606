// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PGRMZ`: height in feet.
public struct PGRMZSentence: TypedSentence {
    /// Height above mean sea level.
    public var orthometricHeight: Length?
    /// The dimensions of the fix: 1 none, 2, 3; nil where not stated.
    public var fixKind: FixKind?

    /// The fields of a sentence, or nil if it is another one.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .garminHeight else { return nil }
        orthometricHeight = sentence.decimal(1).map { Length(metres: $0 * 0.3048) }
        fixKind = sentence.integer(3).flatMap { UInt8(exactly: $0) }.flatMap { FixKind(rawValue: $0) }
    }
}
