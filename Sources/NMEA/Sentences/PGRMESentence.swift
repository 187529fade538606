// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PGRME`: Garmin's estimate of the position error, of no stated confidence.
public struct PGRMESentence: TypedSentence {
    /// Horizontal.
    public var horizontal: Length?
    /// Vertical.
    public var vertical: Length?
    /// Overall.
    public var spherical: Length?

    /// The fields of a sentence, or nil if it is another one.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .garminError else { return nil }
        horizontal = sentence.accuracy(1)
        vertical = sentence.accuracy(3)
        spherical = sentence.accuracy(5)
    }
}
