// SPDX-License-Identifier: Apache-2.0

/// `PGRMT`: model and firmware of a Garmin.
public struct PGRMTSentence: TypedSentence {
    /// Product, model and version in Garmin's words: `GPS 18x Software Version 3.60`.
    public var product: String?

    /// The fields of a sentence, or nil if it is another one.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .garminSensor else { return nil }
        product = sentence.nonEmptyText(1)
    }
}
