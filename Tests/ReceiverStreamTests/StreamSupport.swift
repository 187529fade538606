// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Wire

@testable import ReceiverStream

/// A body with start mark, checksum and CR LF.
func nmea(_ body: String) -> String {
    let bytes = Array(body.utf8)
    let sum = XORChecksum.of(bytes.span)
    return "$" + body + "*"
        + String(decoding: [Hexadecimal.digit(sum >> 4), Hexadecimal.digit(sum)], as: UTF8.self) + "\r\n"
}

/// Bodies as a stream.
func nmea(_ bodies: [String]) -> [UInt8] { bodies.flatMap { Array(nmea($0).utf8) } }

/// The epochs of a stream.
func decode(
    _ bytes: [UInt8], configuration: StreamDecoder.Configuration = .bare, feed: Int = .max,
    host: HostTime = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
) -> [DecodedEpoch] {
    let decoder = StreamDecoder(configuration: configuration)
    var epochs: [DecodedEpoch] = []
    var start = 0
    while start < bytes.count {
        let end = feed >= bytes.count - start ? bytes.count : start + feed
        decoder.consume(bytes.span.extracting(start..<end), arrivedAt: host) { epochs.append($0) }
        start = end
    }
    decoder.finish { epochs.append($0) }
    return epochs
}

func decode(_ bodies: [String], configuration: StreamDecoder.Configuration = .bare) -> [DecodedEpoch] {
    decode(nmea(bodies), configuration: configuration)
}

extension StreamDecoder.Configuration {
    /// Without the sentences as received.
    static var bare: StreamDecoder.Configuration {
        var configuration = StreamDecoder.Configuration()
        configuration.keepsSentences = false
        return configuration
    }
}

extension UTCTime {
    /// Reads `2026-08-20T12:00:00.000Z`.
    init?(iso text: String) {
        let parts = text.split { !$0.isNumber }
        guard parts.count >= 6, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            let hour = Int(parts[3]), let minute = Int(parts[4]), let second = Int(parts[5]),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        let fraction = parts.count > 6 ? parts[6].prefix(9) : ""
        let padded = String(fraction) + String(repeating: "0", count: 9 - fraction.count)
        guard let time = TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: Int(padded) ?? 0) else {
            return nil
        }
        self.init(date, time)
    }
}
