// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// HDM: heading relative to magnetic north.
public struct HDMSentence: TypedSentence {
    public var magneticHeading: Angle?

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .hdm else { return nil }
        magneticHeading = sentence.bearing(1)
    }
}
