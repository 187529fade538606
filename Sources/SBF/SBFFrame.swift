// SPDX-License-Identifier: Apache-2.0

public import Wire

/// The frame of Septentrio's binary format: `$@`, CRC-16 of all that follows, ID and revision, length of the whole
/// block, body (SBF reference guide, "SBF block header").
public enum SBFFrame {
    /// The size of the header in bytes.
    public static let header = 8

    /// The longest accepted block in bytes; a larger length indicates noise.
    public static let longest = 16_384

    /// Checks whether a block begins at the first byte.
    ///
    /// - Parameter bytes: Any number of bytes.
    public static func candidate(_ bytes: Span<UInt8>) -> FrameCandidate {
        let count = bytes.count
        guard count > 0, bytes[0] == 0x24, count == 1 || bytes[1] == 0x40 else { return .none }
        guard let check = bytes.little(UInt16.self, at: 2), let length = bytes.little(UInt16.self, at: 6) else {
            return .incomplete(needed: count < 2 ? 2 : header)
        }
        let whole = Int(length)
        guard whole >= header, whole % 4 == 0, whole <= longest else { return .none }
        guard count >= whole else { return .incomplete(needed: whole) }
        return CRC16.of(bytes, in: 4..<whole) == check ? .frame(count: whole) : .damaged(count: whole)
    }
}
