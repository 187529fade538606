// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Observes the binary frames that a `StreamDecoder` finds, at the moment it finds them.
public protocol FrameObserver: AnyObject {
    /// Handles a complete frame with a correct checksum.
    ///
    /// - Parameters:
    ///   - frame: Its bytes as received, from the first start mark to the checksum; valid only during the call.
    ///   - format: Its protocol: `.ubx`, `.rtcm3`, `.sbf`, or `.other`.
    func take(_ frame: Span<UInt8>, format: FrameFormat)
}

/// Passes frames to an epoch joiner, and binary frames also to an observer if there is one.
struct ObservedJoiner: FrameSink {
    /// Valid during the call that created this value: it points to the decoder's own joiner, to which the decoder has
    /// exclusive access.
    let joiner: UnsafeMutablePointer<EpochJoiner>
    let observer: (any FrameObserver)?

    mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) {
        joiner.pointee.take(frame, bodyEnd: bodyEnd, at: offset)
    }

    mutating func take(_ frame: Span<UInt8>, format: FrameFormat, at offset: Int) {
        joiner.pointee.take(frame, format: format, at: offset)
        observer?.take(frame, format: format)
    }
}
