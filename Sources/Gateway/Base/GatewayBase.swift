// SPDX-License-Identifier: Apache-2.0

internal import Alerts
internal import ConfigurationFile
internal import DaemonRuntime
internal import Logging
internal import MQTTUplink
internal import OSNMATrust
internal import ObservationBus
internal import Storage
internal import TraccarUplink

/// The resources that all parts of the daemon share.
struct GatewayBase: Sendable {
    let store: Store
    /// The keys and roots that OSNMA trusts.
    let trust: TrustCoordinator
    /// The conditions for a position to count as authenticated.
    let gate: AuthenticationGate
    let hub = ObservationHub()
    let mode: GatewayClock.Mode
    let clock: GatewayClock
    /// Publishes the gateway's own messages on the bus.
    let reporter: GatewayReporter
    /// Posts alerts to the webhook, if one is configured.
    let webhook: WebhookService
    /// Publishes to an MQTT broker, if one is configured.
    let mqtt: MQTTUplinkService
    /// Sends positions to a Traccar server, if one is configured.
    let traccar: TraccarService
    /// Opens once the gpsd server, the NMEA server and the control interface listen.
    let servers: ServerGate
    /// The addresses that these servers lack.
    let missingAddresses = MissingAddresses()
    let logger: Logger
    /// The state folder, even if state is only kept in memory.
    let stateFolder: String
    /// The limits for stored paths.
    let retention: StoreRetention

    /// Opens the store.
    ///
    /// - Parameter keepsState: True to keep state on disk, false to keep it in memory until the daemon exits.
    /// - Throws: `GatewayError` if another daemon uses the state folder, or the store is required but cannot be used.
    init(
        _ configuration: GatewayConfiguration, keepsState: Bool, mode: GatewayClock.Mode, logger: Logger
    ) throws(GatewayError) {
        store = try Self.store(configuration, keepsState: keepsState)
        logger.info("start: store")
        (self.mode, self.logger) = (mode, logger)
        servers = ServerGate(count: 3) { [missingAddresses] in logger.info("\(missingAddresses.readyMessage)") }
        clock = GatewayClock(mode)
        trust = TrustCoordinator(store, expires: mode == .system) { [clock] in clock.now.storedMilliseconds }
        gate = AuthenticationGate(configuration.osnma)
        reporter = GatewayReporter(hub: hub, clock: clock)
        webhook = WebhookService(store: store, agent: "gnss-gateway/\(GatewayVersion.current)", logger: logger) {
            [reporter] alert in reporter.say(alert, logger)
        }
        webhook.apply(
            try configuration.webhook.map { settings throws(GatewayError) in try WebhookDestination(settings) })
        let mqttSettings = try configuration.mqtt.map { settings throws(GatewayError) in
            try MQTTUplinkSettings(settings)
        }
        // The broker lives in real time, even if the clock is that of a replay.
        let systemClock = GatewayClock(.system)
        mqtt = MQTTUplinkService(
            mqttSettings,
            MQTTUplinkService.Context(
                hub: hub,
                stores: .init(history: store.mqtt, ownTracks: store.ownTracks, sparkplug: store.sparkplug),
                now: { systemClock.now },
                requirement: { [gate] in gate.requirement },
                alert: { [reporter] in reporter.say($0, logger) }, logger: logger))
        traccar = TraccarService(
            configuration.traccar.map { TraccarUplinkSettings($0) },
            TraccarService.Context(
                hub: hub, store: store.traccar, now: { systemClock.now }, requirement: { [gate] in gate.requirement },
                alert: { [reporter] in reporter.say($0, logger) }, logger: logger))
        retention = StoreRetention(configuration.store)
        stateFolder = configuration.stateDirectory ?? (try? StateFolder().path) ?? "/"
        logger.info("start: bus")
    }

    private static func store(_ configuration: GatewayConfiguration, keepsState: Bool) throws(GatewayError) -> Store {
        let open = { () throws(GatewayError) in
            try Store(
                keepsState ? configuration.stateDirectory : nil, inMemory: !keepsState,
                isRequired: configuration.store.isRequired)
        }
        guard keepsState, let manager = ServiceManager() else { return try open() }
        // The checks read the whole file.
        return try manager.extendingStart(open)
    }
}
