// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
package import GNSSTypes
package import Logging
package import ReceiverHost
internal import ServiceLifecycle
internal import Synchronization
internal import SystemSupport

/// Finds receivers and follows them: probes each device that the policy permits, adds receivers to the fleet, and
/// informs the fleet of new devices.
package final class ReceiverDiscovery: Service {
    private let monitor: DeviceMonitor
    private let prober: PluginProber
    private let fleet: ReceiverFleet
    private let plans: FoundPlans
    private let logger: Logger
    private let clock = GatewayClock(.system)
    private let waker = Waker()
    /// Protects the state of the search and the results of probes, which other threads report.
    private let state: Mutex<State>

    private struct State {
        var discovery: DiscoveryState
        var finished: [(SerialDevice, DeviceProbeResult)] = []
        var isEmptinessTold = false
    }

    /// - Parameters:
    ///   - isSearching: True to search for receivers; false to follow only configured ones.
    ///   - policy: Decides which devices may be probed.
    ///   - plans: Creates the plan of a found receiver.
    package init(
        monitor: DeviceMonitor, prober: PluginProber, fleet: ReceiverFleet, plans: FoundPlans, isSearching: Bool,
        policy: ProbePolicy, logger: Logger
    ) {
        (self.monitor, self.prober, self.fleet, self.plans) = (monitor, prober, fleet, plans)
        self.logger = logger
        state = Mutex(State(discovery: DiscoveryState(isSearching: isSearching, policy: policy)))
    }

    /// The state of each device.
    package var entries: [DeviceIdentity: DiscoveryState.Entry] { state.withLock { $0.discovery.entries } }

    /// The current serial devices.
    package var devices: [SerialDevice] { monitor.devices }

    /// Decides which devices may be probed.
    package var policy: ProbePolicy { state.withLock { $0.discovery.policy } }

    /// Applies changed settings, or a changed list of configured receivers.
    package func reconsider(isSearching: Bool, policy: ProbePolicy) {
        state.withLock { state in
            (state.discovery.isSearching, state.discovery.policy) = (isSearching, policy)
        }
        tellPatterns()
        waker.wake()
    }

    /// Logs patterns of `discovery.probe` that match no device.
    private func tellPatterns() {
        let (isSearching, policy) = state.withLock { ($0.discovery.isSearching, $0.discovery.policy) }
        guard isSearching else { return }
        for warning in policy.warnings(monitor.devices) { logger.notice("\(warning)") }
    }

    /// Runs until the daemon shuts down.
    package func run() async throws {
        if let limitation = monitor.limitation, state.withLock(\.discovery.isSearching) {
            logger.notice("\(limitation)")
        }
        tellPatterns()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [monitor, waker] in
                for await _ in monitor.changes { waker.wake() }
            }
            group.addTask {
                await cancelWhenGracefulShutdown { await self.follow() }
                self.monitor.stop()
            }
        }
    }

    private func follow() async {
        while !Task.isCancelled {
            step()
            if let next = state.withLock({ $0.discovery.nextDue }) {
                _ = await waker.wait(until: next, clock)
            } else {
                await waker.wait()
            }
        }
    }

    private func step() {
        let devices = monitor.devices
        // A receiver stopped by a command keeps its device and its ID.
        let conditions = fleet.conditions
        let plans = conditions.map(\.plan)
        // The fleet of a daemon that ends is empty, although no device became free.
        guard !fleet.isEnding else { return }
        let owners = Self.owners(plans, devices)
        let taken = Set(plans.map(\.id))
        let found = Set(plans.filter { $0.origin == .found }.map(\.id))
        let misfits = conditions.filter { $0.plan.origin == .found && Self.tellsOfMisfit($0.state) }.map(\.plan.id)
        let now = clock.now.monotonicNanoseconds
        let actions = state.withLock { state in
            let finished = state.finished
            state.finished = []
            var actions: [DiscoveryState.Action] = []
            for (device, finding) in finished {
                // Two receivers that were found in one step must not get the same ID.
                let ids = taken.union(actions.compactMap(\.receiverID))
                actions += state.discovery.finished(device, finding, taken: ids, now: now)
            }
            let new = Set(actions.compactMap(\.receiverID))
            actions += state.discovery.update(
                devices, owners: owners, taken: taken.union(new), found: found.union(new))
            for id in misfits { actions += state.discovery.doesNotFit(id: id, now: now) }
            return actions + state.discovery.due(now: now)
        }
        actions.forEach(perform)
        tellEmptiness(hasReceivers: !plans.isEmpty)
    }

    /// Examines observations of a receiver: one whose driver does not fit any longer, for example because
    /// `receivers provision` switched its NMEA output off, gets another driver. Returns immediately.
    package func take(_ observations: [Observation]) {
        // States are published one by one.
        guard observations.count == 1, case .driverState(let report) = observations[0].payload,
            Self.tellsOfMisfit(report)
        else { return }
        waker.wake()
    }

    private static func tellsOfMisfit(_ report: DriverStateReport) -> Bool {
        report.state == .degraded && ReasonPhrase.needsUBXDriver.isIn(report.reason)
    }

    private func perform(_ action: DiscoveryState.Action) {
        switch action {
        case .probe(let device): startProbe(device)
        case .run(let receiver): run(receiver)
        case .forget(let id): fleet.remove(id, origin: .found)
        case .announce(let names): fleet.deviceAppeared(names)
        case .say(let words): logger.info("\(words)")
        }
    }

    private func run(_ receiver: FoundReceiver) {
        do throws(GatewayError) {
            let plan = try plans.plan(for: receiver)
            // One that a command stopped stays stopped at another USB port, too.
            if !fleet.changeStopped(plan) { fleet.add(plan, formerly: receiver.formerID) }
        } catch {
            logger.error("found receiver \(receiver.id), but cannot run it: \(error)")
            state.withLock { $0.discovery.couldNotRun(receiver, now: clock.now.monotonicNanoseconds) }
        }
    }

    /// Probes a device on a separate thread, so that a device that hangs delays nothing else.
    private func startProbe(_ device: SerialDevice) {
        logger.debug("listening on \(device.node) (\(device.name))")
        let error = WorkerThread.detach { [prober, weak self] in
            let finding = prober.probe(device)
            self?.finish(device, finding)
        }
        if error != nil { finish(device, .nothing("cannot start a thread to listen")) }
    }

    private func finish(_ device: SerialDevice, _ finding: DeviceProbeResult) {
        state.withLock { $0.finished.append((device, finding)) }
        waker.wake()
    }

    /// Logs once that all devices have been probed and no receiver was found.
    private func tellEmptiness(hasReceivers: Bool) {
        let isToTell = state.withLock { state in
            guard state.discovery.isSearching, !hasReceivers, !state.discovery.hasReceiver, state.discovery.isSettled,
                !state.isEmptinessTold
            else {
                return false
            }
            state.isEmptinessTold = true
            return true
        }
        guard isToTell else { return }
        logger.notice(
            "no receiver found yet: plug one in; 'gnss-gateway doctor' shows why a receiver is not found"
        )
    }

    /// The receiver that the configuration or a user assigned to a device.
    ///
    /// - Parameters:
    ///   - device: A path, an identity or another name of the device.
    ///   - plans: The plans of all receivers.
    /// - Returns: The receiver's ID; nil if the device is not assigned.
    package func owner(of device: String, among plans: [ReceiverPlan]) -> String? {
        let devices = monitor.devices
        let owners = Self.owners(plans, devices)
        if let owner = owners[device] { return owner }
        let number = device.hasPrefix("/") ? DeviceAccess.number(of: device) : nil
        // Devices that udev does not know, such as pseudo-terminals, have links too.
        let other = plans.first { plan in
            guard let number, plan.origin != .found, let name = plan.device, name.hasPrefix("/") else { return false }
            return DeviceAccess.number(of: name) == number
        }
        if let other { return other.id }
        let same = devices.filter { other in
            other.names.contains(device) || number.map { $0 == DeviceAccess.number(of: other.node) } ?? false
        }
        return same.flatMap(\.names).lazy.compactMap { owners[$0] }.first
    }

    /// Reconsiders the devices, because receivers were added or removed.
    package func receiversChanged() { waker.wake() }

    /// The IDs of receivers that were configured or added, by the name of the device in the plan, and by its node.
    private static func owners(_ plans: [ReceiverPlan], _ devices: [SerialDevice]) -> [String: String] {
        var owners: [String: String] = [:]
        for plan in plans where plan.origin != .found {
            guard let device = plan.device else { continue }
            owners[device] = plan.id
            // udev does not know links that the user created.
            guard device.hasPrefix("/"), let number = DeviceAccess.number(of: device) else { continue }
            for other in devices where DeviceAccess.number(of: other.node) == number { owners[other.node] = plan.id }
        }
        return owners
    }
}
