// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PGRME`: Garmin's estimate of the position error, of no stated confidence.
public struct PGRMESentence: TypedSentence {
    public var horizontal: Length?
    public var vertical: Length?
    /// The error in three dimensions.
    public var spherical: Length?

    /// The fields of a sentence, or nil if it is another one.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .garminError else { return nil }
        horizontal = Self.known(sentence.accuracy(1))
        vertical = Self.known(sentence.accuracy(3))
        spherical = Self.known(sentence.accuracy(5))
    }

    /// Receivers write 0.00 while they have no estimate: an error of nothing does not exist.
    private static func known(_ error: Length?) -> Length? { error?.metres == 0 ? nil : error }
}
