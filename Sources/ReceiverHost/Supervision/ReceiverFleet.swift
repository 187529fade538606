// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import GNSSTypes
package import Logging
internal import MessageTexts
package import ObservationBus
internal import ServiceLifecycle
internal import Synchronization
internal import SystemSupport

/// All receivers that run or are to run. They may be added and removed at any time: by a reload, with their devices,
/// by a command.
package final class ReceiverFleet: Service {
    private let runners: any RunnerFactory
    private let nodes: any DeviceNodes
    private let hub: ObservationHub
    private let clock: GatewayClock
    private let observer: ReceiverObserver
    /// Delays the start until the servers listen; otherwise clients would miss the first observations of a replay.
    private let servers: ServerGate
    private let logger: Logger
    private let onChange: @Sendable ([ReceiverPlan]) -> Void
    /// Guards the receivers and their tasks. The locks of records, and those that `onChange` acquires, are acquired
    /// while holding it.
    private let state = Mutex(State())
    /// Wakes the task that watches for failures.
    private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    private struct State {
        /// The receivers in the order in which they were added.
        var entries: [Entry] = []
        /// Receivers stopped by a command, by ID. None of them has an entry.
        var stopped: [String: Stop] = [:]
        /// Receivers stopped by a command whose ID a receiver of another origin then took, by that ID.
        var displaced: [String: Stop] = [:]
        /// The number of pauses so far.
        var pauses: UInt64 = 0
        /// True if added receivers are started.
        var isRunning = false
        /// True if receivers were changed since the start; the daemon then continues even if none can run.
        var isChanged = false
        /// True if the daemon ends.
        var isEnding = false
        /// The receivers that were removed and have not ended yet, the last one of each ID.
        var ending: [String: (number: UInt64, task: Task<Void, Never>)] = [:]
        var ends: UInt64 = 0
        /// The numbering of each ID on the bus across all its starts.
        var numberings = ReceiverNumberings()
    }

    private struct Stop {
        var plan: ReceiverPlan
        var since: HostTime
        /// The number of the pause that ends this stop; nil if only a command does.
        var pause: UInt64?
    }

    private struct Entry {
        var supervisor: ReceiverSupervisor
        var task: Task<Void, Never>?
        var id: String { supervisor.plan.id }
    }

    /// - Parameters:
    ///   - observer: Called with all observations of receivers.
    ///   - onChange: Called with all receivers whenever they change; must not call back.
    package init(
        runners: any RunnerFactory, nodes: any DeviceNodes = NoDeviceNodes(), hub: ObservationHub, clock: GatewayClock,
        observer: ReceiverObserver = ReceiverObserver(), servers: ServerGate, logger: Logger,
        onChange: @escaping @Sendable ([ReceiverPlan]) -> Void = { _ in }
    ) {
        (self.runners, self.nodes, self.hub) = (runners, nodes, hub)
        (self.clock, self.servers, self.logger) = (clock, servers, logger)
        (self.observer, self.onChange) = (observer, onChange)
    }

    /// The conditions of the receivers that run or are to run, in the order of appearance.
    package var receivers: [ReceiverCondition] { state.withLock { $0.entries.map(\.supervisor.record.condition) } }

    /// The conditions of all receivers, including those stopped by a command, which come last.
    package var conditions: [ReceiverCondition] {
        state.withLock { state in
            let stopped = state.stopped.values.sorted { $0.plan.id < $1.plan.id }.map { stop in
                ReceiverCondition(
                    plan: stop.plan, state: DriverStateReport(.stopped, .stoppedByCommand), since: stop.since)
            }
            return state.entries.map(\.supervisor.record.condition) + stopped
        }
    }

    /// True once the receivers have been asked to end with the daemon.
    package var isEnding: Bool { state.withLock(\.isEnding) }

    /// Changes the receivers to those of the plans: starts new ones, stops those not among them, restarts changed ones,
    /// also if a command stopped them, and leaves the others alone.
    ///
    /// - Parameter origin: Only receivers of this origin are compared; nil: all. A receiver of a different origin gives
    ///   way to a plan with its ID.
    package func apply(_ plans: [ReceiverPlan], origin: ReceiverPlan.Origin? = nil) {
        let wanted = Dictionary(plans.map { ($0.id, $0) }) { first, _ in first }
        state.withLock { state in
            state.isChanged = state.isRunning
            for (id, stopped) in state.stopped where origin == nil || stopped.plan.origin == origin {
                if let plan = wanted[id], plan.runs(like: stopped.plan) {
                    state.stopped[id]?.plan = plan
                } else {
                    state.stopped[id] = nil
                }
            }
            if origin == nil { state.displaced = [:] }
            for entry in state.entries {
                let isOther = origin != nil && entry.supervisor.plan.origin != origin
                if isOther, wanted[entry.id] == nil { continue }
                guard let plan = wanted[entry.id], plan.runs(like: entry.supervisor.plan) else {
                    end(entry, &state)
                    continue
                }
                entry.supervisor.record.adopt(plan)
            }
            var running = Set(state.entries.map(\.id))
            for plan in plans where running.insert(plan.id).inserted {
                // A stopped receiver of another origin gives way.
                if state.stopped[plan.id]?.plan.origin != plan.origin { begin(plan, &state) }
            }
            onChange(state.entries.map(\.supervisor.plan))
        }
        changes.continuation.yield()
    }

    /// Adds a receiver. A receiver with the same ID is replaced, unless its plan is the same. Only a configured
    /// receiver replaces a configured receiver.
    ///
    /// - Parameter formerID: The receiver's ID until another one took it; a receiver that was stopped by a command under
    ///   that ID stays stopped.
    package func add(_ plan: ReceiverPlan, formerly formerID: String? = nil) {
        state.withLock { state in
            if let formerID, let stop = state.displaced.removeValue(forKey: formerID),
                !state.entries.contains(where: { $0.id == plan.id })
            {
                state.stopped[plan.id] = Stop(plan: plan, since: stop.since, pause: stop.pause)
                return
            }
            if let entry = state.entries.first(where: { $0.id == plan.id }) {
                let old = entry.supervisor.plan
                if old == plan || (old.origin == .configured && plan.origin != .configured) { return }
                end(entry, &state)
            } else if state.stopped[plan.id]?.plan.origin == .configured, plan.origin != .configured {
                return
            }
            begin(plan, &state)
            onChange(state.entries.map(\.supervisor.plan))
        }
    }

    /// Stops and removes a receiver, including one that was stopped by a command.
    ///
    /// - Parameter origin: Only a receiver of this origin is removed; nil: any.
    package func remove(_ id: String, origin: ReceiverPlan.Origin? = nil) {
        state.withLock { state in
            if origin == nil || state.stopped[id]?.plan.origin == origin { state.stopped[id] = nil }
            if origin == nil || origin == .found { state.displaced[id] = nil }
            if let entry = state.entries.first(where: { $0.id == id }),
                origin == nil || entry.supervisor.plan.origin == origin
            {
                end(entry, &state)
            }
            onChange(state.entries.map(\.supervisor.plan))
        }
        changes.continuation.yield()
    }

    /// Stops a receiver by a command and releases its device, but keeps its plan until it is started again. Stopping a
    /// stopped receiver renews the time of its stop; the end of a pause then no longer starts it.
    package func stop(_ id: String) {
        state.withLock { state in
            guard let entry = state.entries.first(where: { $0.id == id }) else {
                state.stopped[id]?.since = clock.now
                state.stopped[id]?.pause = nil
                return
            }
            end(entry, &state)
            state.stopped[id] = Stop(plan: entry.supervisor.plan, since: clock.now)
            onChange(state.entries.map(\.supervisor.plan))
        }
    }

    /// Stops a receiver and releases its device until `endPause`, also if the receiver gets another ID in the meantime.
    ///
    /// - Returns: The number of the pause; nil if the receiver is stopped or unknown.
    package func pause(_ id: String) -> UInt64? {
        state.withLock { state -> UInt64? in
            guard let entry = state.entries.first(where: { $0.id == id }),
                entry.supervisor.record.condition.state.state != .stopped
            else { return nil }
            end(entry, &state)
            state.pauses += 1
            state.stopped[id] = Stop(plan: entry.supervisor.plan, since: clock.now, pause: state.pauses)
            onChange(state.entries.map(\.supervisor.plan))
            return state.pauses
        }
    }

    /// Starts a paused receiver, unless a command stopped it in the meantime. If a command or a reload started it, makes
    /// it try immediately.
    ///
    /// - Parameter id: The receiver's ID when it was paused.
    package func endPause(_ pause: UInt64, of id: String) {
        let hasEnded = state.withLock { state -> Bool in
            if let plan = state.stopped.values.first(where: { $0.pause == pause })?.plan {
                begin(plan, &state)
                onChange(state.entries.map(\.supervisor.plan))
                return true
            }
            guard let taken = state.displaced.first(where: { $0.value.pause == pause })?.key else { return false }
            // The receiver starts when discovery adds it under its next ID.
            state.displaced[taken] = nil
            return true
        }
        if !hasEnded { retry(id) }
    }

    /// Starts a receiver that was stopped by a command; makes a waiting one try immediately.
    package func start(_ id: String) {
        if !resume(id) { retry(id) }
    }

    /// Restarts a receiver, or starts it if it was stopped by a command.
    ///
    /// - Returns: True if there is a receiver with that ID.
    package func restart(_ id: String) -> Bool {
        if resume(id) { return true }
        return state.withLock { state in
            guard let entry = state.entries.first(where: { $0.id == id }) else { return false }
            end(entry, &state)
            begin(entry.supervisor.plan, &state)
            return true
        }
    }

    /// Changes the plan of a receiver that was stopped by a command; it stays stopped.
    ///
    /// - Returns: False if no receiver of the plan's ID and origin was stopped.
    package func changeStopped(_ plan: ReceiverPlan) -> Bool {
        state.withLock { state in
            guard let stopped = state.stopped[plan.id], stopped.plan.origin == plan.origin else { return false }
            state.stopped[plan.id]?.plan = plan
            return true
        }
    }

    /// Starts a receiver that was stopped by a command.
    ///
    /// - Returns: False if it was not stopped.
    private func resume(_ id: String) -> Bool {
        state.withLock { state in
            guard let plan = state.stopped[id]?.plan else { return false }
            begin(plan, &state)
            onChange(state.entries.map(\.supervisor.plan))
            return true
        }
    }

    /// Passes corrections to receivers. Never waits for one.
    ///
    /// - Parameters:
    ///   - bytes: Whole messages.
    ///   - ids: The receivers; nil: all whose drivers accept corrections.
    package func write(_ bytes: [UInt8], to ids: Set<String>?) {
        for supervisor in supervisors where ids?.contains(supervisor.plan.id) ?? true {
            supervisor.write(bytes, isWanted: ids != nil)
        }
    }

    /// Makes a waiting receiver try immediately.
    package func retry(_ id: String) {
        for supervisor in supervisors where supervisor.plan.id == id { supervisor.retry() }
    }

    /// Makes receivers that wait for a device try immediately, because the device has appeared.
    ///
    /// - Parameter names: The paths and the identity of the device.
    package func deviceAppeared(_ names: [String]) {
        for supervisor in supervisors where supervisor.plan.device.map(names.contains) == true { supervisor.retry() }
    }

    /// Starts the receivers once the servers listen, and runs until the daemon ends.
    ///
    /// - Throws: `GatewayError` if receivers were configured at the start and none of them can ever run.
    package func run() async throws {
        try await cancelWhenGracefulShutdown {
            await self.servers.wait()
            if Task.isCancelled { return }
            self.startAll()
            try await self.watch()
        }
        await endAll()
    }

    private var supervisors: [ReceiverSupervisor] { state.withLock { $0.entries.map(\.supervisor) } }

    private func startAll() {
        state.withLock { state in
            state.isRunning = true
            for index in state.entries.indices { start(&state.entries[index], after: nil) }
        }
    }

    private func watch() async throws {
        for await _ in changes.stream {
            let supervisors = supervisors
            // Each is asked once: one that ends meanwhile causes another look.
            let failures = supervisors.compactMap { $0.plan.origin == .configured ? $0.failure : nil }
            let mayRun = state.withLock { $0.isChanged || !$0.stopped.isEmpty }
            guard failures.count == supervisors.count, !supervisors.isEmpty, !mayRun else { continue }
            await endAll()
            throw GatewayError(.unavailable, "no receiver can run:\n" + failures.joined(separator: "\n"))
        }
    }

    /// Asks all drivers to end and starts no further ones. Returns immediately.
    package func beginEnding() {
        state.withLock { state in
            state.isRunning = false
            state.isEnding = true
            for entry in state.entries { end(entry, &state) }
        }
    }

    private func endAll() async {
        beginEnding()
        let tasks = state.withLock { $0.ending.values.map(\.task) }
        for task in tasks { await task.value }
    }

    private func begin(_ plan: ReceiverPlan, _ state: inout State) {
        if let stopped = state.stopped.removeValue(forKey: plan.id), stopped.plan.origin == .found,
            plan.origin != .found
        {
            state.displaced[plan.id] = stopped
        }
        var used: Set<String> = []
        if state.numberings.isFull {
            used = Set(state.entries.map(\.id)).union(state.stopped.keys).union(state.ending.keys)
        }
        let numbering = state.numberings.numbering(of: plan.id, used: used)
        let record = ReceiverRecord(plan, numbering, hub: hub, clock: clock, observer: observer, logger: logger)
        let changes = changes.continuation
        let supervisor = ReceiverSupervisor(record, runners: runners, nodes: nodes) { changes.yield() }
        var entry = Entry(supervisor: supervisor, task: nil)
        if state.isRunning { start(&entry, after: state.ending[plan.id]?.task) }
        state.entries.append(entry)
    }

    /// Starts a receiver after its predecessor has ended, because a device can only be opened by one at a time.
    private func start(_ entry: inout Entry, after predecessor: Task<Void, Never>?) {
        let supervisor = entry.supervisor
        entry.task = Task {
            await predecessor?.value
            await supervisor.run()
        }
    }

    private func end(_ entry: Entry, _ state: inout State) {
        state.entries.removeAll { $0.id == entry.id }
        guard let task = entry.task else { return }
        task.cancel()
        state.ends += 1
        let (id, number, predecessor) = (entry.id, state.ends, state.ending[entry.id]?.task)
        let end = Task { [weak self] in
            await predecessor?.value
            await task.value
            self?.forget(id, number)
        }
        state.ending[id] = (number, end)
    }

    private func forget(_ id: String, _ number: UInt64) {
        state.withLock { state in
            if state.ending[id]?.number == number { state.ending[id] = nil }
        }
    }
}
