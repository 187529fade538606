// SPDX-License-Identifier: Apache-2.0

extension UBXFrame {
    /// The message in a frame.
    ///
    /// - Parameter frame: A whole frame, from its `B5`; the result is nil if it has fewer than four bytes.
    public static func id(of frame: Span<UInt8>) -> MessageID? {
        guard frame.count >= 4 else { return nil }
        return MessageID(frame[2], frame[3])
    }

    /// The range of the payload in a frame: `frame.extracting(UBXFrame.payload(of: frame))`.
    ///
    /// - Parameter frame: A whole frame as measured by `candidate`; the result is empty for a shorter one.
    public static func payload(of frame: Span<UInt8>) -> Range<Int> {
        frame.count < overhead ? 0..<0 : 6..<frame.count - 2
    }
}
