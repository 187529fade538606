// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Makes payloads of single frames that need no epoch: raw navigation pages, measurements, corrections.
///
/// It sees every binary frame before the epoch joiner does, and keeps what it must remember from one to the other (the
/// time that a page does not state).
struct RawFrameReader: Sendable {
    /// Takes a frame.
    ///
    /// - Parameters:
    ///   - frame: a whole frame whose checksum is right.
    ///   - format: `.ubx`, `.rtcm3` or `.sbf`.
    ///   - now: when its last byte came.
    /// - Returns: what is to be published at once, ahead of the epoch that is open.
    mutating func read(_ frame: Span<UInt8>, format: FrameFormat, at now: HostTime) -> [Payload] { [] }
}
