// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Outbox

/// The tables of one outbox queue. All queues have the same tables, whose names begin with the queue's prefix.
struct OutboxTables: Sendable {
    let prefix: String
    let messages: StoreTable
    let entries: StoreTable
    let state: StoreTable
    let members: StoreTable

    /// The queue for agrirouter.
    static let uplink = OutboxTables("uplink")
    /// The queue for an MQTT broker.
    static let mqtt = OutboxTables("mqtt")
    /// The queue for an MQTT broker in the form of OwnTracks.
    static let ownTracks = OutboxTables("owntracks")
    /// The queue for a Traccar server.
    static let traccar = OutboxTables("traccar")
    /// The queue for an MQTT broker in the form of Sparkplug.
    static let sparkplug = OutboxTables("sparkplug")
    static let all = [uplink, mqtt, ownTracks, traccar, sparkplug]

    /// All tables, those with references to others first.
    var tables: [StoreTable] { [messages, entries, state, members] }

    private init(_ prefix: String) {
        self.prefix = prefix
        messages = StoreTable("\(prefix)_messages", key: ["number"], .release(queue: prefix)) { row throws(BadCell) in
            _ = try OutboxMessage(row)
        }
        entries = StoreTable("\(prefix)_entries", key: ["number"], .remove) { row throws(BadCell) in
            _ = try row.integer("number", in: StoredRange.numbers)
            _ = try row.integer("time", in: StoredRange.nanoseconds)
            _ = (try row.optionalInteger("verdict", in: 0...255), try row.bytes("content"))
            _ = try row.optionalInteger("message")
        }
        state = StoreTable("\(prefix)_state", key: ["id"], .recount) { row throws(BadCell) in
            _ = (try row.flag("paused"), try row.optionalText("announced"), try OutboxTally(row))
        }
        members = StoreTable("\(prefix)_members", key: ["id"], .remove) { row throws(BadCell) in
            _ = try OutboxPeer(row)
        }
    }
}
