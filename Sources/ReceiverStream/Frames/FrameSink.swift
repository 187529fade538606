// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import NMEA

/// Receives the frames found by a `FrameDemultiplexer`: NMEA sentences through `NMEASink`, all others through this
/// protocol.
public protocol FrameSink: NMEASink {
    /// Handles a complete frame with a correct checksum.
    ///
    /// - Parameters:
    ///   - frame: Its bytes as received, from the first start mark to the checksum.
    ///   - format: Its protocol: `.ubx`, `.rtcm3`, `.sbf`, or `.other` for one that is only recognised (CASIC, SiRF,
    ///     Skytraq, NovAtel, Unicore, Allystar).
    ///   - offset: The position of its first byte, in bytes from the beginning of the stream.
    mutating func take(_ frame: Span<UInt8>, format: FrameFormat, at offset: Int)
}
