// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// Frames of formats that are not decoded, only recognised by their checksums and skipped, so that their content is
/// not mistaken for frames of other formats.
///
/// Formats without a checksum (TSIP) are not supported, because their frames could not be distinguished from noise.
enum ForeignFrame {
    /// CASIC, from Zhongkewei: `BA CE`, length of the payload, class, ID, payload, sum of 32-bit words (CASIC
    /// receiver protocol specification, "CSIP frame structure").
    static func casic(_ bytes: Span<UInt8>) -> FrameCandidate {
        guard let shape = shape(bytes, second: 0xCE, header: 6) else { return .none }
        guard bytes.count >= 6, let length = bytes.little(UInt16.self, at: 2) else { return shape }
        guard length % 4 == 0, length <= 2048 else { return .none }
        let whole = Int(length) + 10
        guard bytes.count >= whole else { return .incomplete(needed: whole) }
        var sum = UInt32(bytes[5]) << 24 &+ UInt32(bytes[4]) << 16 &+ UInt32(length)
        for offset in stride(from: 6, to: whole - 4, by: 4) { sum = sum &+ (bytes.little(at: offset) ?? 0) }
        return verdict(whole, sum == bytes.little(at: whole - 4))
    }

    /// SiRF: `A0 A2`, length, payload, sum of 15 bits, `B0 B3`; Skytraq: `A0 A1`, length, payload, exclusive or,
    /// `0D 0A`. Numbers are big-endian.
    static func sirfOrSkytraq(_ bytes: Span<UInt8>) -> FrameCandidate {
        let isSkytraq = bytes.count > 1 && bytes[1] == 0xA1
        guard let shape = shape(bytes, second: isSkytraq ? 0xA1 : 0xA2, header: 4) else { return .none }
        guard bytes.count >= 4 else { return shape }
        let length = Int(bytes[2]) << 8 | Int(bytes[3])
        guard (1...2048).contains(length) else { return .none }
        let whole = length + (isSkytraq ? 7 : 8)
        guard bytes.count >= whole else { return .incomplete(needed: whole) }
        let payload = 4..<4 + length
        if isSkytraq {
            let ending = (bytes[whole - 2], bytes[whole - 1])
            return verdict(
                whole, ending == (0x0D, 0x0A) && XORChecksum.of(bytes, in: payload) == bytes[payload.upperBound])
        }
        var sum = 0
        for index in payload { sum = (sum + Int(bytes[index])) & 0x7FFF }
        let stated = Int(bytes[whole - 4]) << 8 | Int(bytes[whole - 3])
        return verdict(whole, stated == sum && (bytes[whole - 2], bytes[whole - 1]) == (0xB0, 0xB3))
    }

    /// Logs of NovAtel and Unicore: `AA 44` and `12` (header with a length field), `13` (short header of 12 bytes) or
    /// `B5` (24 bytes), message, CRC-32.
    static func novatelOrUnicore(_ bytes: Span<UInt8>) -> FrameCandidate {
        guard let shape = shape(bytes, second: 0x44, header: 10) else { return .none }
        if bytes.count > 2, ![0x12, 0x13, 0xB5].contains(bytes[2]) { return .none }
        guard bytes.count >= 10 else { return shape }
        let header: Int
        let length: UInt16?
        switch bytes[2] {
        case 0x12: (header, length) = (Int(bytes[3]), bytes.little(at: 8))
        case 0x13: (header, length) = (12, UInt16(bytes[3]))
        default: (header, length) = (24, bytes.little(at: 6))
        }
        guard header >= 10, let length, length <= 8192 else { return .none }
        let whole = header + Int(length) + 4
        guard bytes.count >= whole else { return .incomplete(needed: whole) }
        return verdict(whole, bytes.little(at: whole - 4) == CRC32.of(bytes, in: 0..<whole - 4))
    }

    /// Allystar: `F1 D9`, group, ID, length, payload, Fletcher checksum; except for the start marks, the same as a
    /// UBX frame.
    static func allystar(_ bytes: Span<UInt8>) -> FrameCandidate {
        guard let shape = shape(bytes, second: 0xD9, header: 6) else { return .none }
        guard bytes.count >= 6, let length = bytes.little(UInt16.self, at: 4) else { return shape }
        guard length <= 4096 else { return .none }
        let whole = Int(length) + 8
        guard bytes.count >= whole else { return .incomplete(needed: whole) }
        return verdict(whole, FletcherChecksum.of(bytes, in: 2..<whole - 2) == (bytes[whole - 2], bytes[whole - 1]))
    }

    /// Returns the result that is possible before the header is complete; nil if the second byte is wrong.
    private static func shape(_ bytes: Span<UInt8>, second: UInt8, header: Int) -> FrameCandidate? {
        guard bytes.count > 1 else { return .incomplete(needed: 2) }
        return bytes[1] == second ? .incomplete(needed: header) : nil
    }

    private static func verdict(_ count: Int, _ isRight: Bool) -> FrameCandidate {
        isRight ? .frame(count: count) : .damaged(count: count)
    }
}
