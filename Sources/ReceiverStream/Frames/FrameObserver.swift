// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Sees the binary frames that a `StreamDecoder` finds, as it finds them.
public protocol FrameObserver: AnyObject {
    /// A whole frame whose checksum is right was found.
    ///
    /// - Parameters:
    ///   - frame: its bytes as received, from its first start mark to its checksum; valid during the call.
    ///   - format: its protocol: `.ubx`, `.rtcm3`, `.sbf`, or `.other`.
    func take(_ frame: Span<UInt8>, format: FrameFormat)
}

/// Hands binary frames to an observer too, if there is one.
struct ObservedJoiner: FrameSink {
    /// Valid for the call that made this value: it is the decoder's own joiner, to which the decoder has exclusive access.
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
