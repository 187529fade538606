// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PGRME`: Garmin's estimate of the position error, without a specified confidence level.
public struct PGRMESentence: TypedSentence {
    public var horizontal: Length?
    public var vertical: Length?
    /// The error in three dimensions.
    public var spherical: Length?

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .garminError else { return nil }
        horizontal = Self.known(sentence.accuracy(1))
        vertical = Self.known(sentence.accuracy(3))
        spherical = Self.known(sentence.accuracy(5))
    }

    /// Receivers send 0.00 while they have no estimate; an error of zero does not occur.
    private static func known(_ error: Length?) -> Length? { error?.metres == 0 ? nil : error }
}
