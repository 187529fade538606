// SPDX-License-Identifier: Apache-2.0

public import Wire

/// The frame of RTCM 3: `D3`, six zero bits, ten bits of length, message, and three bytes of CRC-24Q (RTCM 10403,
/// section 4).
public enum RTCMFrame {
    /// The size of the header and checksum in bytes.
    public static let overhead = 6

    /// The range of the message within a complete frame.
    ///
    /// - Parameter count: The length of the frame in bytes.
    public static func payload(ofFrame count: Int) -> Range<Int> { 3..<max(3, count &- 3) }

    /// Checks whether a frame begins at the first byte.
    ///
    /// - Parameter bytes: Any number of bytes.
    public static func candidate(_ bytes: Span<UInt8>) -> FrameCandidate {
        let count = bytes.count
        guard count > 0, bytes[0] == 0xD3, count == 1 || bytes[1] & 0xFC == 0 else { return .none }
        guard count >= 3 else { return .incomplete(needed: 3) }
        let whole = Int(bytes[1] & 3) << 8 + Int(bytes[2]) + overhead
        guard count >= whole else { return .incomplete(needed: whole) }
        return CRC24Q.of(bytes, in: 0..<whole) == 0 ? .frame(count: whole) : .damaged(count: whole)
    }
}
