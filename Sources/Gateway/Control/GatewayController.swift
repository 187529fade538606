// SPDX-License-Identifier: Apache-2.0

internal import Alerts
internal import ControlModel
internal import DaemonRuntime
internal import DeviceDiscovery
internal import DriverKit
internal import FieldCapture
internal import GNSSTypes
internal import Logging
internal import MQTTUplink
internal import ObservationBus
internal import RawFrames
internal import ReceiverHost
internal import SkyPrediction
internal import Storage
internal import Synchronization
internal import SystemSupport
internal import TraccarUplink
internal import Transport

/// Answers the control interface's requests, using the other parts of the daemon.
final class GatewayController: GatewayControl, SkyControl {
    /// The parts of the daemon that the controller uses.
    struct Parts: Sendable {
        let fleet: ReceiverFleet
        let selection: SelectionService
        let learner: ReceiverLearner
        let history: FixHistory
        let discovery: ReceiverDiscovery
        let store: Store
        let hub: ObservationHub
        let clock: GatewayClock
        let drivers: DriverRegistry
        let runners: DriverRunners
        let corrections: CorrectionsStage
        let logger: Logger
        let osnma: OSNMAStage
        let captures: CaptureService
        let rawFrames: RawFrameWatch
        let sky: SkyCoordinator
        let webhook: WebhookService
        let mqtt: MQTTUplinkService
        let traccar: TraccarService

        init(_ receivers: ReceiverSubsystem, _ base: GatewayBase, _ drivers: DriverRegistry) {
            (fleet, selection, learner) = (receivers.fleet, receivers.selection, receivers.learner)
            (discovery, corrections, self.drivers) = (receivers.discovery, receivers.corrections, drivers)
            runners = receivers.runners
            (osnma, history, sky) = (receivers.osnma, receivers.history, receivers.sky)
            captures = receivers.captures
            (store, hub, clock, logger) = (base.store, base.hub, base.clock, base.logger)
            (webhook, mqtt, traccar) = (base.webhook, base.mqtt, base.traccar)
            rawFrames = RawFrameWatch(hub: base.hub) { [clock = base.clock] in clock.now }
        }
    }

    let parts: Parts
    private let started: HostTime
    /// Protects the values that parts of the daemon register at the start, and the list of added receivers. Held only
    /// for copies and short changes.
    private let state = Mutex(State())

    private struct State {
        /// The addresses of each server, and functions that return its number of clients.
        var addresses: [(protocol: String, addresses: [String])] = []
        var clients: [String: @Sendable () async -> Int] = [:]
        var reload: (@Sendable () async throws(GatewayError) -> Void)?
        var uplink: (@Sendable () async -> AgrirouterReport?)?
        var settings: (@Sendable () -> String)?
        var backOffice: (@Sendable () -> Bool)?
        /// The receivers that the operator added, as they are stored.
        var added: [AddedReceiver] = []
    }

    /// Runs changes to the added receivers one after the other, so that none of them is lost.
    let additions = WorkQueue()

    /// The receivers that the operator added, including those that are not running.
    var added: [AddedReceiver] { state.withLock { $0.added } }

    func setAdded(_ receivers: [AddedReceiver]) { state.withLock { $0.added = receivers } }

    init(_ parts: Parts) {
        self.parts = parts
        started = parts.clock.now
    }

    /// Records that a server listens on these addresses, and on no others.
    func serverListens(_ name: String, _ addresses: [String]) {
        state.withLock { state in
            if let index = state.addresses.firstIndex(where: { $0.protocol == name }) {
                state.addresses[index].addresses = addresses
            } else {
                state.addresses.append((name, addresses))
            }
        }
    }

    /// Registers the function that returns a server's number of clients.
    func setClients(of name: String, _ count: @escaping @Sendable () async -> Int) {
        state.withLock { $0.clients[name] = count }
    }

    /// Registers the function that reads the configuration again.
    func setReload(_ reload: @escaping @Sendable () async throws(GatewayError) -> Void) {
        state.withLock { $0.reload = reload }
    }

    /// Registers the settings. Called once, before the daemon runs.
    ///
    /// - Parameter version: Returns the version of the settings in effect.
    func setSettings(version: @escaping @Sendable () -> String) { state.withLock { $0.settings = version } }

    /// The version of the settings in effect; it changes whenever a setting changes.
    var settingsVersion: String? { state.withLock(\.settings)?() }

    /// Registers the function that reports on the uplink.
    func setUplink(_ report: @escaping @Sendable () async -> AgrirouterReport?) {
        state.withLock { $0.uplink = report }
    }

    /// The report on the uplink; nil if agrirouter is not used.
    func uplinkReport() async -> AgrirouterReport? { await state.withLock({ $0.uplink })?() }

    /// Registers the function that returns whether a back office is configured.
    func setBackOffice(_ isConfigured: @escaping @Sendable () -> Bool) {
        state.withLock { $0.backOffice = isConfigured }
    }

    /// True if a back office is configured.
    var hasBackOffice: Bool { state.withLock(\.backOffice)?() ?? false }

    /// Restores the operator's selection of a receiver from an earlier run. Called before the receivers start.
    func recallChoice() async {
        do throws(StoreError) {
            guard let selected = try await parts.store.receivers().first(where: \.isSelected) else { return }
            let identity = selected.sighting.identity
            let plan = parts.fleet.receivers.map(\.plan).first { self.identity($0) == identity }
            parts.selection.select(SourceID(rawValue: plan?.id ?? selected.sighting.id))
        } catch {
            parts.learner.note(error)
        }
    }

    /// The state of all receivers, including those stopped by a command.
    var conditions: [ReceiverCondition] { parts.fleet.conditions }

    func use(receiver name: String) async throws(ControlError) -> ActiveReceiverReport {
        var id = name
        if let address = BluetoothAddress(name) { id = try await receiver(at: address) }
        let plan = try condition(id).plan
        let sighting = plan.sighting(among: parts.discovery.devices)
        try await storing { store throws(StoreError) in
            try await store.note(sighting, at: self.parts.clock.now.storedMilliseconds)
            try await store.select(sighting.identity)
        }
        parts.learner.select(sighting.identity)
        parts.selection.select(SourceID(rawValue: id))
        return active
    }

    func useAutomatically() async throws(ControlError) -> ActiveReceiverReport {
        try await storing { store throws(StoreError) in try await store.select(nil) }
        parts.learner.select(nil)
        parts.selection.select(nil)
        return active
    }

    func forget(identity: String) async throws(ControlError) {
        let added = try await removeAdded(identity)
        let named =
            added ?? conditions.first { $0.plan.id == identity }.map { self.identity($0.plan) } ?? identity
        var wasKnown = false
        var wasSelected = false
        do throws(StoreError) {
            wasSelected = try await parts.store.receivers().contains { $0.isSelected && $0.sighting.identity == named }
            wasKnown = try await parts.store.forget(named)
        } catch {
            throw refusal(error)
        }
        guard wasKnown || added != nil else {
            throw ControlError(
                .notFound, "unknown device \"\(identity)\"; 'gnss-gateway receivers list' shows the known ones")
        }
        parts.learner.forget(named)
        guard wasSelected else { return }
        parts.learner.select(nil)
        parts.selection.select(nil)
    }

    func perform(_ command: ReceiverCommand, on id: String) async throws(ControlError) -> ReceiverReport {
        // Wait for a removal in progress: between its steps, the command would bring the receiver back.
        try await additions.run { () throws(ControlError) in try self.performNow(command, on: id) }
    }

    private func performNow(_ command: ReceiverCommand, on id: String) throws(ControlError) -> ReceiverReport {
        _ = try condition(id)
        switch command {
        case .stop: parts.fleet.stop(id)
        case .start: parts.fleet.start(id)
        case .restart: _ = parts.fleet.restart(id)
        }
        return report(try condition(id))
    }

    func reload() async throws(ControlError) {
        guard let reload = state.withLock({ $0.reload }) else {
            throw ControlError(
                .unavailable,
                "this daemon has no configuration file to reload; restart the daemon to change its configuration")
        }
        do throws(GatewayError) {
            try await reload()
        } catch {
            throw ControlError(.conflict, error.description)
        }
    }

    /// The servers, one entry per address.
    func serverReports() async -> [ServerReport] {
        let (servers, clients) = state.withLock { ($0.addresses, $0.clients) }
        var reports: [ServerReport] = []
        for server in servers {
            let count = await clients[server.protocol]?()
            reports += server.addresses.map { ServerReport(protocol: server.protocol, address: $0, clients: count) }
        }
        return reports
    }

    /// The identity under which a receiver's abilities are stored.
    func identity(_ plan: ReceiverPlan) -> String {
        let learnt = parts.learner.receiver(SourceID(rawValue: plan.id))
        return learnt?.identity ?? plan.learningIdentity(among: parts.discovery.devices)
    }

    /// The report on the program and the machine.
    var host: HostReport { HostReport.current(started: started, now: parts.clock.now) }

    /// Finds a receiver.
    ///
    /// - Throws: `ControlError` if no receiver has this id.
    func condition(_ id: String) throws(ControlError) -> ReceiverCondition {
        let conditions = conditions
        if let condition = conditions.first(where: { $0.plan.id == id }) { return condition }
        throw .unknownReceiver(id, known: conditions.map(\.plan.id))
    }

    private func storing(
        _ body: (Store) async throws(StoreError) -> Void
    ) async throws(ControlError) {
        do throws(StoreError) {
            try await body(parts.store)
            parts.learner.note(nil)
        } catch {
            throw refusal(error)
        }
    }

    /// Creates the error that the client receives when the store fails.
    func refusal(_ error: StoreError) -> ControlError {
        parts.learner.note(error)
        if case .full = error { return ControlError(.full, error.description) }
        return ControlError(.unavailable, error.description)
    }
}
