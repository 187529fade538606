// SPDX-License-Identifier: Apache-2.0

/// The counters of an `NMEAFramer` since its creation.
public struct FramerStatistics: Hashable, Sendable {
    /// Sentences with a correct checksum.
    public var valid = 0
    /// Sentences with an incorrect or truncated checksum.
    public var badChecksum = 0
    /// Complete sentences without a checksum, whether passed on or not.
    public var missingChecksum = 0
    /// Frames dropped because they did not end within `NMEAFramer.longestFrame` bytes.
    public var overlong = 0
    /// Bytes outside of valid sentences, except line endings, TAG blocks and the initial comment lines.
    public var noiseBytes = 0

    public init() {}
}
