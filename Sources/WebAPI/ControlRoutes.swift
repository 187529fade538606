// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import ClientAdmission
internal import ControlModel
internal import GNSSTypes
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ObservationBus
internal import ServerTLS
internal import Synchronization
internal import WebConsole

/// The routes of the control interface.
struct ControlRoutes: Sendable {
    /// The version of the interface, the first part of each path.
    static let interface = "v1"
    static let versionPath = "/v1/version"
    static let recordsType = "application/vnd.gnss-gateway.records"

    let hub: ObservationHub
    let source: ControlSource
    let version: String
    let bound: QueueBound
    let now: @Sendable () -> HostTime
    let logger: Logger
    let console: ConsoleFiles?
    let coordinator: AccessCoordinator
    let addresses = ConsoleAddresses()
    let feed: LiveFeed
    private let examination: Examination?
    private let streams = StreamCounter()

    init(
        hub: ObservationHub, source: ControlSource, version: String, bound: QueueBound,
        now: @escaping @Sendable () -> HostTime, logger: Logger, console: ConsoleFiles? = nil,
        coordinator: AccessCoordinator
    ) {
        (self.hub, self.source, self.version, self.bound) = (hub, source, version, bound)
        (self.now, self.logger, self.console, self.coordinator) = (now, logger, console, coordinator)
        feed = LiveFeed(hub: hub, source: source, now: now)
        examination = source.examine.map(Examination.init)
    }

    /// The way in which clients reach the routes.
    enum Access: Sendable {
        /// The socket. It has the network's rules and certificates too, because some of its routes report them.
        case socket(AccessPolicy, ServerCertificates? = nil)
        /// TCP, with the guards for network clients.
        case network(NetworkAccess, isEncrypted: Bool = false)
    }

    /// The routes, with the guards for this kind of access.
    ///
    /// - Parameter slots: Limits the number of simultaneous streams.
    func router(
        for access: Access = .socket(AccessPolicy()), streams slots: ClientLimit
    ) -> Router<ControlContext> {
        let router = Router(context: ControlContext.self, options: .autoGenerateHeadEndpoints)
        if case .network = access { router.add(middleware: AnswerGuard()) }
        router.add(middleware: ProblemMiddleware())
        let isNetwork: Bool
        let policy: AccessPolicy
        let certificates: ServerCertificates?
        switch access {
        case .socket(let networkPolicy, let served):
            (isNetwork, policy, certificates) = (false, networkPolicy, served)
            router.add(middleware: SocketCaller())
            router.add(middleware: ExpectationMiddleware())
        case .network(let network, let isEncrypted):
            (isNetwork, policy) = (true, network.policy)
            addGuards(of: network, isEncrypted: isEncrypted, to: router)
            certificates = network.certificates
            SessionRoutes(coordinator: coordinator, policy: policy).add(to: router)
            if let console {
                ConsoleRoutes(
                    files: console, plain: PlainPage(control: source.control, files: console),
                    tileHost: source.maps?.server?.origin
                ).add(to: router)
            }
        }
        CertificateRoutes(certificates: certificates).add(to: router)
        PeopleRoutes(coordinator: coordinator, policy: policy, addresses: addresses).add(to: router)
        LiveRoutes(feed: feed, version: version, console: { [console] in console?.fingerprint })
            .add(to: router) { try Self.slot(among: slots) }
        router.get(RouterPath(Self.versionPath)) { _, _ in
            VersionAnswer(name: "gnss-gateway", version: version, interface: Self.interface)
        }
        router.get(RouterPath(ControlRoute.observations)) { request, _ in
            try observations(request, try Self.slot(among: slots), isNetwork: isNetwork)
        }
        router.get("/v1/events") { request, _ in
            let slot = try Self.slot(among: slots)
            let stream = EventStream(hub: hub, name: "events \(streams.next())") { [now, control = source.control] in
                Heartbeat(try? await control?.osnma(of: nil), at: Timestamp(now()))
            }
            return stream.begin(request, slot)
        }
        if let metrics = source.metrics {
            router.get("/metrics") { _, _ in
                Response(
                    status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                    body: ResponseBody(byteBuffer: ByteBuffer(string: await metrics())))
            }
        }
        if let examination {
            router.get("/v1/doctor") { _, _ in
                Response(
                    status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
                    body: ResponseBody(byteBuffer: ByteBuffer(string: await examination.text() + "\n")))
            }
        }
        if let control = source.control {
            StatusRoutes(control: control).add(to: router)
            CommandRoutes(control: control).add(to: router)
        }
        if let setup = source.setup { ReceiverRoutes(control: setup).add(to: router) }
        if let trials = source.trials { TrialRoutes(control: trials).add(to: router) }
        if let provisions = source.provisions { ProvisionRoutes(control: provisions).add(to: router) }
        if let trust = source.trust { TrustRoutes(control: trust).add(to: router) }
        if let frames = source.rawFrames { RawFrameRoutes(control: frames).add(to: router) }
        if let maps = source.maps { MapRoutes(control: maps).add(to: router) }
        if let paths = source.paths { PathRoutes(control: paths).add(to: router) }
        if let centroid = source.centroid { CentroidRoutes(control: centroid).add(to: router) }
        if let captures = source.captures { CaptureRoutes(control: captures).add(to: router) }
        if let office = source.backOffice { BackOfficeRoutes(control: office, policy: policy).add(to: router) }
        if let sky = source.sky { SkyRoutes(control: sky).add(to: router) }
        if let fleet = source.fleet { FleetRoutes(control: fleet).add(to: router) }
        if let settings = source.settings { SettingsRoutes(control: settings).add(to: router) }
        if let corrections = source.corrections { CorrectionsRoutes(control: corrections).add(to: router) }
        if let agrirouter = source.agrirouter { AgrirouterRoutes(control: agrirouter).add(to: router) }
        return router
    }

    private func addGuards(of network: NetworkAccess, isEncrypted: Bool, to router: Router<ControlContext>) {
        router.add(middleware: HostGuard(network.addresses.map(\.host) + network.policy.names))
        router.add(middleware: PlaceMiddleware(policy: network.policy, isEncrypted: isEncrypted))
        router.add(middleware: FetchGuard())
        router.add(middleware: AccessGuard(token: network.token, policy: network.policy, coordinator: coordinator))
        router.add(middleware: ExpectationMiddleware())
    }

    /// Returns a slot for a stream; throws a `Problem` if there are too many.
    private static func slot(among slots: ClientLimit) throws -> ClientSlot {
        guard let slot = slots.slot() else {
            var problem = Problem(
                .serviceUnavailable,
                "\(slots.limit) clients read events or observations from this gateway, which is the limit; end one of "
                    + "them, or try again later")
            problem.retryAfter = ClientLimit.retryAfter
            throw problem
        }
        return slot
    }

    /// - Parameter isNetwork: True for network clients: their waiting data share the bus's ring instead of using extra
    ///   memory, and a replay does not wait for them.
    private func observations(_ request: Request, _ slot: ClientSlot, isNetwork: Bool) throws -> Response {
        let wanted: ObservationRequest
        do throws(ObservationRequestError) {
            let parameters = request.uri.queryParameters
            wanted = try ObservationRequest(parameters: parameters.map { (name: $0.key, value: $0.value) })
        } catch {
            throw Problem(.badRequest, error.description)
        }
        // Subscribes before the head of the response is sent, so that a client that has received the head misses
        // nothing.
        let name = "client \(streams.next())"
        let policy = isNetwork ? DeliveryPolicy.skipOldest(bound.within(.ring)) : .lossless(bound)
        let stream = ObservationStream(
            name: name, subscription: hub.subscribe(name, to: wanted.topics, policy: policy), start: now(),
            logger: logger)
        return Response(
            status: .ok, headers: [.contentType: Self.recordsType],
            body: ResponseBody(streamFor: request, slot, finish: { stream.subscription.finish() }) { writer in
                try await stream.write(to: &writer)
            })
    }
}

/// The findings of `gnss-gateway doctor`. Only one examination runs at a time; its findings are reused for 5 s.
private actor Examination {
    private static let lifetime = Duration.seconds(5)

    private let examine: @Sendable () async -> String
    private var task: Task<String, Never>?
    /// The end of the last examination; nil while one runs, for which all requests wait.
    private var end: ContinuousClock.Instant?

    init(_ examine: @escaping @Sendable () async -> String) { self.examine = examine }

    func text() async -> String {
        if let task, end.map({ ContinuousClock.now - $0 < Self.lifetime }) ?? true { return await task.value }
        let task = Task { [examine] in await examine() }
        (self.task, end) = (task, nil)
        let text = await task.value
        end = .now
        return text
    }
}

/// The response to `GET /v1/version`.
private struct VersionAnswer: ResponseEncodable {
    let name: String
    let version: String
    let interface: String
}

/// Numbers the streams, so that each has a name in status and log.
private final class StreamCounter: Sendable {
    private let last = Atomic<UInt64>(0)

    func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
