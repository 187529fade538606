// SPDX-License-Identifier: Apache-2.0

public import NMEA

/// What a `StreamDecoder` has met so far.
public struct StreamStatistics: Hashable, Sendable {
    /// Frames of each format, and bytes that are nothing known.
    public var frames = FrameStatistics()
    /// Epochs with a fix of any kind, `.none` included.
    public var epochs = 0
    /// Valid sentences that have no decoder.
    public var unknownSentences = 0
    /// Valid sentences that state a solution with a position that cannot be read; they are not used.
    public var unreadablePositions = 0
    /// Epochs that were closed before all of their sentences had come: the silence that ended them was only a pause.
    public var splitEpochs = 0

    public init() {}

    /// NMEA sentences: valid, damaged, without checksum.
    public var nmea: FramerStatistics { frames.nmea }
    /// Valid frames of the protocols that are decoded.
    public var validFrames: Int { frames.valid }
    /// Frames whose checksum is wrong.
    public var badChecksums: Int { frames.damaged }
    /// Frames that have no checksum.
    public var missingChecksums: Int { frames.nmea.missingChecksum }
    /// Bytes that belong to no frame.
    public var noiseBytes: Int { frames.noiseBytes }
}
