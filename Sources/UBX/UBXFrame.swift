// SPDX-License-Identifier: Apache-2.0

public import Wire

/// The UBX frame: `B5 62`, class, ID, payload length, payload, two bytes of the Fletcher checksum (u-blox interface
/// description, "UBX frame structure").
public enum UBXFrame {
    /// The number of bytes around a payload.
    public static let overhead = 8

    /// The longest accepted payload in bytes; a longer one must be noise.
    public static let longestPayload = 9_216

    /// Examines whether a frame starts at the first byte.
    ///
    /// - Parameter bytes: Any number of bytes.
    public static func candidate(_ bytes: Span<UInt8>) -> FrameCandidate {
        let count = bytes.count
        guard count > 0, bytes[0] == 0xB5, count == 1 || bytes[1] == 0x62 else { return .none }
        guard let length = bytes.little(UInt16.self, at: 4) else { return .incomplete(needed: count < 2 ? 2 : 6) }
        guard length <= longestPayload else { return .none }
        let whole = Int(length) + overhead
        guard count >= whole else { return .incomplete(needed: whole) }
        let sum = FletcherChecksum.of(bytes, in: 2..<whole - 2)
        return sum == (bytes[whole - 2], bytes[whole - 1]) ? .frame(count: whole) : .damaged(count: whole)
    }
}
