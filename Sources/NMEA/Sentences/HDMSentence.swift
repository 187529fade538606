// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// HDM: heading from magnetic north.
public struct HDMSentence: TypedSentence {
    public var magneticHeading: Angle?

    /// The fields of a sentence, or nil if it is another one.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .hdm else { return nil }
        magneticHeading = sentence.bearing(1)
    }
}
