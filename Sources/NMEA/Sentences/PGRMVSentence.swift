// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PGRMV`: velocity in three dimensions.
public struct PGRMVSentence: TypedSentence {
    public var east: Speed?
    public var north: Speed?
    public var up: Speed?

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .garminVelocity else { return nil }
        east = sentence.metresPerSecond(1)
        north = sentence.metresPerSecond(2)
        up = sentence.metresPerSecond(3)
    }
}
