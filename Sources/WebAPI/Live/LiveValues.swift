// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import FoundationEssentials
internal import GNSSTypes
internal import NIOCore

/// Makes the values of the live stream's topics: each is the report of the route of that name.
struct LiveValues: Sendable {
    typealias Topic = LiveRequest.Topic

    /// A topic, and the receiver of those that are of one.
    struct Key: Hashable, Sendable {
        let topic: Topic
        var receiver: String?
    }

    /// A value.
    struct Value: Sendable {
        /// What of it has to differ for it to be news: ages and counters change all the time.
        let identity: Identity
        private let encode: @Sendable () -> ByteBuffer?

        enum Identity: Hashable, Sendable {
            case state(GatewayReport)
            case members(MembersReport)
            case text(ByteBuffer)
        }

        /// JSON; nil where the value has none. It is made at each call.
        var text: ByteBuffer? {
            if case .text(let text) = identity { text } else { encode() }
        }

        /// A value that is news when its text differs.
        init?(_ report: some Encodable & Sendable) {
            guard let json = try? JSONAnswer.text(report) else { return nil }
            identity = .text(ByteBuffer(bytes: json))
            encode = { nil }
        }

        /// A value that is encoded only where it is news.
        init(_ report: some Encodable & Sendable, identity: Identity) {
            self.identity = identity
            encode = { (try? JSONAnswer.text(report)).map { ByteBuffer(bytes: $0) } }
        }
    }

    let source: ControlSource

    /// The receiver that a viewer sees who names none: the one that reports without a receiver are about.
    func activeReceiver() async -> String? { await source.control?.deviceInformation().receiver?.id }

    /// How things stand now; nil where this gateway has no such part or receiver, or the value cannot be encoded.
    func value(of key: Key) async -> Value? {
        switch key.topic {
        case .state:
            guard let report = await source.control?.status() else { return nil }
            return Value(report, identity: .state(report.withoutCounters))
        case .fix:
            let report = await source.control?.receivers().first { $0.id == key.receiver }
            return report.flatMap(LiveFix.init).flatMap { Value($0) }
        case .sky:
            guard let report = try? await source.control?.satellites(of: key.receiver) else { return nil }
            return Value(LiveSky(report))
        case .osnma:
            guard let report = try? await source.control?.osnma(of: key.receiver) else { return nil }
            return Value(report)
        case .members:
            guard let report = await source.agrirouter?.members() else { return nil }
            return Value(report, identity: .members(report.withoutAges))
        case .centroid:
            guard let report = await source.centroid?.centroids() else { return nil }
            return Value(report)
        case .path:
            guard let paths = source.paths else { return nil }
            return Value(Recording(path: try? await paths.path(nil)))
        case .events: return nil
        }
    }

    /// The path that is being recorded, if one is.
    private struct Recording: Encodable, Sendable {
        let path: PathReport?
    }
}

extension GatewayReport {
    /// What is left of it when nothing happens but time.
    fileprivate var withoutCounters: GatewayReport {
        var report = self
        (report.gateway.uptime, report.gateway.time) = (0, report.gateway.started)
        report.bus = BusReport(published: 0, retained: 0, retainedBytes: 0, consumers: [])
        for index in report.receivers.indices {
            report.receivers[index].fix = nil
            (report.receivers[index].lastData, report.receivers[index].lastDataAge) = (nil, nil)
            (report.receivers[index].observations, report.receivers[index].corrections) = (0, nil)
            report.receivers[index].rate = report.receivers[index].rate?.rounded()
        }
        if var corrections = report.corrections {
            (corrections.messages, corrections.bytes, corrections.positions) = (0, 0, 0)
            (corrections.lastMessage, corrections.lastMessageAge, corrections.lastPosition) = (nil, nil, nil)
            corrections.messageNumbers = [:]
            report.corrections = corrections
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
