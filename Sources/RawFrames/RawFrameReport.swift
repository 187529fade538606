// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Wire

/// Writes the report of `GET /v1/receivers/ID/raw` as JSON.
enum RawFrameReport {
    /// - Parameters:
    ///   - watch: Distinguishes this ring from an earlier one of the same receiver.
    ///   - number: The number of the last frame that the client has; nil if it has no frame of this ring.
    static func text(
        of receiver: String, _ ring: RawFrameRing, watch: String, after number: UInt64?, _ request: RawFrameRequest,
        at now: HostTime
    ) -> [UInt8] {
        let (chosen, skipped) = ring.selection(after: number, only: request.only, limit: request.limit)
        // Add the newest frames first, until the report reaches its maximum size.
        var texts: [[UInt8]] = []
        var length = 0
        for frame in chosen.reversed() {
            let text = Self.text(of: frame)
            length += text.count
            if length > RawFrameRing.reportLimit, !texts.isEmpty { break }
            texts.append(text)
        }
        var writer = FieldWriter()
        writer.beginObject()
        writer.name("receiver")
        writer.text(receiver)
        writer.name("since")
        writer.text(Timestamp(ring.since).description)
        writer.name("time")
        writer.text(Timestamp(now).description)
        writer.name("next")
        writer.text("\(watch).\(ring.count)")
        writer.name("frame_count")
        writer.integer(ring.count)
        writer.name("byte_count")
        writer.integer(ring.bytes)
        writer.name("kept_from")
        if let first = ring.frames.first { writer.text(Timestamp(first.time).description) } else { writer.null() }
        writer.name("skipped")
        writer.integer(number == nil ? 0 : skipped + UInt64(chosen.count - texts.count))
        writer.name("messages")
        writer.beginArray()
        for message in ring.messages { write(message, into: &writer) }
        writer.endArray()
        writer.name("frames")
        writer.beginArray()
        for text in texts.reversed() { writer.value(text.span) }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    private static func write(_ message: RawFrameRing.Message, into writer: inout FieldWriter) {
        var rest = FieldWriter()
        rest.beginObject()
        rest.name("count")
        rest.integer(message.count)
        rest.name("bytes")
        rest.integer(message.bytes)
        rest.name("last")
        rest.text(Timestamp(message.last).description)
        rest.endObject()
        // Join the two JSON objects into one.
        let json = message.head + [UInt8(ascii: ",")] + rest.bytes.dropFirst()
        writer.value(json.span)
    }

    private static func text(of frame: RawFrameRing.Frame) -> [UInt8] {
        var writer = FieldWriter()
        writer.beginObject()
        writer.name("number")
        writer.integer(frame.number)
        writer.name("time")
        writer.text(Timestamp(frame.time).description)
        writer.name("bytes")
        writer.integer(frame.bytes.count)
        if frame.format == .nmea {
            writer.name("text")
            let end = frame.bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
            writer.ascii(frame.bytes.span.extracting(0..<end))
        } else {
            writer.name("hex")
            writer.hexadecimal(frame.bytes.span)
        }
        writer.name("message")
        writer.value(FrameText(Sentence(format: frame.format, bytes: frame.bytes)).json.span)
        writer.endObject()
        return writer.bytes
    }
}
