// SPDX-License-Identifier: Apache-2.0

public import NMEA

/// Frames of a binary format that were met.
public struct FrameCounts: Hashable, Sendable {
    /// Whole frames whose checksum is right.
    public var valid = 0
    /// What has the shape of a frame and a wrong checksum, but for such within another that is counted.
    public var damaged = 0

    public init() {}
}

/// What a `FrameDemultiplexer` has met so far.
public struct FrameStatistics: Hashable, Sendable {
    /// NMEA sentences, and the bytes that belong to no frame of any format.
    public var nmea = FramerStatistics()
    /// Frames of UBX, the binary format of u-blox.
    public var ubx = FrameCounts()
    public var rtcm3 = FrameCounts()
    /// Frames of SBF, the binary format of Septentrio.
    public var sbf = FrameCounts()
    /// CASIC, of Zhongkewei: passed over.
    public var casic = FrameCounts()
    /// Other recognised formats (SiRF, Skytraq, NovAtel, Unicore, Allystar): passed over.
    public var foreign = FrameCounts()

    public init() {}

    /// Valid frames of the formats that are decoded.
    public var valid: Int { nmea.valid &+ ubx.valid &+ rtcm3.valid &+ sbf.valid }
    /// Frames of the formats that are decoded whose checksum is wrong.
    public var damaged: Int { nmea.badChecksum &+ ubx.damaged &+ rtcm3.damaged &+ sbf.damaged }
    /// Frames that are passed over.
    public var skipped: Int { casic.valid &+ foreign.valid }
    /// Bytes that belong to no frame, but for line ends and the comment at the beginning of a recording.
    public var noiseBytes: Int { nmea.noiseBytes }
}
