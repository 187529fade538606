// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import FoundationEssentials
internal import GNSSTypes
internal import Synchronization
internal import SystemSupport

/// The newest messages of each gateway at the broker. Its size is bounded, whatever the broker sends.
final class FleetTable: Sendable {
    /// The number of gateways, at most.
    static let limit = 2000
    /// The number of receivers and of uplinks of a gateway, at most.
    static let partLimit = 16
    /// The number of names of removed gateways that are kept for readers of changes.
    private static let removedLimit = 500

    private struct Entry {
        var report: FleetGatewayReport
        /// The arrival of the position by the monotonic clock, and its age then, in nanoseconds; nil without a position.
        var arrival: (time: Int64, age: Int64)?
        /// The kinds of messages that the broker has.
        var topics: Set<GatewayTopics.Name> = []
        /// The report in which the last change came.
        var revision: Int64
        /// True while the position may be called authenticated.
        var isCurrent = false

        mutating func note(_ seen: Timestamp?) {
            guard let seen else { return }
            report.lastSeen = max(report.lastSeen ?? seen, seen)
        }

        func report(own: String, at now: HostTime) -> FleetGatewayReport {
            var report = self.report
            report.isSelf = report.name == own
            report.age = report.lastSeen.map { Double(max(0, Timestamp(now).milliseconds - $0.milliseconds)) / 1000 }
            if let arrival {
                let passed = max(0, now.monotonicNanoseconds &- arrival.time) &+ arrival.age
                report.position?.age = Double(passed / 1_000_000) / 1000
            }
            if !isCurrent, report.authentication?.authenticated == true {
                report.authentication?.authenticated = false
                report.authentication?.cause = OSNMARequirement.Refusal.Cause.outdated.code
                report.authentication?.text = "the position is not current"
            }
            return report
        }
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var removed: [(name: String, revision: Int64)] = []
        var isCut = false
        /// The number of the next report. It begins with a time, so that a reader of an earlier process gets all gateways.
        var revision: Int64
        var first: Int64
    }

    /// Guards all values; held while one message is processed or a report is made.
    private let state: Mutex<State>
    private let now: @Sendable () -> HostTime

    init(now: @escaping @Sendable () -> HostTime) {
        self.now = now
        let begin = now().wallNanoseconds / 1_000_000
        state = Mutex(State(revision: begin, first: begin))
    }

    /// Forgets all gateways.
    func clear() {
        state.withLock { state in
            (state.entries, state.removed, state.isCut) = ([:], [], false)
            state.revision += 1
            state.first = state.revision
        }
    }

    /// True if a gateway's messages have come.
    func knows(_ gateway: String) -> Bool { state.withLock { $0.entries[gateway] != nil } }

    /// Processes a message of a gateway.
    ///
    /// - Parameters:
    ///   - gateway: The level of the topic that names the gateway.
    ///   - name: The last level.
    ///   - isRetained: True if the broker had kept the message, so that it is not a sign of life now.
    func take(_ gateway: String, _ name: GatewayTopics.Name, _ payload: [UInt8], isRetained: Bool) {
        guard !gateway.isEmpty, gateway.utf8.count <= 64, gateway == FleetMessage.line(gateway) else { return }
        guard !payload.isEmpty else { return forget(gateway, name) }
        let time = now()
        guard let change = Self.change(name, payload, isRetained: isRetained, at: time) else { return }
        state.withLock { state in
            guard state.entries[gateway] != nil || state.entries.count < Self.limit else { return state.isCut = true }
            var entry = state.entries[gateway] ?? Entry(report: FleetGatewayReport(name: gateway), revision: 0)
            change(&entry)
            entry.topics.insert(name)
            entry.revision = state.revision
            state.entries[gateway] = entry
        }
    }

    /// Decodes a payload before the lock is taken.
    private static func change(
        _ name: GatewayTopics.Name, _ payload: [UInt8], isRetained: Bool, at now: HostTime
    ) -> ((inout Entry) -> Void)? {
        /// The time of a sign of life. A message that the broker had kept counts by its own time, unless that is in the
        /// future.
        func seen(_ stated: Timestamp?) -> Timestamp? {
            guard isRetained else { return Timestamp(now) }
            guard let stated, stated.milliseconds - Timestamp(now).milliseconds <= 60_000 else { return nil }
            return min(stated, Timestamp(now))
        }
        switch name {
        case .status:
            guard let status = FleetMessage.decode(payload, as: FleetMessage.Status.self) else { return nil }
            // A last will is no sign of life.
            let time = status.online ? seen(status.time) : nil
            return { entry in
                (entry.report.isOnline, entry.report.program) = (status.online, status.program.map(FleetMessage.line))
                if !status.online { entry.isCurrent = false }
                entry.note(time)
            }
        case .state:
            guard let news = FleetMessage.decode(payload, as: FleetMessage.State.self) else { return nil }
            let time = seen(news.time)
            return { entry in
                entry.report.receiver = news.active.map(FleetMessage.line)
                entry.report.receivers = news.receivers.prefix(Self.partLimit).map { receiver in
                    FleetGatewayReport.Receiver(
                        id: FleetMessage.line(receiver.id), state: FleetMessage.line(receiver.state),
                        reason: FleetMessage.line(receiver.reason))
                }
                entry.report.uplinks = (news.uplinks ?? []).prefix(Self.partLimit).map { uplink in
                    FleetGatewayReport.Uplink(
                        name: FleetMessage.line(uplink.name), state: FleetMessage.line(uplink.state))
                }
                entry.note(time)
            }
        case .position:
            guard let news = FleetMessage.decode(payload, as: FleetMessage.Position.self), let fix = news.fix.sound
            else { return nil }
            let time = seen(news.received)
            // The clock of that gateway may be wrong, so that only a stored message counts by its time.
            let age = isRetained ? max(0, Timestamp(now).milliseconds - news.received.milliseconds) * 1_000_000 : 0
            return { entry in
                entry.report.position = FleetGatewayReport.Position(fix, received: news.received)
                entry.report.authentication = news.authentication.shortened
                entry.report.receiver = FleetMessage.line(news.receiver)
                entry.arrival = (now.monotonicNanoseconds, age)
                entry.isCurrent = !isRetained
                entry.note(time)
            }
        case .verdict, .history, .answer: return nil
        }
    }

    private func forget(_ gateway: String, _ name: GatewayTopics.Name) {
        state.withLock { state in
            guard var entry = state.entries[gateway] else { return }
            entry.topics.remove(name)
            entry.revision = state.revision
            state.entries[gateway] = entry
            // A position and a state expire, but the status stays until a person deletes it.
            guard entry.topics.isEmpty || name == .status else { return }
            state.entries[gateway] = nil
            state.isCut = false
            state.removed.append((gateway, state.revision))
            let excess = state.removed.count - Self.removedLimit
            guard excess > 0 else { return }
            // A reader of older changes gets all gateways.
            state.first = state.removed[excess - 1].revision + 1
            state.removed.removeFirst(excess)
        }
    }

    /// Adds the gateways to a report.
    ///
    /// - Parameters:
    ///   - revision: The revision that the reader has; nil for none.
    ///   - own: The name of this gateway.
    ///   - longestAge: The age in nanoseconds above which no position is called authenticated.
    func write(to report: inout FleetReport, since revision: Int64?, own: String, longestAge: Int64) {
        let (now, time) = (now(), now().monotonicNanoseconds)
        state.withLock { state in
            for (name, entry) in state.entries where entry.isCurrent {
                guard let arrival = entry.arrival, time &- arrival.time > longestAge else { continue }
                state.entries[name]?.isCurrent = false
                state.entries[name]?.revision = state.revision
            }
            let known = revision.flatMap { (state.first..<state.revision).contains($0) ? $0 : nil }
            report.isFull = known == nil
            report.gateways = state.entries.values.filter { $0.revision > known ?? .min }
                .map { $0.report(own: own, at: now) }.sorted { $0.name < $1.name }
            if let known { report.removed = state.removed.filter { $0.revision > known }.map(\.name) }
            report.removed.removeAll { state.entries[$0] != nil }
            (report.total, report.isCut) = (state.entries.count, state.isCut)
            report.revision = state.revision
            state.revision += 1
        }
    }
}
