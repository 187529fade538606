// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import ReceiverStream

/// A frame as `gnss-gateway decode --messages` writes it.
struct FrameText {
    /// The beginning of `json`, which names the message and has no closing brace: `{"protocol":"UBX","name":"NAV-PVT"`.
    let head: [UInt8]
    /// The whole frame with its fields, as one JSON object.
    let json: [UInt8]

    /// The head for frames that `decode` does not recognise, and for all further messages if there are too many
    /// different ones.
    static let other = Array(#"{"protocol":"other","name":"other""#.utf8)

    init(_ sentence: Sentence) {
        var demultiplexer = FrameDemultiplexer(allowsMissingChecksum: true)
        var lines = FrameLines()
        demultiplexer.consume(sentence.bytes.span, into: &lines)
        if lines.count == 0 { demultiplexer.flush(into: &lines) }
        // A driver may publish any bytes as a frame: accept them only if they are exactly one frame.
        guard lines.count == 1, demultiplexer.statistics.noiseBytes == 0 else {
            (head, json) = (Self.other, Self.other + Array("}".utf8))
            return
        }
        var line: [UInt8] = []
        let end = lines.nameEnd
        lines.move(to: &line)
        if line.last == UInt8(ascii: "\n") { line.removeLast() }
        (head, json) = (Array(line[..<end]), line)
    }

    /// The protocol and the name of a head in lower case, separated by a space.
    static func words(_ head: [UInt8]) -> String {
        let parts = String(decoding: head, as: UTF8.self).split(separator: "\"", omittingEmptySubsequences: false)
        // {"protocol":"P","name":"N"
        guard parts.count > 8 else { return "" }
        return "\(parts[3]) \(parts[7..<parts.count - 1].joined(separator: "\""))".lowercased()
    }
}
