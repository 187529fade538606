// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes

/// The gateway as an edge node: decides which message is next. It neither waits nor sends.
struct SparkplugNode {
    struct Message: Hashable {
        var topic: String
        var payload: [UInt8]
    }

    private static let deviceLimit = 64

    private var topics = SparkplugTopics(group: "", gateway: "")
    private var program = ""
    private var interval = Duration.seconds(1)
    var devices: [SourceID: SparkplugDevice] = [:]
    private var verdicts = ReceiverVerdicts()
    private var sentActive: SourceID?
    /// The number of the connection, which the birth and the death of the node state, 0...255.
    private(set) var connection: UInt8 = 0
    private var sequence: UInt8 = 0
    /// True if the node's birth was sent.
    private(set) var isBorn = false
    /// The positions of the history that are being sent, each receiver's together.
    var backlog: ArraySlice<SparkplugPosition> = []
    /// True if no other positions of the history wait.
    var isBacklogLast = false
    /// The device with which the search begins, so that each gets its turn.
    private var turn: String = ""

    /// Applies changed settings; what is known about the receivers remains.
    mutating func apply(_ settings: MQTTUplinkSettings, group: String) {
        topics = SparkplugTopics(group: group, gateway: settings.gateway)
        (program, interval) = (settings.program, settings.interval)
    }

    /// The topic of commands to the node.
    var commands: String { topics.topic(.nodeCommand) }

    /// A wall-clock time in milliseconds since 1970-01-01 UTC; 0 if it is earlier.
    static func milliseconds(_ time: HostTime) -> UInt64 { UInt64(max(0, time.wallNanoseconds / 1_000_000)) }

    // MARK: What is known

    /// Processes a batch of observations that were published together.
    mutating func take(_ batch: [Observation], _ requirement: OSNMARequirement, at now: HostTime) {
        // Verdicts come first, because they apply to positions in the same batch.
        for observation in batch { note(observation) }
        let interval = interval
        for observation in batch {
            guard case .fix(let fix) = observation.payload else { continue }
            let held = verdicts[observation.source]
            update(observation.source) {
                $0.take(fix, observation, held, every: interval, requirement, at: now.monotonicNanoseconds)
            }
        }
    }

    private mutating func note(_ observation: Observation) {
        verdicts.note(observation)
        guard case .driverState(let report) = observation.payload else { return }
        update(observation.source) { $0.take(report, time: Self.milliseconds(observation.hostTime)) }
    }

    /// Withdraws verdicts that are outdated.
    mutating func judge(_ requirement: OSNMARequirement, at now: HostTime) {
        for id in devices.keys { devices[id]?.judge(requirement, at: now) }
    }

    private mutating func update(_ source: SourceID, _ change: (inout SparkplugDevice) -> Void) {
        if devices[source] == nil, devices.count >= Self.deviceLimit {
            guard let gone = devices.first(where: { !$0.value.isWanted && !$0.value.isBorn })?.key else { return }
            devices[gone] = nil
        }
        change(&devices[source, default: SparkplugDevice()])
    }

    // MARK: What is said

    /// The node's death, which is the last will of a connection and its last message.
    func death(at now: HostTime) -> Message {
        let time = Self.milliseconds(now)
        let payload = SparkplugPayload(time: time, metrics: [connectionMetric(time)], sequence: nil)
        return Message(topic: topics.topic(.nodeDeath), payload: payload.bytes(isTyped: true))
    }

    /// Records that the broker may have got the last will: the next connection has another number.
    mutating func used() { connection &+= 1 }

    /// Begins again with the births of the node and of all devices.
    mutating func restart() {
        isBorn = false
        for id in devices.keys { devices[id]?.die() }
        devices = devices.filter { !$0.value.isForgotten }
    }

    /// The next message; nil if there is nothing to say.
    mutating func next(at now: HostTime) -> Message? {
        guard isBorn else { return birth(at: now) }
        let ids = devices.keys.sorted { $0.rawValue < $1.rawValue }
        let begin = ids.firstIndex { $0.rawValue > turn } ?? 0
        for id in ids[begin...] + ids[..<begin] {
            guard let message = message(of: id, at: now) else { continue }
            turn = id.rawValue
            return message
        }
        guard verdicts.active != sentActive else { return nil }
        sentActive = verdicts.active
        return message(.nodeData, nil, [activeMetric(Self.milliseconds(now))], at: now)
    }

    private mutating func birth(at now: HostTime) -> Message {
        let time = Self.milliseconds(now)
        (isBorn, sequence, sentActive) = (true, 0, verdicts.active)
        return message(
            .nodeBirth, nil,
            [
                connectionMetric(time),
                SparkplugMetric(name: SparkplugCommand.rebirth, value: .boolean(false), time: time),
                SparkplugMetric(name: "program", value: .string(program), time: time), activeMetric(time),
            ], at: now)
    }

    private mutating func message(
        of id: SourceID, at now: HostTime
    ) -> Message? {
        guard let device = devices[id] else { return nil }
        if device.mustDie {
            devices[id]?.die()
            if device.isForgotten { devices[id] = nil }
            return message(.deviceDeath, id, [], at: now)
        }
        guard device.isWanted else { return nil }
        guard device.isBorn else {
            return devices[id]?.birth().nonEmpty.map { message(.deviceBirth, id, $0, at: now) }
        }
        return devices[id]?.news().nonEmpty.map { message(.deviceData, id, $0, at: now) }
    }

    mutating func message(
        _ kind: SparkplugTopics.Kind, _ device: SourceID?, _ metrics: [SparkplugMetric], at now: HostTime
    ) -> Message {
        defer { sequence &+= 1 }
        let payload = SparkplugPayload(time: Self.milliseconds(now), metrics: metrics, sequence: sequence)
        let isBirth = kind == .nodeBirth || kind == .deviceBirth
        return Message(topic: topics.topic(kind, of: device), payload: payload.bytes(isTyped: isBirth))
    }

    private func connectionMetric(_ time: UInt64) -> SparkplugMetric {
        SparkplugMetric(name: "bdSeq", value: .int64(Int64(connection)), time: time)
    }

    private func activeMetric(_ time: UInt64) -> SparkplugMetric {
        SparkplugMetric(name: "active_receiver", value: .string(verdicts.active?.rawValue), time: time)
    }

    /// The time at which `next` has something to say without another observation; nil if only an observation causes it.
    func nextTime(_ requirement: OSNMARequirement) -> Int64? {
        isBorn ? devices.values.compactMap { $0.end(requirement) }.min() : nil
    }
}

extension Array {
    fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
