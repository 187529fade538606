// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The positions of the history. They change neither what is known about a receiver nor what was sent of it.
extension SparkplugNode {
    /// Takes positions to send. A receiver that delivers no data is born for them, and dies when none of its positions
    /// wait.
    ///
    /// - Parameter isLast: True if no other positions wait.
    mutating func add(_ positions: [SparkplugPosition], isLast: Bool, at now: HostTime) {
        let groups = Dictionary(grouping: positions, by: \.receiver)
        var names: Set<String> = []
        let order = positions.map(\.receiver).filter { names.insert($0).inserted }
        (backlog, isBacklogLast) = (ArraySlice(order.flatMap { groups[$0] ?? [] }), isLast)
        for id in devices.keys where groups[id.rawValue] == nil { release(id) }
        for name in order {
            let id = SourceID(rawValue: name)
            let since = devices[id]?.heldSince ?? Self.milliseconds(now)
            // The limit of devices does not apply: a batch has at most 100 receivers, and each of them leaves after it.
            devices[id, default: SparkplugDevice()].heldSince = since
        }
    }

    /// The next position of the history; nil if none waits or another message must come first. Called if `next` returns
    /// nil, so that the births of the devices come first.
    mutating func nextHistorical(at now: HostTime) -> Message? {
        guard isBorn, let position = backlog.first else { return nil }
        let id = SourceID(rawValue: position.receiver)
        guard devices[id]?.isBorn == true else { return nil }
        backlog.removeFirst()
        if isBacklogLast, backlog.first?.receiver != position.receiver { release(id) }
        return message(.deviceData, id, position.metrics, at: now)
    }

    /// Forgets the positions to send, because the connection ended.
    mutating func abandonHistory() {
        backlog = []
        for id in devices.keys { release(id) }
    }

    private mutating func release(_ id: SourceID) {
        devices[id]?.heldSince = nil
        if let device = devices[id], !device.isBorn, device.isForgotten { devices[id] = nil }
    }
}
