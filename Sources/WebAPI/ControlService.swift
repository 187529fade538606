// SPDX-License-Identifier: Apache-2.0

public import Access
internal import ClientAdmission
public import ControlModel
public import GNSSTypes
internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
public import LocalSocket
public import Logging
internal import NIOCore
public import ObservationBus
public import ServiceLifecycle
internal import SystemSupport
public import WebConsole

/// The control interface: HTTP on a UNIX socket of mode 0660. Its folder is created with mode 0750 if missing.
///
/// - `GET /v1/version`: name, version and version of the interface, as JSON.
/// - `GET /v1/observations?kinds=…&receivers=…`: the observations published from now on, as a recording; see
///   `ObservationRequest`. A client that is too slow for the bound is disconnected, so that its recording has no gap.
/// - everything else in `docs/control-interface.md`, if there is a `GatewayControl`.
///
/// If configured, it serves the same on TCP, to who may use it: see `RouteRoles`.
public struct ControlService: Service {
    /// The service's configuration.
    public struct Configuration: Sendable {
        /// The path of the socket.
        public var socketPath: String
        /// The version of the program.
        public var version: String
        /// The maximum amount of data that may wait for a client before it is disconnected.
        public var streamBound: QueueBound
        /// How long clients may take at shutdown to read the data that wait for them.
        public var shutdownLimit: Duration
        /// The TCP addresses on which it is served too; nil for none.
        public var network: NetworkAccess?
        /// The maximum number of simultaneous clients.
        public var clients = HTTPClientLimits()

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - socketPath: The path of the socket, at most `ControlSocket.pathLimit` bytes.
        ///   - version: The version of the program.
        ///   - streamBound: The maximum amount of data that may wait for a client before it is disconnected.
        ///   - shutdownLimit: How long clients may take at shutdown to read the data that wait for them; 0 or more.
        public init(
            socketPath: String = ControlSocket.defaultPath(), version: String, streamBound: QueueBound = .recorder,
            shutdownLimit: Duration = .seconds(3)
        ) {
            self.socketPath = socketPath
            self.version = version
            self.streamBound = streamBound
            self.shutdownLimit = shutdownLimit
        }
    }

    private let configuration: Configuration
    private let claim: SocketClaim
    private let routes: ControlRoutes
    private let logger: Logger
    private let onRunning: @Sendable ([NetworkAddress]) async -> Void

    /// Claims the socket's path for this process, so that a second daemon fails before it opens a device. Clients are
    /// served once `run` is called. The path is released when `run` returns or the service is deinitialized.
    ///
    /// - Parameters:
    ///   - configuration: the service's configuration.
    ///   - hub: where clients' observations come from.
    ///   - control: reports and commands; nil: only versions and observations are served.
    ///   - trust: what OSNMA trusts; nil: there are no such routes.
    ///   - trials: finds, pairs and tries receivers; nil: there are no such routes.
    ///   - paths: recorded paths and the recording; nil: there are no such routes.
    ///   - centroid: the sampling sessions; nil: there are no such routes.
    ///   - agrirouter: the uplink and the members; nil: there are no such routes.
    ///   - settings: what people may change while the daemon runs; nil: there are no such routes.
    ///   - metrics: the text of `GET /metrics`, in Prometheus' format; nil: there is no such route.
    ///   - console: the files of the web console; nil: it is not served.
    ///   - examine: what `doctor --json` prints; nil: there is no such route.
    ///   - access: keeps who may use it over the network; nil: that is forgotten when the service ends.
    ///   - now: the daemon's clock.
    ///   - logger: where it logs.
    ///   - onRunning: called once the socket answers, with the addresses that answer on TCP.
    /// - Throws: `ControlSocketError`.
    public init(
        _ configuration: Configuration, hub: ObservationHub, control: (any GatewayControl)? = nil,
        trust: (any TrustControl)? = nil, trials: (any ReceiverTrials)? = nil,
        paths: (any PathControl)? = nil, centroid: (any CentroidControl)? = nil,
        agrirouter: (any AgrirouterControl)? = nil, settings: (any SettingsControl)? = nil,
        metrics: (@Sendable () async -> String)? = nil, console: ConsoleFiles? = nil,
        examine: (@Sendable () async -> String)? = nil, access: (any AccessStore)? = nil,
        now: @escaping @Sendable () -> HostTime, logger: Logger,
        onRunning: @escaping @Sendable ([NetworkAddress]) async -> Void = { _ in }
    ) throws(ControlSocketError) {
        claim = try SocketClaim(path: configuration.socketPath)
        routes = ControlRoutes(
            hub: hub,
            source: ControlSource(
                control: control, trust: trust, trials: trials, paths: paths, centroid: centroid,
                agrirouter: agrirouter, settings: settings, metrics: metrics, examine: examine),
            version: configuration.version,
            bound: configuration.streamBound, now: now, logger: logger, console: console,
            coordinator: AccessCoordinator(
                store: access, logger: logger, wallClock: { now().wallNanoseconds / 1_000_000_000 }))
        self.configuration = configuration
        self.logger = logger
        self.onRunning = onRunning
    }

    /// Serves clients until graceful shutdown or cancellation. May be called only once.
    ///
    /// At graceful shutdown no new clients are accepted, and each stream ends regularly once its client has read the
    /// waiting data. Clients that exceed the limit are disconnected, and all clients are disconnected at cancellation.
    ///
    /// - Throws: `ControlSocketError` if the system refuses the socket, `NetworkError` if it refuses a required
    ///   address.
    public func run() async throws {
        defer { claim.release() }
        let (limit, coordinator) = (configuration.shutdownLimit, routes.coordinator)
        await coordinator.recall()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await serveAll() }
            group.addTask { try await coordinator.keepTime() }
            group.addTask {
                try await gracefulShutdown()
                try await Task.sleep(for: limit)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        await coordinator.storeTime()
    }

    /// Suppresses Hummingbird's own messages unless debug messages are logged; it logs its cancellation as an error.
    private var frameworkLogger: Logger {
        var logger = logger
        if logger.logLevel > .debug { logger.logLevel = .critical }
        return logger
    }

    /// Starts the TCP servers first, so that a client that finds the socket finds everything else.
    private func serveAll() async throws {
        let answers = AsyncStream.makeStream(of: NetworkAddress?.self)
        let addresses = configuration.network?.addresses ?? []
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let network = configuration.network {
                for address in addresses {
                    group.addTask { try await serve(network, address, answers.continuation) }
                }
            }
            group.addTask {
                var listening: [NetworkAddress] = []
                var count = 0
                for await address in answers.stream.prefix(addresses.count) {
                    count += 1
                    if let address { listening.append(address) }
                }
                if count == addresses.count { try await serveSocket(listening) }
            }
            defer { group.cancelAll() }
            // The first that fails ends the others.
            while try await group.next() != nil {}
        }
    }

    /// The maximum number of connections that wait to be accepted.
    private static let backlog = 512

    /// Adds a gate that stops accepting clients while the system has no free descriptor.
    private static func openGate(of channel: any Channel, _ limits: RouteLimits) async {
        // Fails if the server is already shutting down.
        try? await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(AcceptGate(limits.connections), position: .first)
        }.get()
    }

    /// Serves on TCP.
    private func serve(
        _ network: NetworkAccess, _ address: NetworkAddress, _ answers: AsyncStream<NetworkAddress?>.Continuation
    ) async throws {
        let limits = configuration.clients.overNetwork
        let application = QuietApplication(
            router: routes.router(
                for: .network(network, isEncrypted: address.isEncrypted), streams: limits.streams),
            server: .guarded(
                limits, lingering: configuration.shutdownLimit,
                certificates: address.isEncrypted ? network.certificates : nil),
            configuration: ServerConfiguration(
                address: .hostname(address.host, port: Int(address.port)), backlog: Self.backlog),
            onServerRunning: { channel in
                await Self.openGate(of: channel, limits)
                let port = channel.localAddress?.port.flatMap { UInt16(exactly: $0) }
                answers.yield(
                    NetworkAddress(
                        host: address.host, port: port ?? address.port, isEncrypted: address.isEncrypted))
            },
            logger: frameworkLogger)
        do {
            try await application.run()
        } catch {
            guard let failure = NetworkError(error, address) else { throw error }
            if network.isRequired || address.isEncrypted { throw failure }
            logger.warning("\(failure)")
            answers.yield(nil)
        }
    }

    private func serveSocket(_ listening: [NetworkAddress]) async throws {
        routes.addresses.listen(
            listening.map { .init(host: $0.host, port: $0.port, isEncrypted: $0.isEncrypted) })
        let path = claim.path
        let limits = configuration.clients.overSocket
        let application = QuietApplication(
            router: routes.router(
                for: .socket(configuration.network?.policy ?? AccessPolicy(), configuration.network?.certificates),
                streams: limits.streams),
            server: .guarded(limits, lingering: configuration.shutdownLimit),
            configuration: ServerConfiguration(address: .unixDomainSocket(path: path), backlog: Self.backlog),
            onServerRunning: { [logger, onRunning] channel in
                await Self.openGate(of: channel, limits)
                // ENOENT: the daemon is already shutting down.
                if chmod(path, 0o660) != 0, errno != ENOENT {
                    logger.error("only this user can use the control socket \(path): \(SystemError())")
                }
                await onRunning(listening)
            },
            logger: frameworkLogger)
        do {
            try await application.run()
        } catch let error as IOError {
            throw ControlSocketError.refused(path: path, action: "listen", code: error.errnoCode)
        }
    }
}
