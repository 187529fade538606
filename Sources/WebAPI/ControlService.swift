// SPDX-License-Identifier: Apache-2.0

public import Access
public import BackOfficeModel
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
public import SetupModel
internal import SystemSupport
public import WebConsole

/// The control interface: HTTP on a UNIX socket of mode 0660. Its folder is created with mode 0750 if missing.
///
/// - `GET /v1/version`: name, version and version of the interface, as JSON.
/// - `GET /v1/observations?kinds=…&receivers=…`: the observations published from now on, as a recording; see
///   `ObservationRequest`. A client that is too slow for the bound is disconnected, so that its recording has no gap.
/// - the other routes in `docs/control-interface.md`, as far as the parts that answer them are given.
///
/// If configured, it serves the same routes on TCP, as far as the caller's role permits (`RouteRoles`).
public struct ControlService: Service {
    /// The service's configuration.
    public struct Configuration: Sendable {
        /// The path of the socket.
        public var socketPath: String
        /// The version of the program.
        public var version: String
        /// The maximum amount of data that may wait for a client before it is disconnected.
        public var streamBound: QueueBound
        /// The longest time that clients may take at shutdown to read the data that wait for them.
        public var shutdownLimit: Duration
        /// The TCP addresses on which the interface is served as well; nil for none.
        public var network: NetworkAccess?
        /// The maximum number of simultaneous clients.
        public var clients = HTTPClientLimits()

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - socketPath: The path of the socket, at most `ControlSocket.pathLimit` bytes.
        ///   - version: The version of the program.
        ///   - streamBound: The maximum amount of data that may wait for a client before it is disconnected.
        ///   - shutdownLimit: The longest time that clients may take at shutdown to read the data that wait for them; 0
        ///     or more.
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
    private let onRunning: @Sendable ([NetworkAddress], _ missing: [NetworkAddress]) async -> Void

    /// Claims the socket's path for this process, so that a second daemon fails before it opens a device. `run` then
    /// serves clients. The path is released when `run` returns or the service is deinitialized.
    ///
    /// - Parameters:
    ///   - configuration: The service's configuration.
    ///   - hub: The source of clients' observations.
    ///   - control: Reports and commands; nil to serve only versions and observations.
    ///   - trust: The keys and roots that OSNMA trusts; nil to omit its routes.
    ///   - setup: Adds receivers; nil to omit its routes.
    ///   - trials: Finds, pairs and tests receivers; nil to omit its routes.
    ///   - provisions: Sets receivers up; nil to omit its routes.
    ///   - rawFrames: Shows the frames that receivers send; nil to omit its routes.
    ///   - maps: Reads maps from files; nil to omit its routes.
    ///   - paths: Recorded paths and the recording; nil to omit its routes.
    ///   - centroid: The sampling sessions; nil to omit its routes.
    ///   - captures: Photos; nil to omit their routes.
    ///   - backOffice: The back office and its tasks; nil to omit its routes.
    ///   - sky: The expected satellites; nil to omit its route.
    ///   - fleet: The gateways at the same MQTT broker; nil to omit their route.
    ///   - agrirouter: The uplink and the members; nil to omit its routes.
    ///   - settings: The settings that people may change while the daemon runs; nil to omit its routes.
    ///   - corrections: The set-up of corrections; nil to omit its routes.
    ///   - metrics: The text of `GET /metrics`, in Prometheus format; nil to omit its route.
    ///   - console: The files of the web console; nil if it is not served.
    ///   - examine: Returns the output of `doctor --json`; nil to omit its route.
    ///   - access: Stores people and sessions; if nil, they are lost when the service ends.
    ///   - now: The daemon's clock.
    ///   - logger: The service's logger.
    ///   - onRunning: Called once the socket answers, with the TCP addresses that answer, and with those that this machine
    ///     does not have yet; called again with all of them when one of the latter answers.
    /// - Throws: `ControlSocketError`.
    public init(
        _ configuration: Configuration, hub: ObservationHub, control: (any GatewayControl)? = nil,
        trust: (any TrustControl)? = nil, setup: (any ReceiverSetup)? = nil, trials: (any ReceiverTrials)? = nil,
        provisions: (any ReceiverProvisions)? = nil, rawFrames: (any RawFrameControl)? = nil,
        maps: (any MapControl)? = nil, paths: (any PathControl)? = nil,
        centroid: (any CentroidControl)? = nil, captures: (any CaptureControl)? = nil,
        backOffice: (any BackOfficeControl)? = nil, sky: (any SkyControl)? = nil, fleet: (any FleetControl)? = nil,
        agrirouter: (any AgrirouterControl)? = nil, settings: (any SettingsControl)? = nil,
        corrections: (any CorrectionsControl)? = nil,
        metrics: (@Sendable () async -> String)? = nil, console: ConsoleFiles? = nil,
        examine: (@Sendable () async -> String)? = nil, access: (any AccessStore)? = nil,
        now: @escaping @Sendable () -> HostTime, logger: Logger,
        onRunning: @escaping @Sendable ([NetworkAddress], _ missing: [NetworkAddress]) async -> Void = { _, _ in }
    ) throws(ControlSocketError) {
        claim = try SocketClaim(path: configuration.socketPath)
        routes = ControlRoutes(
            hub: hub,
            source: ControlSource(
                control: control, trust: trust, setup: setup, trials: trials, provisions: provisions,
                rawFrames: rawFrames, maps: maps, paths: paths, centroid: centroid, captures: captures,
                backOffice: backOffice, sky: sky, fleet: fleet, agrirouter: agrirouter, settings: settings,
                corrections: corrections, metrics: metrics, examine: examine),
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
        // One answer for each address.
        let answers = AsyncStream.makeStream(of: Void.self)
        let listening = NetworkListening()
        let addresses = configuration.network?.addresses ?? []
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let network = configuration.network {
                for address in addresses {
                    group.addTask { try await serve(network, address, listening, answers.continuation) }
                }
            }
            group.addTask {
                var count = 0
                for await _ in answers.stream.prefix(addresses.count) { count += 1 }
                guard count == addresses.count else { return }
                if let failure = listening.failure { throw failure }
                try await serveSocket(listening)
            }
            defer { group.cancelAll() }
            // The first server that fails ends the others.
            while try await group.next() != nil {}
        }
    }

    /// The maximum number of connections that wait to be accepted.
    private static let backlog = 512

    /// Adds a gate that stops accepting clients while the system has no free descriptor.
    private static func openGate(of channel: any Channel, _ limits: RouteLimits) async {
        // This fails if the server is already shutting down, in which case no gate is needed.
        try? await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(AcceptGate(limits.connections), position: .first)
        }.get()
    }

    /// Serves on TCP. If this machine does not have the address yet, or its name cannot be resolved, waits until it has it.
    private func serve(
        _ network: NetworkAccess, _ address: NetworkAddress, _ listening: NetworkListening,
        _ answers: AsyncStream<Void>.Continuation
    ) async throws {
        while true {
            do {
                guard let host = try await resolved(address, isAwaited: listening.isAwaited(address)) else { return }
                return try await application(network, address, host, listening, answers).run()
            } catch {
                guard try failed(error, network, address, listening, answers) else { return }
            }
            // No event that every machine has tells of a new address.
            let hasWaited = await cancelWhenGracefulShutdown {
                (try? await Task.sleep(for: MissingAddress.pause)) != nil
            }
            guard hasWaited else { return }
        }
    }

    /// Returns the numeric address of a host; nil if the service is shut down meanwhile. The start waits for the first
    /// attempt, so that one has a limit.
    private func resolved(_ address: NetworkAddress, isAwaited: Bool) async throws -> String? {
        let (host, port) = (address.host, Int(address.port))
        guard isAwaited else {
            return try await HostLookup.address(of: host, port: port, within: HostLookup.startLimit).ipAddress ?? host
        }
        do {
            return try await cancelWhenGracefulShutdown {
                try await HostLookup.address(of: host, port: port).ipAddress ?? host
            }
        } catch is CancellationError {
            return nil
        }
    }

    /// The server of an address.
    ///
    /// - Parameter host: The numeric address on which it listens.
    private func application(
        _ network: NetworkAccess, _ address: NetworkAddress, _ host: String, _ listening: NetworkListening,
        _ answers: AsyncStream<Void>.Continuation
    ) -> QuietApplication {
        let limits = configuration.clients.overNetwork
        return QuietApplication(
            router: routes.router(
                for: .network(network, isEncrypted: address.isEncrypted), streams: limits.streams),
            server: .guarded(
                limits, lingering: configuration.shutdownLimit,
                certificates: address.isEncrypted ? network.certificates : nil),
            configuration: ServerConfiguration(
                address: .hostname(host, port: Int(address.port)), backlog: Self.backlog),
            onServerRunning: { channel in
                await Self.openGate(of: channel, limits)
                let port = channel.localAddress?.port.flatMap { UInt16(exactly: $0) }
                let actual = NetworkAddress(
                    host: address.host, port: port ?? address.port, isEncrypted: address.isEncrypted)
                guard listening.listens(on: address, actual: actual) else {
                    answers.yield()
                    return
                }
                logger.notice("control interface: listens on \(actual)")
                await publish(listening)
            },
            logger: frameworkLogger)
    }

    /// Handles the error of an attempt to listen.
    ///
    /// - Returns: True if another attempt may succeed.
    /// - Throws: The error, if it ends the service.
    private func failed(
        _ error: any Error, _ network: NetworkAccess, _ address: NetworkAddress, _ listening: NetworkListening,
        _ answers: AsyncStream<Void>.Continuation
    ) throws -> Bool {
        guard let reason = ListenReason(error) else { throw error }
        let failure = NetworkError(address, reason)
        switch MissingAddress(error, host: address.host) {
        case .notYet, .unresolved:
            guard listening.awaits(address) else { return true }
            let message = MissingAddress.message(error, "\(address)", key: address.key)
            logger.warning("control interface: \(message)")
            answers.yield()
            return true
        case .never where network.isRequired || address.isEncrypted:
            listening.skips(address, failure)
            logger.notice("control interface: skipped \(address), an address that this machine does not have")
        case nil where listening.isAwaited(address):
            // Another program was faster. The other addresses are served; ending the service would end them too.
            logger.debug("\(failure)")
            return true
        case nil where network.isRequired || address.isEncrypted: throw failure
        case .never, nil: logger.warning("\(failure)")
        }
        answers.yield()
        return false
    }

    /// Publishes the addresses that answer.
    private func publish(_ listening: NetworkListening) async {
        await listening.publish { open, missing in
            routes.addresses.listen(open.map { .init(host: $0.host, port: $0.port, isEncrypted: $0.isEncrypted) })
            await onRunning(open, missing)
        }
    }

    private func serveSocket(_ listening: NetworkListening) async throws {
        let path = claim.path
        let limits = configuration.clients.overSocket
        let application = QuietApplication(
            router: routes.router(
                for: .socket(configuration.network?.policy ?? AccessPolicy(), configuration.network?.certificates),
                streams: limits.streams),
            server: .guarded(limits, lingering: configuration.shutdownLimit),
            configuration: ServerConfiguration(address: .unixDomainSocket(path: path), backlog: Self.backlog),
            onServerRunning: { [logger] channel in
                await Self.openGate(of: channel, limits)
                // ENOENT: the daemon is already shutting down.
                if chmod(path, 0o660) != 0, errno != ENOENT {
                    logger.error("only this user can use the control socket \(path): \(SystemError())")
                }
                await publish(listening)
            },
            logger: frameworkLogger)
        do {
            try await application.run()
        } catch let error as IOError {
            throw ControlSocketError.refused(path: path, action: "listen", code: error.errnoCode)
        }
    }
}
