// SPDX-License-Identifier: Apache-2.0

internal import BackOfficeModel
internal import ControlModel
internal import FoundationEssentials
internal import GNSSTypes
internal import NIOCore

/// Computes the values of the live stream's topics, from the reports of the routes with the same names.
struct LiveValues: Sendable {
    typealias Topic = LiveRequest.Topic

    /// A topic, and the receiver if the topic concerns one.
    struct Key: Hashable, Sendable {
        let topic: Topic
        var receiver: String?
    }

    /// The value of a topic.
    struct Value: Sendable {
        /// The part of the value that must differ for the value to be sent again; ages and counters change all the
        /// time.
        let identity: Identity
        /// The age in seconds that the report states; nil if it is of now.
        var age: Double?
        private let encode: @Sendable () -> ByteBuffer?

        enum Identity: Hashable, Sendable {
            case state(GatewayReport)
            case members(MembersReport)
            case text(ByteBuffer)
        }

        /// The value as JSON; nil if it cannot be encoded. Encoded at each call, unless the JSON is also the identity.
        var text: ByteBuffer? {
            if case .text(let text) = identity { text } else { encode() }
        }

        /// A value that is sent again when its JSON differs. Nil if it cannot be encoded.
        init?(_ report: some Encodable & Sendable) {
            guard let json = try? JSONAnswer.text(report) else { return nil }
            identity = .text(ByteBuffer(bytes: json))
            encode = { nil }
        }

        /// A value that is encoded only when it is sent.
        init(_ report: some Encodable & Sendable, identity: Identity) {
            self.identity = identity
            encode = { (try? JSONAnswer.text(report)).map { ByteBuffer(bytes: $0) } }
        }
    }

    let source: ControlSource

    /// The receiver shown to viewers that did not choose one; the same as in reports for requests without a receiver.
    func activeReceiver() async -> String? { await source.control?.deviceInformation().receiver?.id }

    /// The current value of a topic; nil if the gateway has no such part or receiver, or the value cannot be encoded.
    func value(of key: Key) async -> Value? {
        switch key.topic {
        case .state:
            guard let report = await source.control?.status() else { return nil }
            return Value(report, identity: .state(report.withoutCounters))
        case .fix:
            let report = await source.control?.receivers().first { $0.id == key.receiver }
            var value = report.flatMap(LiveFix.init).flatMap { Value($0) }
            value?.age = report?.fixAge
            return value
        case .sky:
            guard let report = try? await source.control?.satellites(of: key.receiver) else { return nil }
            var value = Value(LiveSky(report))
            value?.age = report.age
            return value
        case .osnma:
            guard let report = try? await source.control?.osnma(of: key.receiver) else { return nil }
            return Value(report)
        case .members:
            guard let report = await source.agrirouter?.members() else { return nil }
            return Value(report, identity: .members(report.withoutAges))
        case .centroid:
            guard let report = await source.centroid?.centroids() else { return nil }
            return Value(report)
        case .capture:
            guard let report = try? await source.captures?.captureCheck(of: key.receiver, by: nil) else { return nil }
            return Value(report)
        case .path:
            guard let paths = source.paths else { return nil }
            return Value(
                Recording(path: try? await paths.path(nil, for: .unnamed), changes: await paths.pathChanges))
        case .backOffice:
            guard let office = source.backOffice else { return nil }
            return Value(["changes": await office.backOfficeChanges])
        case .events: return nil
        }
    }

    private struct Recording: Encodable, Sendable {
        /// The path that is being recorded; nil if no path is.
        let path: PathReport?
        /// The number of times that stored paths have changed.
        let changes: UInt64
    }
}

extension GatewayReport {
    /// The report without the values that change all the time, such as ages, counters and the fix.
    fileprivate var withoutCounters: GatewayReport {
        var report = self
        (report.gateway.uptime, report.gateway.time) = (0, report.gateway.started)
        report.bus = BusReport(published: 0, retained: 0, retainedBytes: 0, consumers: [])
        for index in report.receivers.indices {
            report.receivers[index].fix = nil
            (report.receivers[index].lastData, report.receivers[index].lastDataAge) = (nil, nil)
            report.receivers[index].fixAge = nil
            (report.receivers[index].observations, report.receivers[index].corrections) = (0, nil)
            report.receivers[index].rate = report.receivers[index].rate?.rounded()
        }
        if var corrections = report.corrections {
            (corrections.messages, corrections.bytes, corrections.positions) = (0, 0, 0)
            (corrections.lastMessage, corrections.lastMessageAge, corrections.lastPosition) = (nil, nil, nil)
            (corrections.messageNumbers, corrections.stationPosition, corrections.stateAge) = ([:], nil, nil)
            corrections.chain = corrections.chain?.map(\.withoutCounters)
            corrections.receivers = corrections.receivers?.map(\.withoutCounters)
            report.corrections = corrections
        }
        if var mqtt = report.mqtt {
            (mqtt.live, mqtt.queued, mqtt.sent, mqtt.dropped) = (0, 0, 0, 0)
            (mqtt.oldest, mqtt.lastSuccess, mqtt.failures) = (nil, nil, 0)
            mqtt.forms = mqtt.forms?.map(\.withoutCounters)
            report.mqtt = mqtt
        }
        report.traccar = report.traccar?.withoutCounters
        // The text counts the seconds until the next attempt.
        if var webhook = report.webhook {
            (webhook.text, webhook.message) = ("", nil)
            report.webhook = webhook
        }
        for index in report.indicators.indices where report.indicators[index].name == .location {
            (report.indicators[index].since, report.indicators[index].text) = (nil, "")
            report.indicators[index].message = nil
        }
        return report
    }
}

extension MembersReport {
    fileprivate var withoutAges: MembersReport {
        var report = self
        report.time = Timestamp(milliseconds: 0)
        for index in report.members.indices { report.members[index].age = 0 }
        return report
    }
}
