// SPDX-License-Identifier: Apache-2.0

public import Wire

/// The frame of UBX: `B5 62`, class, id, length of the payload, payload, two bytes of Fletcher's sum (u-blox interface
/// description, "UBX frame structure").
public enum UBXFrame {
    /// What stands around a payload, in bytes.
    public static let overhead = 8

    /// The longest accepted payload in bytes; a longer length comes from noise.
    public static let longestPayload = 9_216

    /// Whether a frame begins with the first byte.
    ///
    /// - Parameter bytes: any number of bytes.
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
