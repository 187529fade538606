// SPDX-License-Identifier: Apache-2.0

public import ClientAdmission
internal import GNSSTypes
public import Logging
internal import NIOCore
internal import NMEA
public import ObservationBus
public import ServiceLifecycle

/// Forwards the sentences of the active receiver unchanged over TCP and UDP, for chart plotters, farm terminals and
/// older programs. For a receiver that sends no sentences, they are created from its observations.
///
/// A client that reads too slowly loses the oldest of its queued epochs, always complete ones. It receives a notice in
/// a text sentence and does not delay other clients. Data that clients send is read and discarded.
public struct NMEAService: Service {
    private let configuration: NMEAConfiguration
    private let hub: ObservationHub
    private let logger: Logger
    private let onListening: @Sendable ([NMEAEndpoint], _ missing: [NMEAEndpoint]) -> Void
    private let clients: NMEAClients

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: The destinations of sentences and the limits.
    ///   - hub: The hub whose observations are forwarded.
    ///   - logger: Receives messages relevant to an operator; sentences are not logged.
    ///   - onListening: Called when clients can connect, with the TCP endpoints and their actual ports, and with those
    ///     whose addresses this machine does not have yet; called again with all of them when one of the latter can be
    ///     used.
    public init(
        _ configuration: NMEAConfiguration, hub: ObservationHub, logger: Logger,
        onListening: @escaping @Sendable ([NMEAEndpoint], _ missing: [NMEAEndpoint]) -> Void = { _, _ in }
    ) {
        self.configuration = configuration
        self.hub = hub
        self.logger = logger
        self.onListening = onListening
        clients = NMEAClients(ClientLimit(configuration.maximumClients))
    }

    /// The numbers of TCP clients served and refused.
    public var admission: ClientLimit { clients.admission }

    /// The current counters.
    public var status: NMEAStatus { clients.status }

    /// Serves until the task is cancelled, the service is shut down gracefully, or the hub is finished; then closes
    /// all connections.
    ///
    /// An address that this machine does not have yet is opened as soon as it has it.
    ///
    /// - Throws: `NMEAServerError` if an endpoint cannot be used for another reason.
    public func run() async throws {
        // Without endpoints, there is no need to receive observations.
        guard !configuration.endpoints.isEmpty else {
            onListening([], [])
            try? await gracefulShutdown()
            return
        }
        let subscription = hub.subscribe(
            "nmea", to: TopicFilter(kinds: [.sentence, .activeReceiver, .fix, .satellites, .driverState]),
            policy: .skipOldest())
        let endpoints = try await Endpoints.open(configuration.endpoints, for: clients, logger)
        onListening(endpoints.listening, endpoints.missing)
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await endpoints.follow() }
                group.addTask {
                    await endpoints.openMissing(for: clients, logger) {
                        onListening(endpoints.listening, endpoints.missing)
                    }
                }
                await pass(subscription, to: endpoints)
                group.cancelAll()
            }
        }
        await endpoints.close()
        clients.close()
    }

    private func pass(_ subscription: Subscription, to endpoints: Endpoints) async {
        var passage = Passage(followsActiveReceiver: configuration.followsActiveReceiver)
        for await batch in subscription {
            let sentences = passage.take(batch)
            guard !sentences.isEmpty else { continue }
            clients.send(sentences.stream)
            endpoints.send(sentences.datagrams, clients)
        }
    }
}

/// Selects the observations to forward.
struct Passage {
    let followsActiveReceiver: Bool
    private var active: SourceID?
    /// Create the sentences of receivers that send none.
    private var makers: [SourceID: SentenceMaker] = [:]

    init(followsActiveReceiver: Bool) { self.followsActiveReceiver = followsActiveReceiver }

    /// Returns the sentences of a batch: those of receivers, then the created ones.
    mutating func take(_ batch: [Observation]) -> SentenceBatch {
        var sentences = SentenceBatch()
        for observation in batch {
            let (source, time) = (observation.source, observation.hostTime.monotonicNanoseconds)
            switch observation.payload {
            case .result(let result):
                guard followsActiveReceiver, let change = result.value as? ActiveReceiver else { continue }
                active = change.current
            case .sentence(let sentence) where sentence.format == .nmea && SentenceLine.isOne(sentence.bytes):
                makers[source, default: SentenceMaker()].note(sentence.bytes, at: time)
                if active == nil || source == active { sentences.append(sentence.bytes) }
            case .fix(let fix): makers[source, default: SentenceMaker()].note(fix, at: time)
            case .satellites(let sky): makers[source, default: SentenceMaker()].note(sky, at: time)
            case .driverState(let report) where report.state == .lost || report.state == .stopped:
                finish(source, &sentences)
                makers[source] = nil
            default: break
            }
        }
        for source in Array(makers.keys) { finish(source, &sentences) }
        return sentences
    }

    private mutating func finish(_ source: SourceID, _ sentences: inout SentenceBatch) {
        guard active == nil || source == active else {
            makers[source]?.skip()
            return
        }
        for sentence in makers[source]?.sentences() ?? [] { sentences.append(sentence) }
    }
}

/// Sentences that arrived together.
struct SentenceBatch {
    /// All sentences in sequence, each with its line ending.
    private(set) var stream = ByteBuffer()
    /// Whole sentences in pieces that fit into an Ethernet frame.
    private(set) var datagrams: [ByteBuffer] = []

    /// Maximum size of a datagram in bytes, unless a single sentence is longer.
    static let datagramLimit = 1400

    var isEmpty: Bool { stream.readableBytes == 0 }

    mutating func append(_ sentence: [UInt8]) {
        var line = ByteBuffer(bytes: sentence)
        if sentence.last != 0x0A { line.writeStaticString("\r\n") }
        stream.writeImmutableBuffer(line)
        if let last = datagrams.indices.last,
            datagrams[last].readableBytes + line.readableBytes <= Self.datagramLimit
        {
            datagrams[last].writeImmutableBuffer(line)
        } else {
            datagrams.append(line)
        }
    }
}
