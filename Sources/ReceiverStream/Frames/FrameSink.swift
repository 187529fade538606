// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import NMEA

/// Takes the frames that a `FrameDemultiplexer` finds: the sentences of NMEA as an `NMEASink`, all others here.
public protocol FrameSink: NMEASink {
    /// A whole frame whose checksum is right was found.
    ///
    /// - Parameters:
    ///   - frame: its bytes as received, from its first start mark to its checksum.
    ///   - format: its protocol: `.ubx`, `.rtcm3`, `.sbf`, or `.other` for one that is only recognised (CASIC, SiRF,
    ///     Skytraq, NovAtel, Unicore, Allystar).
    ///   - offset: where its first byte stands in the stream, in bytes from its beginning.
    mutating func take(_ frame: Span<UInt8>, format: FrameFormat, at offset: Int)
}
