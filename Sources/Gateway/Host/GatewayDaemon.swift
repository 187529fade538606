// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import GPSDServer
public import Logging
internal import ObservationBus
internal import ServiceLifecycle
internal import UnixSignals
internal import WebAPI

/// The daemon: drivers, bus and faces joined. All that can be wrong with the configuration is found when it is made;
/// nothing runs before `run`.
public struct GatewayDaemon: Sendable {
    private let receivers: ReceiverService
    private let gpsd: GPSDService
    private let hub: ObservationHub
    private let clock: GatewayClock
    private let servers: ServerGate
    private let logger: Logger

    /// Makes the drivers of all receivers and the servers, and starts nothing.
    ///
    /// - Parameters:
    ///   - configuration: checked against the schemas of `drivers`.
    ///   - drivers: the plugins.
    ///   - mode: whose time the daemon lives in.
    ///   - logger: where its words for people go.
    ///   - onListening: called once the gpsd server listens, with its addresses.
    /// - Throws: `GatewayFailure` where no receiver is configured, or a driver refuses its section.
    public init(
        _ configuration: GatewayConfiguration, drivers: DriverRegistry, clock mode: GatewayClock.Mode, logger: Logger,
        onListening: @escaping @Sendable ([String]) -> Void = { _ in }
    ) throws(GatewayFailure) {
        guard !configuration.receivers.isEmpty else {
            throw GatewayFailure(
                .configuration,
                "no receiver is configured: name one under 'receivers' in a file and give it with --config, "
                    + "or try 'gnss-gateway demo'")
        }
        let hub = ObservationHub()
        let clock = GatewayClock(mode)
        let servers = ServerGate(count: 2)
        let (ends, continuation) = AsyncStream<Void>.makeStream()
        var threads: [ReceiverThread] = []
        for receiver in configuration.receivers {
            let parts = DriverParts(hub: hub, clock: clock, logger: logger) { continuation.yield() }
            threads.append(try ReceiverThread(receiver, drivers: drivers, parts))
        }
        receivers = ReceiverService(threads: threads, ends: ends, servers: servers, logger: logger)
        gpsd = GPSDService(
            configuration: GPSDConfiguration(configuration.listen), hub: hub,
            devices: GPSDDeviceTable(
                configuration.receivers.map { GPSDDevice(source: SourceID(rawValue: $0.id), path: $0.id) }),
            logger: logger
        ) { addresses in
            servers.serverListens()
            onListening(addresses.map(\.description))
        }
        (self.hub, self.clock, self.servers, self.logger) = (hub, clock, servers, logger)
    }

    /// Runs until SIGTERM or SIGINT, and ends within 2 s of it.
    ///
    /// - Throws: `GatewayFailure` where another daemon runs, a server cannot listen, or no driver can run.
    public func run() async throws {
        do {
            let control = try ControlService(
                ControlService.Configuration(version: GatewayVersion.current, shutdownLimit: .seconds(1)), hub: hub,
                now: { [clock] in clock.now }, logger: logger, onRunning: { [servers] in servers.serverListens() })
            // At the end they are stopped in reverse: first the servers, with what waits for their clients.
            var group = ServiceGroupConfiguration(
                services: [.init(service: receivers), .init(service: control), .init(service: gpsd)],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: Self.quiet(logger))
            group.maximumGracefulShutdownDuration = .milliseconds(1800)
            try await ServiceGroup(configuration: group).run()
        } catch let error as GPSDServerError {
            throw GatewayFailure(error)
        } catch let error as ControlSocketError {
            throw GatewayFailure(ExitStatus(rawValue: error.exitCode) ?? .unavailable, error.description)
        }
    }

    /// The service group's own words are for whoever looks into a problem.
    private static func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        if logger.logLevel > .debug { logger.logLevel = .error }
        return logger
    }
}

/// What the drivers of a daemon share.
struct DriverParts {
    let hub: ObservationHub
    let clock: GatewayClock
    let logger: Logger
    let onEnd: @Sendable () -> Void
}

extension ReceiverThread {
    /// Makes the driver of a receiver.
    ///
    /// - Throws: `GatewayFailure` with the plugin's own words.
    convenience init(
        _ receiver: ReceiverConfiguration, drivers: DriverRegistry, _ parts: DriverParts
    ) throws(GatewayFailure) {
        guard let plugin = drivers.plugin(ofKind: receiver.driver), let schema = drivers.schemas[receiver.driver] else {
            throw GatewayFailure(.configuration, "receiver \(receiver.id): no driver '\(receiver.driver)' was found")
        }
        let json: String
        do throws(ConfigurationErrors) {
            json = try receiver.section.json(schema)
        } catch {
            throw GatewayFailure(.configuration, error.description)
        }
        var logger = parts.logger
        logger[metadataKey: "receiver"] = "\(receiver.id)"
        let port = ReceiverPort(
            source: SourceID(rawValue: receiver.id), plugin: plugin.description, hub: parts.hub, clock: parts.clock,
            logger: logger)
        do throws(PluginError) {
            let driver = try DriverInstance(of: plugin.table, configuration: json, host: port)
            self.init(id: receiver.id, driver: driver, port: port, onEnd: parts.onEnd)
        } catch {
            throw GatewayFailure(.configuration, "\(receiver.section.place): receiver \(receiver.id): \(error)")
        }
    }
}

extension GPSDConfiguration {
    fileprivate init(_ listen: ListenConfiguration) {
        self.init()
        addresses = listen.gpsd.map { GPSDServer.ListenAddress(host: $0.host, port: $0.port) }
        release = GatewayVersion.current
    }
}

extension GatewayFailure {
    fileprivate init(_ error: GPSDServerError) {
        let status: ExitStatus =
            switch error {
            case .notPermitted: .noPermission
            case .addressInUse, .noAddressAvailable, .cannotListen: .unavailable
            }
        self.init(status, error.description)
    }
}
