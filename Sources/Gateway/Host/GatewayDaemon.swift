// SPDX-License-Identifier: Apache-2.0

internal import Alerts
internal import BackOfficeSync
internal import BluetoothPairing
internal import ClientAdmission
package import ConfigurationFile
package import ControlModel
package import DaemonRuntime
internal import DriverKit
internal import FieldCapture
internal import GNSSTypes
internal import GPSDServer
internal import Glibc
internal import LocalSocket
package import Logging
internal import MQTTUplink
internal import MapFiles
internal import MessageTexts
internal import NMEAServer
internal import ObservationBus
package import ReceiverHost
internal import ReceiverProvisioning
internal import RuntimeSettings
internal import ServerTLS
internal import ServiceLifecycle
internal import Storage
internal import SystemSupport
internal import TraccarUplink
internal import WebAPI
internal import WebConsole

/// The daemon: drivers, bus and servers together. Its initializer finds all errors in the configuration; nothing runs
/// before `run`.
package struct GatewayDaemon: Sendable {
    private let base: GatewayBase
    private let receivers: ReceiverSubsystem
    private let gpsd: GPSDService
    private let nmea: NMEAService
    private let reloader: ConfigurationReloader
    private let metrics: GatewayMetrics
    private let controller: GatewayController
    private let network: NetworkAccess?
    private let httpClients: HTTPClientLimits
    private let clientWatch: ClientWatchService
    private let memory = MemoryRelease()
    private let endWatch: EndWatch
    private let paths: PathStage
    private let agrirouter: AgrirouterCoordinator
    private let backOffice: BackOfficeService
    private let settings: SettingsCoordinator
    private let tracks: [any Service]
    private let certificateWatch: CertificateWatchService?
    private let maps: MapFolder
    private let provisions: ProvisionCoordinator
    private let examine: (@Sendable ([ReceiverReport], CertificateReport?, MQTTReport?, FormReport?) -> String)?
    /// True if the daemon does not end when its terminal hangs up.
    private let isService: Bool

    /// Creates the drivers of all receivers and the servers, without starting them.
    ///
    /// - Parameters:
    ///   - configuration: The configuration, checked against the schemas of `drivers`.
    ///   - drivers: The plugins.
    ///   - mode: The source of the time: the system's clock or the replay.
    ///   - logger: The logger for messages to the operator.
    ///   - log: The writer of the logger's messages; nil if they are written immediately.
    ///   - keepsState: True to keep state on disk, false to keep it in memory until the daemon ends.
    ///   - requiresStore: True to require the store also if the configuration does not; no key of the configuration.
    ///   - file: The configuration file, which is read again at SIGHUP; nil for none. Without a file and without state
    ///     on disk, SIGHUP ends the daemon.
    ///   - metrics: The program's counters, shown together with the daemon's own metrics.
    ///   - examine: Finds problems that keep receivers from working, given this daemon's receivers, the certificate of
    ///     its HTTPS server, its MQTT connection and its Traccar queue, and returns them as JSON; may take a while.
    ///   - onReload: Called with each configuration that comes into effect.
    ///   - onListening: Called once the gpsd server listens, with its addresses.
    /// - Throws: `GatewayError` if no receiver is configured and discovery is off, a driver refuses its section, or
    ///   state cannot be kept.
    package init(
        _ configuration: GatewayConfiguration, drivers: DriverRegistry, clock mode: GatewayClock.Mode, logger: Logger,
        log: LogWriter? = nil, keepsState: Bool = false, requiresStore: Bool = false, file: String? = nil,
        metrics: MetricsStore = MetricsStore(),
        examine: (@Sendable ([ReceiverReport], CertificateReport?, MQTTReport?, FormReport?) -> String)? = nil,
        onReload: @escaping @Sendable (GatewayConfiguration) -> Void = { _ in },
        onListening: @escaping @Sendable ([String]) -> Void = { _ in }
    ) throws(GatewayError) {
        try configuration.checkReceivers()
        try configuration.checkAuthorities()
        let shares = ClientShares(descriptors: DescriptorLimit.raise())
        // The configuration is compared with the file at a reload, so it stays without what the command line adds.
        var stored = configuration
        if requiresStore { stored.store.isRequired = true }
        let base = try GatewayBase(stored, keepsState: keepsState, mode: mode, logger: logger)
        isService = keepsState || file != nil
        // Subscribes before any receiver delivers data.
        paths = PathStage(on: base)
        tracks = TrackServices.make(configuration.tracks, on: base)
        let settings = SettingsCoordinator(
            configuration, store: base.store, now: { [clock = base.clock] in clock.now.storedMilliseconds },
            logger: logger)
        let receivers = try ReceiverSubsystem(configuration, drivers, settings: settings, on: base)
        paths.setCentroidRefusal { [centroid = receivers.centroid] in centroid.refusal }
        let agrirouter = AgrirouterCoordinator(
            configuration.agrirouter, requirement: { [osnma = receivers.osnma] in osnma.requirement },
            changes: settings, on: base)
        let backOffice = BackOfficeService(
            configuration.backOffice,
            BackOfficeService.Context(
                store: base.store, now: { [clock = GatewayClock(.system)] in clock.now },
                secret: { [captures = receivers.captures] in captures.legacySecret },
                program: "gnss-gateway/\(GatewayVersion.current)", logger: logger))
        backOffice.connect(captures: receivers.captures, paths: paths)
        receivers.captures.connect(office: backOffice.control)
        settings.connect { [agrirouter, backOffice] in
            agrirouter.locks.merging(backOffice.locks) { lock, _ in lock }
        } follow: { [receivers, agrirouter, backOffice] configuration in
            receivers.follow(settings: configuration)
            agrirouter.apply(configuration.agrirouter)
            backOffice.apply(configuration.backOffice)
        }
        let certificates = try ServerCertificates.make(configuration, on: base)
        let controller = GatewayController(GatewayController.Parts(receivers, base, drivers))
        let certificateWatch = certificates.map { certificates in
            CertificateWatchService(
                certificates, reporter: base.reporter, servers: base.servers, logger: logger)
        }
        let reloader = ConfigurationReloader(
            file: file, started: configuration, drivers: drivers, logger: logger
        ) { plans throws(GatewayError) in
            try receivers.runners.check(plans)
        } adopt: { configuration throws(GatewayError) in
            try configuration.checkAuthorities()
            let webhook = try configuration.webhook.map { settings throws(GatewayError) in
                try WebhookDestination(settings)
            }
            let mqtt = try configuration.mqtt.map { settings throws(GatewayError) in try MQTTUplinkSettings(settings) }
            try certificates?.adopt(configuration.tls)
            base.webhook.apply(webhook)
            base.mqtt.apply(mqtt)
            base.traccar.apply(configuration.traccar.map { TraccarUplinkSettings($0) })
            certificateWatch?.look()
        } follow: { configuration, plans in
            settings.reload(configuration) { holding in
                receivers.follow(holding, plans)
                agrirouter.apply(holding.agrirouter)
                backOffice.apply(holding.backOffice)
            }
            controller.reviveAdded()
            onReload(configuration)
        }
        receivers.connectCorrections { [weak controller] in controller?.correctionsReport }
        controller.setSettings { settings.report.version }
        maps = MapFolder(configuration.map, stateFolder: base.stateFolder)
        receivers.captures.connect(map: { [maps] in await maps.offlineMap(latitude: $0, longitude: $1) }) {
            [weak controller] in
            controller?.conditions.map { .init(id: $0.plan.id, driver: $0.plan.driver, device: $0.plan.devicePath) }
                ?? []
        }
        controller.setUplink { [agrirouter] in await agrirouter.reportWhereUsed() }
        controller.setBackOffice { [backOffice] in backOffice.isConfigured }
        base.mqtt.connect(controller, paths) { [agrirouter] in await agrirouter.reportWhereUsed() }
        if reloader.hasFile { controller.setReload { () throws(GatewayError) in _ = try await reloader.reload() } }
        network = NetworkAccess(
            configuration.listen, configuration.access, certificates, base.store, base.logger)
        let httpClients = HTTPClientLimits(network: shares.http)
        let gpsd = Self.gpsd(configuration, shares, receivers, base, controller, onListening)
        let nmea = Self.nmea(configuration, shares, base, controller)
        let limited = ClientWatch.Server.all(gpsd, nmea, httpClients)
        self.metrics = GatewayMetrics(
            fleet: receivers.fleet, selection: receivers.selection, hub: base.hub, gpsd: { await gpsd.status },
            nmea: { nmea.status }, clock: base.clock, store: metrics,
            corrections: { [corrections = receivers.corrections] in corrections.status },
            osnma: { [osnma = receivers.osnma] in osnma.current },
            agrirouter: { [agrirouter] in await agrirouter.report().0 },
            webhook: { [webhook = base.webhook] in webhook.report },
            mqtt: { [mqtt = base.mqtt] in await mqtt.report() },
            traccar: { [traccar = base.traccar] in await traccar.report() }, limited: limited, state: base.store)
        clientWatch = ClientWatchService(limited, reporter: base.reporter, logger: logger)
        for server in limited { server.limit.onCrowdGone(memory.releaseSoon) }
        endWatch = EndWatch(parts: RunningParts(), logger: logger, log: log) { [store = base.store] in
            store.close()
        } onAsk: { [fleet = receivers.fleet] in
            // Drivers end while servers wait for their clients to read.
            fleet.beginEnding()
            // A driver that does not answer a reload must not hold up the end.
            reloader.end()
        }
        self.httpClients = httpClients
        provisions = ProvisionCoordinator(controller)
        (self.examine, self.certificateWatch) = (examine, certificateWatch)
        (self.base, self.receivers, self.reloader, self.controller) = (base, receivers, reloader, controller)
        (self.gpsd, self.nmea, self.agrirouter, self.settings) = (gpsd, nmea, agrirouter, settings)
        self.backOffice = backOffice
    }

    private static func gpsd(
        _ configuration: GatewayConfiguration, _ shares: ClientShares, _ receivers: ReceiverSubsystem,
        _ base: GatewayBase, _ controller: GatewayController, _ onListening: @escaping @Sendable ([String]) -> Void
    ) -> GPSDService {
        let service = GPSDService(
            configuration: GPSDConfiguration(configuration.listen, configuration.selection, clients: shares.gpsd),
            hub: base.hub,
            devices: receivers.devices, logger: base.logger
        ) { [listens = base.servers.server(), lacking = base.missingAddresses] addresses, missing in
            controller.serverListens("gpsd", addresses.map(\.description))
            lacking.set(missing.map(\.description), of: "gpsd")
            if listens() { onListening(addresses.map(\.description)) }
        }
        controller.setClients(of: "gpsd") { await service.status.clients }
        return service
    }

    private static func nmea(
        _ configuration: GatewayConfiguration, _ shares: ClientShares, _ base: GatewayBase,
        _ controller: GatewayController
    ) -> NMEAService {
        let (listens, lacking, logger) = (base.servers.server(), base.missingAddresses, base.logger)
        let service = NMEAService(
            NMEAConfiguration(configuration.listen, configuration.selection, clients: shares.nmea), hub: base.hub,
            logger: logger
        ) { endpoints, missing in
            for endpoint in endpoints { logger.info("NMEA server listens on \(endpoint)") }
            if !endpoints.isEmpty { controller.serverListens("nmea", endpoints.map { "\($0)" }) }
            lacking.set(missing.map(\.description), of: "NMEA")
            _ = listens()
        }
        controller.setClients(of: "nmea") { service.status.clients }
        return service
    }

    /// Runs until SIGTERM or SIGINT, and ends within 2 s of the signal: if a part hangs, the process exits with
    /// `ExitStatus.tryLater`. SIGHUP reads the configuration again once the daemon runs; until then, the caller
    /// of a service must ignore it.
    ///
    /// - Throws: `GatewayError` if another daemon runs, a server cannot listen, or no driver can run.
    package func run() async throws {
        endWatch.begin([SIGTERM, SIGINT] + (isService ? [] : [SIGHUP]))
        defer {
            base.store.close()
            endWatch.end()
        }
        endAbandoned()
        defer { Descendants.endAll() }
        do {
            let control = try makeControl()
            await settings.recall()
            await receivers.casters.recall()
            await receivers.learner.recall()
            await controller.recallAdded()
            await controller.recallChoice()
            base.logger.info("start: servers")
            let services: [any Service] =
                tracks + [paths, agrirouter, backOffice] + receivers.services + [
                    base.webhook, base.mqtt, base.traccar, provisions, control, nmea, gpsd,
                ]
                + attendants
            // At shutdown, services are stopped in reverse order. The servers are stopped first, and still send the
            // data that is queued for their clients.
            var group = ServiceGroupConfiguration(
                services: services.map { .init(service: endWatch.parts.named("\(type(of: $0))", $0)) }
                    + [.init(service: endWatch, successTerminationBehavior: .gracefullyShutdownGroup)],
                logger: Self.quiet(base.logger))
            group.maximumGracefulShutdownDuration = EndWatch.patience
            try await ServiceGroup(configuration: group).run()
        } catch let error as any ProgramError {
            throw GatewayError(error)
        }
    }

    private func endAbandoned() {
        let count = DaemonMark.endAbandoned()
        guard count > 0 else { return }
        base.logger.notice("ended \(count) driver processes left behind by a killed daemon")
    }

    /// The problem with the HTTPS server's certificate, with its remedy; nil if it has no problem.
    package var certificateProblem: String? {
        network?.certificates?.finding.map { "\($0.message.text); \($0.fix.text)" }
    }

    private func makeControl() throws(ControlSocketError) -> ControlService {
        var configuration = ControlService.Configuration(
            version: GatewayVersion.current, shutdownLimit: EndWatch.clientPatience)
        (configuration.network, configuration.clients) = (network, httpClients)
        return try ControlService(
            configuration, hub: base.hub, control: controller, trust: base.trust,
            setup: controller, trials: ReceiverTrialCoordinator(controller, base.hub), provisions: provisions,
            rawFrames: controller, maps: maps, paths: paths, centroid: receivers.centroid,
            captures: receivers.captures, backOffice: backOffice.control, sky: controller, fleet: base.mqtt,
            agrirouter: agrirouter, settings: settings, corrections: receivers.casters,
            metrics: { [metrics] in await metrics.text() },
            console: ConsoleFiles(folder: getenv(ConsoleFiles.variable).map { String(cString: $0) }),
            examine: examination,
            access: StoredAccess(store: base.store, now: { [clock = base.clock] in clock.now.storedMilliseconds }) {
                [backOffice] people in await backOffice.keepOnly(people: people)
            },
            now: { [clock = base.clock] in clock.now }, logger: base.logger
        ) { [controller, listens = base.servers.server(), lacking = base.missingAddresses] addresses, missing in
            controller.serverListens("http", addresses.filter { !$0.isEncrypted }.map(\.description))
            let encrypted = addresses.filter(\.isEncrypted).map(\.description)
            if !encrypted.isEmpty { controller.serverListens("https", encrypted) }
            lacking.set(missing.filter { !$0.isEncrypted }.map(\.description), of: "HTTP")
            lacking.set(missing.filter(\.isEncrypted).map(\.description), of: "HTTPS")
            _ = listens()
        }
    }

    /// Returns the findings of `examine`. It reads files and calls other programs, so it runs on its own thread.
    private var examination: (@Sendable () async -> String)? {
        guard let examine else { return nil }
        return { [controller, network] in
            let receivers = await controller.receivers()
            let (certificate, mqtt, traccar) = (
                network?.certificates.map(CertificateReport.init), await controller.parts.mqtt.report(),
                await controller.parts.traccar.report()
            )
            return await WorkerThread.value { examine(receivers, certificate, mqtt, traccar) }
                ?? #"{"findings":[],"healthy":false}"#
        }
    }

    /// Reads the configuration file again. Receivers whose configuration is unchanged keep running.
    ///
    /// - Returns: Keys that were changed but take effect only after a restart.
    /// - Throws: `GatewayError` with all errors in the file; the configuration is unchanged in that case.
    @discardableResult
    package func reload() async throws(GatewayError) -> [String] { try await reloader.reload() }

    /// The services that watch the daemon, if a service manager requires them.
    private var attendants: [any Service] {
        let manager = ServiceManager()
        let pulse: @Sendable () async -> String = { [receivers, gpsd, agrirouter, hub = base.hub, clock = base.clock] in
            _ = hub.status
            let all = receivers.fleet.receivers
            let outdated = all.filter { receiver in
                let learnt = receivers.learner.receiver(SourceID(rawValue: receiver.plan.id))
                guard let learnt, let age = receiver.fixAge(by: clock) else { return false }
                return age > learnt.positionLimit
            }
            return StatusLine(
                receivers: all, outdated: Set(outdated.map(\.plan.id)),
                active: receivers.selection.last?.change.current, clients: await gpsd.status.clients,
                uplink: await agrirouter.report().0
            ).text
        }
        var services: [any Service] = [
            memory, clientWatch,
            StoreWatch(
                store: base.store, folder: base.stateFolder, reporter: base.reporter, servers: base.servers,
                logger: base.logger),
        ]
        if base.mode == .system { services.append(systemWatch) }
        if let certificateWatch { services.append(certificateWatch) }
        // A replay's time is unrelated to the age of earlier recordings.
        if base.mode == .system, base.retention.isLimited {
            services.append(
                RetentionService(
                    store: base.store, retention: base.retention, clock: base.clock, logger: base.logger))
        }
        if isService { services.append(ReloadService(reloader: reloader, manager: manager, pulse: pulse)) }
        if let manager { services.append(NotifyService(manager: manager, servers: base.servers, pulse: pulse)) }
        return services
    }

    private var systemWatch: SystemWatchService {
        let folder = base.stateFolder
        return SystemWatchService(folder: folder, hub: base.hub, reporter: base.reporter, logger: base.logger) {
            SystemReading.now(folder: folder)
        } onResume: { [fleet = receivers.fleet] in
            for receiver in fleet.receivers where receiver.state.state == .lost { fleet.retry(receiver.plan.id) }
        } onLowMemory: { [memory] in
            memory.releaseSoon()
        }
    }

    /// Reduces the service group's own messages to errors, unless debug messages are logged.
    private static func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        if logger.logLevel > .debug { logger.logLevel = .error }
        return logger
    }
}
