// SPDX-License-Identifier: Apache-2.0

/// The form of the lines that servers pass on as NMEA.
public enum SentenceLine {
    /// The largest number of characters. The longest sentences that receivers send are proprietary.
    public static let longest = 1024

    /// Returns true if these are the bytes of one sentence: printable ASCII characters that begin with `$` or `!`. Its
    /// line end may be CR LF, LF, CR, CR CR LF or missing, as receivers send it.
    ///
    /// A driver in its own process and a recording may contain any bytes, so that a line of another protocol, or several
    /// lines, would otherwise reach clients as one.
    public static func isOne(_ bytes: [UInt8]) -> Bool {
        var end = bytes.count
        if end > 0, bytes[end - 1] == 0x0A { end -= 1 }
        for _ in 0..<2 where end > 0 && bytes[end - 1] == 0x0D { end -= 1 }
        guard end > 0, end <= longest, bytes[0] == 0x24 || bytes[0] == 0x21 else { return false }
        return bytes[..<end].allSatisfy { $0 &- 0x20 < 0x5F }
    }
}
