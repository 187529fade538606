// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NIOCore
internal import ObservationBus

/// Something for the clients that want it, formatted once for all of them.
struct Segment {
    enum Content {
        /// That a device came, went or became known.
        case notice
        /// JSON lines.
        case reports
        /// NMEA sentences.
        case sentences
        /// A frame of another protocol.
        case frame
    }

    var content: Content
    /// Whose it is.
    var device: Device
    var buffer: ByteBuffer

    /// The device that something is from.
    struct Device: Equatable {
        /// Its path, and the receiver's name: clients may name either.
        var path: String
        var name: String
        /// Whether it is what clients get that name no device.
        var isActive: Bool

        /// Whether a client has named it.
        func answers(to name: String) -> Bool { name == path || name == self.name }
    }

    /// What a client gets of it; nil: nothing.
    func share(for policy: WatchPolicy) -> ByteBuffer? {
        let isNamed = policy.device.map(device.answers)
        guard policy.enable, isNamed ?? (device.isActive || content == .notice) else { return nil }
        switch content {
        case .notice: return policy.json ? buffer : nil
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
        .fix, .satellites, .attitude, .timing, .sentence, .receiver, .driverState, .activeSource,
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
            if first.source == .gateway {
                follow(run)
            } else {
                report(run, from: index(of: first.source), &segments)
            }
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

    /// Follows the active source.
    private func follow(_ run: ArraySlice<Observation>) {
        for case .activeSource(let change) in run.map(\.payload) { active = change.current }
    }

    /// Whether a device is what clients get that name none: while nobody said which to believe, all are.
    func isActive(_ device: DeviceState) -> Bool {
        active == nil || !configuration.followsActiveSource || device.source == active
    }

    private func report(_ run: ArraySlice<Observation>, from index: Int, _ segments: inout [Segment]) {
        let wantsFrames = clients.values.contains { $0.policy.enable && ($0.policy.nmea || $0.policy.raw > 0) }
        let device = Segment.Device(
            path: devices[index].path, name: devices[index].source.rawValue, isActive: isActive(devices[index]))
        var lines: [UInt8] = []
        for observation in run {
            let time = UTCTime(nanosecondsSince1970: observation.hostTime.wallNanoseconds)
            now = time
            if follow(observation.payload, at: time, index) {
                let state = devices[index]
                segments.append(Segment(content: .notice, device: device, buffer: line { $0.device(state) }))
            }
            if case .sentence(let sentence) = observation.payload {
                if wantsFrames { append(sentence, of: device, to: &segments) }
            } else {
                devices[index].reporter.report(observation.payload, into: &lines)
            }
        }
        devices[index].reporter.flush(into: &lines)
        guard !lines.isEmpty else { return }
        devices[index].remember(lines[...])
        segments.append(Segment(content: .reports, device: device, buffer: ByteBuffer(bytes: lines)))
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

    private func append(_ sentence: Sentence, of device: Segment.Device, to segments: inout [Segment]) {
        guard sentence.format == .nmea else {
            segments.append(Segment(content: .frame, device: device, buffer: ByteBuffer(bytes: sentence.bytes)))
            return
        }
        if let last = segments.indices.last, segments[last].content == .sentences, segments[last].device == device {
            segments[last].buffer.writeBytes(sentence.bytes)
        } else {
            segments.append(Segment(content: .sentences, device: device, buffer: ByteBuffer(bytes: sentence.bytes)))
        }
        if let last = segments.indices.last, sentence.bytes.last != 0x0A {
            segments[last].buffer.writeStaticString("\r\n")
        }
    }
}
