// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import GPSDServer
internal import Gateway
internal import NMEA

/// A capture as one JSON line a frame: for whoever wants to see what a receiver really says.
enum MessageListing {
    /// Lists the frames of a capture, those without a checksum too.
    ///
    /// - Throws: `GatewayFailure` 65 where there is none, and what reading throws.
    static func list(_ input: InputFile, _ output: inout StandardOutput) throws(GatewayFailure) {
        var framer = NMEAFramer(allowsMissingChecksum: true)
        var sink = LineSink()
        var bytes = try input.read()
        while !bytes.isEmpty {
            framer.consume(bytes.span, into: &sink)
            output.buffer += sink.lines
            sink.lines.removeAll(keepingCapacity: true)
            try output.flushLarge()
            bytes = try input.read()
        }
        framer.flush(into: &sink)
        output.buffer += sink.lines
        guard sink.count > 0 else { throw GatewayFailure(.badData, "\(input.name): no valid frame in it") }
        let statistics = framer.statistics
        Terminal.say(
            "\(input.name): \(sink.count) sentences (\(statistics.badChecksum) more with a wrong checksum, "
                + "\(statistics.noiseBytes) bytes of noise)")
    }

    private struct LineSink: NMEASink {
        var lines: [UInt8] = []
        var count = 0

        mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) {
            count += 1
            let sentence = NMEASentence(frame, bodyEnd: bodyEnd)
            append(#"{"class":"NMEA","address":""#)
            append(escaped: sentence.address)
            append(#"","fields":["#)
            for field in 1..<max(1, sentence.fieldCount) {
                append(field == 1 ? "\"" : ",\"")
                append(escaped: sentence.text(field))
                append("\"")
            }
            let hasChecksum = bodyEnd < frame.count && frame[bodyEnd] == UInt8(ascii: "*")
            append("],\"checksum\":\(hasChecksum)}\n")
        }

        private mutating func append(_ text: String) { lines.append(contentsOf: text.utf8) }

        /// Sentences are printable ASCII, so quotes and backslashes are all that needs care.
        private mutating func append(escaped text: String) {
            for byte in text.utf8 {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { lines.append(UInt8(ascii: "\\")) }
                lines.append(byte)
            }
        }
    }
}
