// SPDX-License-Identifier: Apache-2.0

public import NMEA

/// The counters of a `StreamDecoder` since its creation.
public struct StreamStatistics: Hashable, Sendable {
    /// Frames of each format, and bytes of unknown content.
    public var frames = FrameStatistics()
    /// Epochs with a fix of any kind, including `.none`.
    public var epochs = 0
    /// Valid sentences without a decoder.
    public var unknownSentences = 0
    /// Valid sentences that report a solution but whose position is unreadable; they are not used.
    public var unreadablePositions = 0
    /// Epochs that were closed before all of their sentences had arrived, because the silence was only a pause.
    public var splitEpochs = 0

    public init() {}

    /// NMEA sentences: valid, damaged, without checksum.
    public var nmea: FramerStatistics { frames.nmea }
    /// Valid frames of the decoded protocols.
    public var validFrames: Int { frames.valid }
    /// Frames with a wrong checksum.
    public var badChecksums: Int { frames.damaged }
    /// Frames without a checksum.
    public var missingChecksums: Int { frames.nmea.missingChecksum }
    /// Bytes that belong to no frame.
    public var noiseBytes: Int { frames.noiseBytes }
}
