// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Instants as the files of the service centre write them.
enum UTCText {
    /// Milliseconds since 1970-01-01 UTC of a text `2025-12-10T10:00:00Z`, with or without a fraction of a second; nil
    /// where it has another form.
    static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[4] == 0x2D, bytes[7] == 0x2D,
            bytes[10] == UInt8(ascii: "T"), bytes[13] == 0x3A, bytes[16] == 0x3A,
            let date = CivilDate(
                year: number(bytes[0..<4]), month: number(bytes[5..<7]), day: number(bytes[8..<10])),
            let time = TimeOfDay(
                hour: number(bytes[11..<13]), minute: number(bytes[14..<16]), second: number(bytes[17..<19])),
            let instant = UTCTime(date, time)
        else { return nil }
        return instant.nanosecondsSince1970 / 1_000_000
    }

    /// The number of some digits; -1 where there is another byte.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
        digits.reduce(0) { $0 < 0 || !(0x30...0x39).contains($1) ? -1 : $0 * 10 + Int($1 - 0x30) }
    }
}
