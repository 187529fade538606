// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
package import Logging
package import ObservationBus
internal import ServiceLifecycle
internal import Synchronization
internal import SystemSupport

/// All receivers that run, or are to. They come and go while it runs: at a reload, with their devices, by a command.
package final class ReceiverFleet: Service {
    private let runners: any RunnerFactory
    private let nodes: any DeviceNodes
    private let hub: ObservationHub
    private let clock: GatewayClock
    private let observer: ReceiverObserver
    /// What a replay publishes before the servers listen would be seen by no client.
    private let servers: ServerGate
    private let logger: Logger
    private let onChange: @Sendable ([ReceiverPlan]) -> Void
    /// Protects the receivers and their tasks. The locks of records, and those that `onChange` takes, come after this
    /// one.
    private let state = Mutex(State())
    /// Wakes the task that watches for failures.
    private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    private struct State {
        /// In the order they came.
        var entries: [Entry] = []
        /// Whether receivers are started as they come.
        var isRunning = false
        /// Whether they were changed since; then the daemon stays, whatever becomes of them.
        var isChanged = false
        /// Those that were taken out and have not ended, the last of each id.
        var ending: [String: (number: UInt64, task: Task<Void, Never>)] = [:]
        var ends: UInt64 = 0
        /// Where the numbering of each id on the bus stands, over all its starts.
        var numberings: [String: ReceiverNumbering] = [:]
    }

    private struct Entry {
        var supervisor: ReceiverSupervisor
        var task: Task<Void, Never>?
        var id: String { supervisor.plan.id }
    }

    /// - Parameters:
    ///   - observer: is called with everything that receivers deliver.
    ///   - onChange: called with all receivers whenever they are others; not to call back.
    package init(
        runners: any RunnerFactory, nodes: any DeviceNodes = NoDeviceNodes(), hub: ObservationHub, clock: GatewayClock,
        observer: ReceiverObserver = ReceiverObserver(), servers: ServerGate, logger: Logger,
        onChange: @escaping @Sendable ([ReceiverPlan]) -> Void = { _ in }
    ) {
        (self.runners, self.nodes, self.hub) = (runners, nodes, hub)
        (self.clock, self.servers, self.logger) = (clock, servers, logger)
        (self.observer, self.onChange) = (observer, onChange)
    }

    /// How all of them are doing, in the order they came.
    package var receivers: [ReceiverCondition] { state.withLock { $0.entries.map(\.supervisor.record.condition) } }

    /// Makes the receivers those of the plans: starts new ones, stops those that are not among them, starts changed
    /// ones again, and leaves the others alone.
    ///
    /// - Parameter origin: only receivers of this origin are compared; nil: all.
    package func apply(_ plans: [ReceiverPlan], origin: ReceiverPlan.Origin? = nil) {
        let wanted = Dictionary(plans.map { ($0.id, $0) }) { first, _ in first }
        state.withLock { state in
            state.isChanged = state.isRunning
            for entry in state.entries where origin == nil || entry.supervisor.plan.origin == origin {
                guard let plan = wanted[entry.id], plan.runs(like: entry.supervisor.plan) else {
                    end(entry, &state)
                    continue
                }
                entry.supervisor.record.adopt(plan)
            }
            for plan in plans where !state.entries.contains(where: { $0.id == plan.id }) { begin(plan, &state) }
            onChange(state.entries.map(\.supervisor.plan))
        }
        changes.continuation.yield()
    }

    /// Adds a receiver; one of the same id is replaced, and left alone where it is the same.
    package func add(_ plan: ReceiverPlan) {
        state.withLock { state in
            if let entry = state.entries.first(where: { $0.id == plan.id }) {
                if entry.supervisor.plan == plan { return }
                end(entry, &state)
            }
            begin(plan, &state)
            onChange(state.entries.map(\.supervisor.plan))
        }
    }

    /// Stops a receiver and forgets it.
    package func remove(_ id: String) {
        state.withLock { state in
            if let entry = state.entries.first(where: { $0.id == id }) { end(entry, &state) }
            onChange(state.entries.map(\.supervisor.plan))
        }
        changes.continuation.yield()
    }

    /// Restarts a receiver.
    ///
    /// - Returns: whether there is one of that id.
    package func restart(_ id: String) -> Bool {
        state.withLock { state in
            guard let entry = state.entries.first(where: { $0.id == id }) else { return false }
            end(entry, &state)
            begin(entry.supervisor.plan, &state)
            return true
        }
    }

    /// Hands corrections to receivers. Never waits for one.
    ///
    /// - Parameters:
    ///   - bytes: whole messages.
    ///   - ids: the receivers; nil: all whose drivers take corrections.
    package func write(_ bytes: [UInt8], to ids: Set<String>?) {
        for supervisor in supervisors where ids?.contains(supervisor.plan.id) ?? true {
            supervisor.write(bytes, isWanted: ids != nil)
        }
    }

    /// Makes a receiver that waits try at once.
    package func retry(_ id: String) {
        for supervisor in supervisors where supervisor.plan.id == id { supervisor.retry() }
    }

    /// A device came: receivers that wait for it try at once.
    ///
    /// - Parameter names: its paths and its identity.
    package func deviceAppeared(_ names: [String]) {
        for supervisor in supervisors where supervisor.plan.device.map(names.contains) == true { supervisor.retry() }
    }

    /// Starts the receivers once the servers listen, and runs until the daemon is to end.
    ///
    /// - Throws: `GatewayError` where receivers were configured at the start and none of them can ever run.
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
            let failures = supervisors.compactMap(\.failure)
            let isHopeless = supervisors.allSatisfy { $0.plan.origin == .configured && $0.failure != nil }
            guard isHopeless, !supervisors.isEmpty, !state.withLock({ $0.isChanged }) else { continue }
            await endAll()
            throw GatewayError(.unavailable, "no receiver can run:\n" + failures.joined(separator: "\n"))
        }
    }

    /// Asks all drivers to end, and starts none any more. Returns at once.
    package func beginEnding() {
        state.withLock { state in
            state.isRunning = false
            for entry in state.entries { end(entry, &state) }
        }
    }

    private func endAll() async {
        beginEnding()
        let tasks = state.withLock { $0.ending.values.map(\.task) }
        for task in tasks { await task.value }
    }

    private func begin(_ plan: ReceiverPlan, _ state: inout State) {
        let numbering = state.numberings[plan.id] ?? ReceiverNumbering()
        state.numberings[plan.id] = numbering
        let record = ReceiverRecord(plan, numbering, hub: hub, clock: clock, observer: observer, logger: logger)
        let changes = changes.continuation
        let supervisor = ReceiverSupervisor(record, runners: runners, nodes: nodes) { changes.yield() }
        var entry = Entry(supervisor: supervisor, task: nil)
        if state.isRunning { start(&entry, after: state.ending[plan.id]?.task) }
        state.entries.append(entry)
    }

    /// A device is opened by one at a time: a receiver that replaces another waits for its end.
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
