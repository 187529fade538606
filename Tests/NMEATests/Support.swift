// SPDX-License-Identifier: Apache-2.0

import NMEA
import Wire

/// Keeps what a framer found.
struct Collector: NMEASink, Equatable {
    var frames: [[UInt8]] = []
    var bodies: [String] = []

    mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) {
        frames.append((0..<frame.count).map { frame[$0] })
        bodies.append(String(decoding: (1..<bodyEnd).map { frame[$0] }, as: UTF8.self))
    }
}

/// What a framer makes of bytes that come in feeds of the given sizes, and at last the rest.
func frame(_ bytes: [UInt8], feeds: [Int] = [], allowsMissingChecksum: Bool = false) -> (Collector, FramerStatistics) {
    var framer = NMEAFramer(allowsMissingChecksum: allowsMissingChecksum)
    var collector = Collector()
    var start = 0
    for feed in feeds + [bytes.count] {
        let end = min(bytes.count, start + feed)
        framer.consume(bytes.span.extracting(start..<end), into: &collector)
        start = end
    }
    framer.flush(into: &collector)
    return (collector, framer.statistics)
}

func frame(_ text: String, allowsMissingChecksum: Bool = false) -> (Collector, FramerStatistics) {
    frame(Array(text.utf8), allowsMissingChecksum: allowsMissingChecksum)
}

/// A body with start mark, checksum and CR LF.
func line(_ body: String) -> String {
    let bytes = Array(body.utf8)
    let sum = XORChecksum.of(bytes.span)
    let digits = [Hexadecimal.digit(sum >> 4), Hexadecimal.digit(sum)]
    return "$" + body + "*" + String(decoding: digits, as: UTF8.self) + "\r\n"
}

/// A body cut into fields.
func sentence(_ body: String) -> NMEASentence { sentence(Array(("$" + body).utf8)) }

func sentence(_ bytes: [UInt8]) -> NMEASentence {
    NMEASentence(bytes.span, bodyEnd: bytes.lastIndex(of: UInt8(ascii: "*")) ?? bytes.count)
}

/// A sentence of a type from its body.
func read<Sentence: TypedSentence>(_ type: Sentence.Type, _ body: String) -> Sentence? {
    Sentence(line: Array(line(body).utf8))
}
