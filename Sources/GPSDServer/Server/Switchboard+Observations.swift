// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NIOCore
internal import ObservationBus

/// Something for the clients that want it, formatted once for all of them.
struct Segment {
    enum Content {
        /// JSON lines.
        case reports
        /// NMEA sentences.
        case sentences
        /// A frame of another protocol.
        case frame
    }

    var content: Content
    var device: String
    var buffer: ByteBuffer

    /// What a client gets of it; nil: nothing.
    func share(for policy: WatchPolicy) -> ByteBuffer? {
        guard policy.enable, policy.device == nil || policy.device == device else { return nil }
        switch content {
        case .reports: return policy.json ? buffer : nil
        case .sentences: return policy.nmea || policy.raw > 0 ? buffer : nil
        case .frame: return policy.raw > 1 ? buffer : policy.raw == 1 ? hexadecimal : nil
        }
    }

    private var hexadecimal: ByteBuffer {
        let digits = Array("0123456789abcdef".utf8)
        var line = ByteBuffer()
        line.reserveCapacity(buffer.readableBytes * 2 + 2)
        for byte in buffer.readableBytesView {
            line.writeInteger(digits[Int(byte >> 4)])
            line.writeInteger(digits[Int(byte & 15)])
        }
        line.writeStaticString("\r\n")
        return line
    }
}

extension Switchboard {
    /// The kinds that clients get something of.
    static let topics: Set<ObservationKind> = [
        .fix, .satellites, .attitude, .timing, .sentence, .receiver, .driverState,
    ]

    /// Sends on what is published, until the subscription ends or the task is cancelled.
    func serve(_ subscription: Subscription) async {
        var iterator = subscription.makeAsyncIterator()
        while let batch = await iterator.next(isolation: self) {
            noteLoss(iterator.lostBefore)
            publish(batch)
            // A replay at full speed shares the loop with its clients.
            await Task.yield()
        }
    }

    /// Sends on a batch.
    func publish(_ batch: [Observation]) {
        followTable()
        var segments: [Segment] = []
        var rest = batch[...]
        while let first = rest.first {
            let run = rest.prefix { $0.source == first.source }
            rest = rest.dropFirst(run.count)
            report(run, from: index(of: first.source), &segments)
        }
        guard !segments.isEmpty else { return }
        for client in clients.values where client.policy.enable {
            var isSomething = false
            for segment in segments {
                guard let share = segment.share(for: client.policy) else { continue }
                client.send(share)
                isSomething = true
            }
            if isSomething { client.flush() }
        }
    }

    private func report(_ run: ArraySlice<Observation>, from index: Int, _ segments: inout [Segment]) {
        let wantsFrames = clients.values.contains { $0.policy.enable && ($0.policy.nmea || $0.policy.raw > 0) }
        let path = devices[index].path
        var lines: [UInt8] = []
        for observation in run {
            let time = UTCTime(nanosecondsSince1970: observation.hostTime.wallNanoseconds)
            now = time
            if follow(observation.payload, at: time, index) {
                let device = devices[index]
                segments.append(Segment(content: .reports, device: path, buffer: line { $0.device(device) }))
            }
            if case .sentence(let sentence) = observation.payload {
                if wantsFrames { append(sentence, of: path, to: &segments) }
            } else {
                devices[index].reporter.report(observation.payload, into: &lines)
            }
        }
        devices[index].reporter.flush(into: &lines)
        guard !lines.isEmpty else { return }
        devices[index].remember(lines[...])
        segments.append(Segment(content: .reports, device: path, buffer: ByteBuffer(bytes: lines)))
    }

    /// Follows a device's coming and going; returns whether clients are to be told of it.
    private func follow(_ payload: Payload, at time: UTCTime, _ index: Int) -> Bool {
        switch payload {
        case .driverState(let report):
            switch report.state {
            case .running, .degraded: return devices[index].activate(at: time)
            case .lost, .stopped: return devices[index].lose()
            case .starting, .connecting: return false
            }
        case .receiver(let identity):
            return devices[index].learn(identity)
        case .sentence(let sentence):
            let isNew = devices[index].activate(at: time)
            return devices[index].learnDriver(from: sentence.format) || isNew
        case .fix, .satellites, .attitude, .timing:
            return devices[index].activate(at: time)
        case .alert, .activeSource:
            return false
        }
    }

    private func append(_ sentence: Sentence, of path: String, to segments: inout [Segment]) {
        guard sentence.format == .nmea else {
            segments.append(Segment(content: .frame, device: path, buffer: ByteBuffer(bytes: sentence.bytes)))
            return
        }
        if let last = segments.indices.last, segments[last].content == .sentences, segments[last].device == path {
            segments[last].buffer.writeBytes(sentence.bytes)
        } else {
            segments.append(Segment(content: .sentences, device: path, buffer: ByteBuffer(bytes: sentence.bytes)))
        }
        if let last = segments.indices.last, sentence.bytes.last != 0x0A {
            segments[last].buffer.writeStaticString("\r\n")
        }
    }
}
