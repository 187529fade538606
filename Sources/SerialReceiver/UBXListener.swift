// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA
internal import ReceiverStream
internal import UBX

extension MessageID {
    /// True if the message is about the receiver itself rather than its measurements: class INF, ACK, CFG, MON or
    /// SEC.
    var isAboutReceiver: Bool {
        switch messageClass {
        case 0x04, 0x05, 0x06, 0x0A, 0x27: true
        default: false
        }
    }
}

/// Extracts a u-blox receiver's messages about itself from a stream that no decoder reads and that may contain
/// anything else.
struct UBXListener {
    /// A message about the receiver.
    struct Message {
        var id: MessageID
        var payload: [UInt8]
    }

    private var frames = FrameDemultiplexer()
    private var sink = Sink()

    /// The messages about the receiver that end in these bytes.
    mutating func listen(to bytes: Span<UInt8>) -> [Message] {
        frames.consume(bytes, into: &sink)
        defer { sink.messages.removeAll(keepingCapacity: true) }
        return sink.messages
    }

    private struct Sink: FrameSink {
        var messages: [Message] = []

        mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) {}

        mutating func take(_ frame: Span<UInt8>, format: FrameFormat, at offset: Int) {
            guard format == .ubx, let id = UBXFrame.id(of: frame), id.isAboutReceiver else { return }
            let payload = frame.extracting(UBXFrame.payload(of: frame))
            messages.append(Message(id: id, payload: payload.withUnsafeBufferPointer { Array($0) }))
        }
    }
}
