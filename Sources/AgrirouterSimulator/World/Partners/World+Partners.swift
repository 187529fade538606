// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats
internal import Wire

extension World {
    /// Adds a partner that is immediately known, reachable and subscribed.
    mutating func addPartner(_ json: JSONValue) throws(OptionError) -> Endpoint {
        try json.refuse(
            otherThan: ["account", "id", "capabilities", "name", "subscriptions", "drops_equal_ids"], of: "a partner")
        let account = json["account"]?.text ?? Default.account
        guard accounts[account] != nil else { throw OptionError(description: "unknown account \"\(account)\"") }
        let id = json["id"]?.text ?? random.uuid()
        guard id.isUUID, endpoints[id] == nil else {
            throw OptionError(description: "id \"\(id)\" is not a UUID, or already exists")
        }
        var capabilities = [MessageTypeTable.gps: CapabilityDirection.both]
        if let given = json["capabilities"]?.members {
            capabilities = given.compactMapValues { $0.text.flatMap(CapabilityDirection.init(name:)) }
            guard capabilities.count == given.count else {
                throw OptionError(description: "a capability must be \"SEND\", \"RECEIVE\" or \"SEND_RECEIVE\"")
            }
        }
        let name = json["name"]?.text ?? "Partner \(order.count + 1)"
        var endpoint = Endpoint(
            id: id, deviceID: id, capabilityID: id, externalID: "urn:partner:\(id)",
            applicationID: Default.application, versionID: Default.version, account: account, name: name,
            gatewayID: "3", onboarded: now)
        endpoint.capabilities = capabilities
        endpoint.subscriptions = Set(json["subscriptions"]?.texts ?? capabilities.filter { $1.receives }.map(\.key))
        endpoint.partner = PartnerLog(dropsEqualIDs: json["drops_equal_ids"]?.flag ?? false)
        endpoints[id] = endpoint
        order.append(id)
        return endpoint
    }

    /// The permitted members of `POST /partners/{id}/send`.
    static let sendingMembers: Set<String> = [
        "age_s", "content", "entries", "every_s", "interval_s", "latitude", "longitude", "messages", "positions",
        "push", "radius_m", "script", "spread_s", "status", "team_set_context_id", "times", "tmt", "to", "type_url",
        "up_mm",
    ]

    /// The permitted members of a position that is sent.
    private static let positionMembers: Set<String> = [
        "time", "latitude", "longitude", "up_mm", "status", "satellites",
    ]

    /// The messages that a partner sends on one request.
    struct SendingPlan {
        let messages: Int
        /// The age of the last message, and of the first one in addition, in seconds.
        let age, spread: Double
        /// Returns the type URL and the bytes of a message, given the time at which it is sent and its place.
        let content: (UTCTime, Int) -> (String, [UInt8])
    }

    /// Sends position lists from a partner. Returns the number of messages and of feeds that received them.
    mutating func send(_ json: JSONValue, from id: String) throws(OptionError) -> (messages: Int, delivered: Int) {
        let plan = try plan(json, from: id)
        let messages = plan.messages
        let type = json["tmt"]?.text ?? MessageTypeTable.gps
        var delivered = 0
        for place in 0..<messages {
            let share = messages > 1 ? Double(messages - 1 - place) / Double(messages - 1) : 0
            let sent = now.adding(-plan.age - plan.spread * share)
            let (url, content) = plan.content(sent, place)
            delivered += carry(json, type: type, url: url, content, from: id, sent: sent)
        }
        return (messages, delivered)
    }

    /// Reads the body of `POST /partners/{id}/send`.
    ///
    /// - Throws: `OptionError` if a value is not permitted.
    func plan(_ json: JSONValue, from id: String) throws(OptionError) -> SendingPlan {
        SendingPlan(
            messages: min(max(json["messages"]?.integer ?? 1, 1), 20_000),
            age: try json.number("age_s", in: -4e9...4e9) ?? 0,
            spread: try json.number("spread_s", in: -4e9...4e9) ?? 0, content: try contents(json, id))
    }

    /// Returns a function that creates each message's content from the given bytes, positions or script.
    private func contents(
        _ json: JSONValue, _ id: String
    ) throws(OptionError) -> (UTCTime, Int) -> (String, [UInt8]) {
        let url = json["type_url"]?.text ?? FormTable.prefix + FormTable.gpsList.name
        if let base64 = json["content"]?.text {
            guard let bytes = Base64.decode(base64) else { throw OptionError(description: "content is not base64") }
            return { _, _ in (url, bytes) }
        }
        if let positions = json["positions"]?.items {
            let bytes = try Self.list(positions, now)
            return { _, _ in (url, bytes) }
        }
        let name = json["script"]?.text ?? "circle"
        guard let kind = PositionScript.Kind(rawValue: name) else {
            let all = PositionScript.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw OptionError(description: "unknown script \"\(name)\"; the scripts are \(all)")
        }
        let script = PositionScript(
            kind: kind, count: min(max(json["entries"]?.integer ?? 1, 1), 50_000),
            interval: try json.number("interval_s", in: -86_400...86_400) ?? 1,
            latitude: json["latitude"]?.number ?? 52.28, longitude: json["longitude"]?.number ?? 8.05,
            radius: json["radius_m"]?.number ?? 50, up: Int64(json["up_mm"]?.integer ?? 85_000),
            status: Int64(json["status"]?.integer ?? 1))
        let before = Int(endpoints[id]?.lastSequence ?? 0)
        return { sent, place in (url, script.bytes(until: sent, phase: (before + place) * script.count)) }
    }

    private static func list(_ positions: [JSONValue], _ now: UTCTime) throws(OptionError) -> [UInt8] {
        var writer = WireWriter()
        for position in positions {
            try position.refuse(otherThan: positionMembers, of: "a position")
            var time = now
            if let value = position["time"], value != .null {
                guard let stated = value.text.flatMap({ UTCTime(iso8601: $0) }) else {
                    throw OptionError(description: "the time of a position must have the form 2026-11-20T12:00:00Z")
                }
                time = stated
            }
            writer.message(1) {
                $0.real(1, position["latitude"]?.number ?? 0)
                $0.real(2, position["longitude"]?.number ?? 0)
                $0.zigzag(3, Int64(position["up_mm"]?.integer ?? 0))
                $0.integer(4, Int64(position["status"]?.integer ?? 0))
                $0.integer(7, Int64(position["satellites"]?.integer ?? 0))
                ResponseWriter.time(&$0, 8, time)
            }
        }
        return writer.bytes
    }

    /// Delivers a partner's message to the named endpoints regardless of their capabilities, or else to its
    /// subscribers. Returns the number of those that exist.
    private mutating func carry(
        _ json: JSONValue, type: String, url: String, _ content: [UInt8], from id: String, sent: UTCTime
    ) -> Int {
        guard let sender = endpoints[id] else { return 0 }
        let sequence = sender.lastSequence + 1
        endpoints[id]?.lastSequence = sequence
        let named = json["to"]?.texts ?? json["to"]?.text.map { [$0] }
        let recipients =
            named?.filter { endpoints[$0] != nil }
            ?? order.filter { receives($0, type, from: sender, published: true) }
        let message = random.uuid()
        for recipient in recipients {
            hand(
                FeedEntry(
                    messageID: random.uuid(), applicationMessageID: message, sender: id, receiver: recipient,
                    type: type, teamSet: json["team_set_context_id"]?.text ?? "", typeURL: url, content: content,
                    sent: sent, sequence: sequence, created: sent), isBacklog: json["push"]?.flag == false)
        }
        return recipients.count
    }
}
