// SPDX-License-Identifier: Apache-2.0

/// What an `NMEAFramer` has met so far.
public struct FramerStatistics: Hashable, Sendable {
    /// Sentences whose checksum is right.
    public var valid = 0
    /// Sentences whose checksum is wrong or cut.
    public var badChecksum = 0
    /// Whole sentences that have none, passed on or not.
    public var missingChecksum = 0
    /// Frames that were dropped because they did not end within `NMEAFramer.longestFrame` bytes.
    public var overlong = 0
    /// Bytes outside of valid sentences, but for line ends, TAG blocks and the comments at the beginning.
    public var noiseBytes = 0

    public init() {}
}
