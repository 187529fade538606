// SPDX-License-Identifier: Apache-2.0

extension UBXFrame {
    /// Which message a frame holds.
    ///
    /// - Parameter frame: a whole frame, from its `B5`; nil where it is shorter than its first four bytes.
    public static func id(of frame: Span<UInt8>) -> MessageID? {
        guard frame.count >= 4 else { return nil }
        return MessageID(frame[2], frame[3])
    }

    /// Where the payload stands in a frame: `frame.extracting(UBXFrame.payload(of: frame))`.
    ///
    /// - Parameter frame: a whole frame, as `candidate` measures it; of a shorter one the result is empty.
    public static func payload(of frame: Span<UInt8>) -> Range<Int> {
        frame.count < overhead ? 0..<0 : 6..<frame.count - 2
    }
}
