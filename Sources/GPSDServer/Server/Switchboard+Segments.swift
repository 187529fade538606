// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NIOCore
internal import NMEA

extension Switchboard {
    /// Creates a segment of a device.
    func segment(_ content: Segment.Content, of index: Int, _ buffer: ByteBuffer) -> Segment {
        Segment(content: content, source: devices[index].source, device: devices[index].path, buffer: buffer)
    }

    /// Returns the DEVICE object with the current state.
    func notice(of index: Int) -> Segment {
        let device = devices[index]
        return segment(.notice, of: index, line { $0.device(device) })
    }

    /// Returns a TPV without a position, for clients that keep the last position and ignore DEVICE.
    func noPosition(of index: Int) -> Segment {
        var reporter = GPSDReporter(devicePath: devices[index].path)
        var lines: [UInt8] = []
        reporter.report(.fix(Fix(kind: .none, quality: .invalid)), into: &lines)
        reporter.flush(into: &lines)
        return segment(.reports, of: index, ByteBuffer(bytes: lines))
    }

    /// Appends a frame as received.
    func append(_ sentence: Sentence, of index: Int, _ wishes: Wishes, to segments: inout [Segment]) {
        // Clients that ask for verbatim bytes get whatever a driver published; others get only lines.
        let isLine = sentence.format == .nmea && SentenceLine.isOne(sentence.bytes)
        let content = isLine ? Segment.Content.sentences : .frames
        let source = devices[index].source
        if segments.last.map({ $0.content == content && $0.source == source }) != true {
            segments.append(segment(content, of: index, ByteBuffer()))
        }
        segments[segments.count - 1].append(sentence.bytes, wishes)
    }

    /// Appends TOFF, once per second of the receiver's own time.
    func appendOffset(_ fix: Fix, _ host: HostTime, of index: Int, to segments: inout [Segment]) {
        guard let time = fix.time, fix.timeOrigin == .receiver || fix.timeOrigin == .receiverRolledOver else { return }
        let second = time.nanosecondsSince1970 / 1_000_000_000
        guard time.nanosecondsSince1970 >= 0, devices[index].lastOffset != second else { return }
        devices[index].lastOffset = second
        let path = devices[index].path
        segments.append(
            segment(.offset, of: index, line { $0.toff(time, wall: host.wallNanoseconds, device: path) }))
    }
}
