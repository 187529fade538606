// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DaemonRuntime
internal import Logging
internal import ObservationBus
internal import Storage

/// What all parts of the daemon stand on.
struct GatewayBase: Sendable {
    let store: Store
    /// What OSNMA trusts.
    let trust: TrustCoordinator
    /// Decides which positions are authenticated.
    let gate: AuthenticationGate
    let hub = ObservationHub()
    let mode: GatewayClock.Mode
    let clock: GatewayClock
    /// What the gateway itself says on the bus.
    let reporter: GatewayReporter
    /// Opens once gpsd, NMEA and control interface listen.
    let servers: ServerGate
    let logger: Logger
    /// Where state is kept, or would be.
    let stateFolder: String
    /// How much of what was recorded is kept.
    let retention: StoreRetention

    /// Opens the store.
    ///
    /// - Parameter keepsState: whether it is on disk; else in memory, until the daemon ends.
    /// - Throws: `GatewayError` where another daemon keeps state there, or where the store is required and cannot be used.
    init(
        _ configuration: GatewayConfiguration, keepsState: Bool, mode: GatewayClock.Mode, logger: Logger
    ) throws(GatewayError) {
        store = try Store(
            keepsState ? configuration.stateDirectory : nil, inMemory: !keepsState,
            isRequired: configuration.store.isRequired)
        logger.info("start: store")
        (self.mode, self.logger) = (mode, logger)
        servers = ServerGate(count: 3) { logger.info("start: ready, all servers are listening") }
        clock = GatewayClock(mode)
        trust = TrustCoordinator(store, expires: mode == .system) { [clock] in clock.now.storedMilliseconds }
        gate = AuthenticationGate(configuration.osnma)
        reporter = GatewayReporter(hub: hub, clock: clock)
        retention = StoreRetention(configuration.store)
        stateFolder = configuration.stateDirectory ?? (try? StateFolder().path) ?? "/"
        logger.info("start: bus")
    }
}
