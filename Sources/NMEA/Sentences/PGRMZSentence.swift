// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PGRMZ`: height in feet.
public struct PGRMZSentence: TypedSentence {
    /// Height above mean sea level.
    public var orthometricHeight: Length?
    /// The dimension of the fix (sent as 1 for none, 2, 3); nil if missing.
    public var fixKind: FixKind?

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .garminHeight else { return nil }
        orthometricHeight = sentence.decimal(1).map { Length(metres: $0 * 0.3048) }
        fixKind = sentence.integer(3).flatMap { UInt8(exactly: $0) }.flatMap { FixKind(rawValue: $0) }
    }
}
