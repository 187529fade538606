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
    /// The size of the newest messages of all gateways in bytes, at most.
    static let sizeLimit = 8 << 20
    /// The time without a message after which a gateway makes room for another one, in nanoseconds.
    private static let silence: Int64 = 300_000_000_000
    /// The number of names of removed gateways that are kept for readers of changes.
    private static let removedLimit = 500
    /// The age of a stored message in milliseconds, at most: a hundred years.
    private static let longestAge: Int64 = 3_155_760_000_000

    /// The name of a gateway. Names that look the same but consist of other characters belong to other topics.
    private struct Key: Hashable {
        private let bytes: [UInt8]

        init(_ name: String) { bytes = Array(name.utf8) }
    }

    private struct Entry {
        var report: FleetGatewayReport
        /// The arrival of the position by the monotonic clock, and its age then, in nanoseconds; nil without a position.
        var arrival: (time: Int64, age: Int64)?
        /// The sizes of the messages that the broker has, in bytes.
        var sizes: [GatewayTopics.Name: Int] = [:]
        /// The arrival of the newest message by the monotonic clock, in nanoseconds.
        var heard: Int64 = 0
        /// The report in which the last change came.
        var revision: Int64
        /// True while the position may be called authenticated.
        var isCurrent = false

        /// Records a sign of life. A time in the future comes from before this host's clock was set back.
        mutating func note(_ seen: Timestamp?, at now: HostTime) {
            guard let seen else { return }
            let earlier = report.lastSeen.flatMap { $0 > Timestamp(now) ? nil : $0 } ?? seen
            report.lastSeen = max(earlier, seen)
        }

        func report(isSelf: Bool, at now: HostTime) -> FleetGatewayReport {
            var report = self.report
            report.isSelf = isSelf
            report.age = report.lastSeen.map { Double(max(0, Timestamp(now).milliseconds - $0.milliseconds)) / 1000 }
            if let arrival {
                let passed = max(0, now.monotonicNanoseconds &- arrival.time) &+ arrival.age
                report.position?.age = Double(passed / 1_000_000) / 1000
            }
            if !isCurrent || report.isOnline == false, report.authentication?.authenticated == true {
                report.authentication?.authenticated = false
                report.authentication?.cause = OSNMARequirement.Refusal.Cause.outdated.code
                report.authentication?.text = "the position is not current"
            }
            return report
        }
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The sum of the entries' sizes.
        var size = 0
        var removed: [(name: String, revision: Int64)] = []
        var isCut = false
        /// The number of the next report. It begins with a time, so that a reader of an earlier process gets all gateways.
        var revision: Int64
        var first: Int64

        /// Removes a gateway and tells readers of changes.
        mutating func remove(_ key: Key) {
            guard let entry = entries.removeValue(forKey: key) else { return }
            size -= entry.sizes.values.reduce(0, +)
            removed.append((entry.report.name, revision))
            let excess = removed.count - FleetTable.removedLimit
            guard excess > 0 else { return }
            // A reader of older changes gets all gateways.
            first = removed[excess - 1].revision
            removed.removeFirst(excess)
        }

        /// Makes room for another gateway by removing one that is offline or silent, the longest first.
        ///
        /// - Parameter kept: The gateways that stay.
        /// - Returns: False if all others are alive.
        mutating func makeRoom(at now: Int64, for kept: [Key]) -> Bool {
            var oldest: (key: Key, heard: Int64)?
            for (key, entry) in entries where entry.report.isOnline == false || now &- entry.heard > FleetTable.silence
            {
                if !kept.contains(key), oldest.map({ entry.heard < $0.heard }) ?? true { oldest = (key, entry.heard) }
            }
            guard let oldest else { return false }
            remove(oldest.key)
            return true
        }
    }

    /// Guards all values; held while one message is processed or a report is made.
    private let state: Mutex<State>
    private let own: String
    private let now: @Sendable () -> HostTime

    /// - Parameters:
    ///   - own: The name of this gateway, for which there is always room.
    ///   - last: The table before, whose readers then get all gateways; nil for none.
    init(own: String, after last: FleetTable?, now: @escaping @Sendable () -> HostTime) {
        (self.own, self.now) = (own, now)
        let begin = max(now().wallNanoseconds / 1_000_000, last.map { $0.state.withLock(\.revision) + 1 } ?? 0)
        state = Mutex(State(revision: begin, first: begin))
    }

    /// True if this gateway's own messages have come.
    var knowsItself: Bool { state.withLock { $0.entries[Key(own)] != nil } }

    /// Processes a message of a gateway.
    ///
    /// - Parameters:
    ///   - gateway: The level of the topic that names the gateway.
    ///   - name: The last level.
    ///   - isRetained: True if the broker had kept the message, so that it is not a sign of life now.
    func take(_ gateway: String, _ name: GatewayTopics.Name, _ payload: [UInt8], isRetained: Bool) {
        guard !gateway.isEmpty, gateway.utf8.count <= 64, gateway == gateway.shownLine else { return }
        guard !payload.isEmpty else { return forget(gateway, name) }
        let (time, key) = (now(), Key(gateway))
        guard let change = Self.change(name, payload, isRetained: isRetained, at: time) else { return }
        state.withLock { state in
            let isOwn = key == Key(own)
            if state.entries[key] == nil, state.entries.count >= Self.limit, !isOwn,
                !state.makeRoom(at: time.monotonicNanoseconds, for: [key, Key(own)])
            {
                return state.isCut = true
            }
            var entry = state.entries[key] ?? Entry(report: FleetGatewayReport(name: gateway), revision: 0)
            // A message that is not larger than the one before always has room, as the last will must.
            let growth = payload.count - (entry.sizes[name] ?? 0)
            while growth > 0, state.size + growth > Self.sizeLimit, !isOwn {
                guard state.makeRoom(at: time.monotonicNanoseconds, for: [key, Key(own)]) else {
                    // What is known would be outdated.
                    state.remove(key)
                    return state.isCut = true
                }
            }
            change(&entry)
            state.size += growth
            (entry.sizes[name], entry.heard) = (payload.count, time.monotonicNanoseconds)
            entry.revision = state.revision
            state.entries[key] = entry
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
                (entry.report.isOnline, entry.report.program) = (status.online, status.program?.shownLine)
                entry.report.interval = status.interval.map { min(max($0, 0), 86_400) }
                if !status.online { entry.isCurrent = false }
                entry.note(time, at: now)
            }
        case .state:
            guard let news = FleetMessage.decode(payload, as: FleetMessage.State.self) else { return nil }
            let time = seen(news.time)
            return { entry in
                entry.report.receiver = news.active?.shownLine
                entry.report.receivers = news.receivers.prefix(Self.partLimit).map { receiver in
                    FleetGatewayReport.Receiver(
                        id: receiver.id.shownLine, state: receiver.state.shownLine,
                        reason: receiver.reason.shownLine)
                }
                entry.report.uplinks = (news.uplinks ?? []).prefix(Self.partLimit).map { uplink in
                    FleetGatewayReport.Uplink(
                        name: uplink.name.shownLine, state: uplink.state.shownLine)
                }
                entry.note(time, at: now)
            }
        case .position:
            guard let news = FleetMessage.decode(payload, as: FleetMessage.Position.self), let fix = news.fix.sound
            else { return nil }
            let time = seen(news.received)
            // The clock of that gateway may be wrong, so that only a stored message counts by its time.
            let milliseconds = min(max(0, Timestamp(now).milliseconds - news.received.milliseconds), Self.longestAge)
            let age = isRetained ? milliseconds * 1_000_000 : 0
            return { entry in
                entry.report.position = FleetGatewayReport.Position(fix, received: news.received)
                entry.report.authentication = news.authentication.shortened
                entry.report.receiver = news.receiver.shownLine
                entry.arrival = (now.monotonicNanoseconds, age)
                entry.isCurrent = !isRetained
                entry.note(time, at: now)
            }
        case .verdict, .history, .answer: return nil
        }
    }

    private func forget(_ gateway: String, _ name: GatewayTopics.Name) {
        let key = Key(gateway)
        state.withLock { state in
            guard var entry = state.entries[key] else { return }
            state.size -= entry.sizes.removeValue(forKey: name) ?? 0
            entry.revision = state.revision
            state.entries[key] = entry
            // A position and a state expire, but the status stays until a person deletes it.
            guard entry.sizes.isEmpty || name == .status else { return }
            state.remove(key)
            state.isCut = false
        }
    }

    /// Adds the gateways to a report.
    ///
    /// - Parameters:
    ///   - revision: The revision that the reader has; nil for none.
    ///   - longestAge: The age in nanoseconds above which no position is called authenticated.
    func write(to report: inout FleetReport, since revision: Int64?, longestAge: Int64) {
        let (now, time) = (now(), now().monotonicNanoseconds)
        state.withLock { state in
            for (key, entry) in state.entries where entry.isCurrent {
                guard let arrival = entry.arrival, time &- arrival.time > longestAge else { continue }
                state.entries[key]?.isCurrent = false
                state.entries[key]?.revision = state.revision
            }
            // A reader may state any number.
            let known = revision.flatMap { $0 >= state.first && $0 < state.revision ? $0 : nil }
            report.isFull = known == nil
            let ownKey = Key(own)
            report.gateways = state.entries.filter { $0.value.revision > known ?? .min }
                .map { $0.value.report(isSelf: $0.key == ownKey, at: now) }.sorted { $0.name < $1.name }
            if let known { report.removed = state.removed.filter { $0.revision > known }.map(\.name) }
            report.removed.removeAll { state.entries[Key($0)] != nil }
            (report.total, report.isCut) = (state.entries.count, state.isCut)
            report.revision = state.revision
            state.revision += 1
        }
    }
}
