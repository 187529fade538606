// SPDX-License-Identifier: Apache-2.0

/// `PGRMT`: model and firmware of a Garmin receiver.
public struct PGRMTSentence: TypedSentence {
    /// Product, model and version in Garmin's wording: `GPS 18x Software Version 3.60`.
    public var product: String?

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .garminSensor else { return nil }
        product = sentence.nonEmptyText(1)
    }
}
