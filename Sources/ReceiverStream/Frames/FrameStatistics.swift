// SPDX-License-Identifier: Apache-2.0

public import NMEA

/// The frame counters of a binary format.
public struct FrameCounts: Hashable, Sendable {
    /// Complete frames with a correct checksum.
    public var valid = 0
    /// Byte sequences with the shape of a frame but a wrong checksum, except those within another counted one.
    public var damaged = 0

    public init() {}
}

/// The counters of a `FrameDemultiplexer` since its creation.
public struct FrameStatistics: Hashable, Sendable {
    /// NMEA sentences, and the bytes that belong to no frame of any format.
    public var nmea = FramerStatistics()
    /// Frames of UBX, the binary format of u-blox.
    public var ubx = FrameCounts()
    public var rtcm3 = FrameCounts()
    /// Frames of SBF, the binary format of Septentrio.
    public var sbf = FrameCounts()
    /// Skipped frames of CASIC, the format of Zhongkewei.
    public var casic = FrameCounts()
    /// Skipped frames of other recognised formats (SiRF, Skytraq, NovAtel, Unicore, Allystar).
    public var foreign = FrameCounts()

    public init() {}

    /// Valid frames of the decoded formats.
    public var valid: Int { nmea.valid &+ ubx.valid &+ rtcm3.valid &+ sbf.valid }
    /// Frames of the decoded formats with a wrong checksum.
    public var damaged: Int { nmea.badChecksum &+ ubx.damaged &+ rtcm3.damaged &+ sbf.damaged }
    /// Valid frames of formats that are recognised but not decoded.
    public var skipped: Int { casic.valid &+ foreign.valid }
    /// Bytes that belong to no frame, except line endings and the comment at the beginning of a recording.
    public var noiseBytes: Int { nmea.noiseBytes }
}
