// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats
internal import Wire

extension World {
    /// The state that is kept between runs: accounts, endpoints with their feeds, and certificates. Outboxes are not
    /// kept because their items expire after five minutes; options, faults and partners belong to the tests.
    var kept: JSONValue {
        let own = order.compactMap { endpoints[$0] }.filter { $0.partner == nil }
        return [
            "run": JSONValue(run), "accounts": .array(accounts.values.map(\.json)),
            "endpoints": .array(own.map(\.kept)),
            "certificates": .array(
                certificates.map { certificate, issued in
                    [
                        "certificate": .string(Base64.encode(certificate)), "endpoint": .string(issued.endpoint),
                        "not_before": .string(issued.notBefore.iso8601),
                        "not_after": .string(issued.notAfter.iso8601), "url_query": .bool(issued.hasURLQuery),
                        "revoked": .bool(issued.isRevoked),
                    ]
                }),
        ]
    }

    /// Restores an earlier run's state. Invalid parts are ignored.
    mutating func restore(_ json: JSONValue) {
        // A changed seed prevents IDs and codes of an earlier run from being issued again.
        run = (json["run"]?.integer ?? 0) + 1
        random = SeededRandom(seed: seed &+ UInt64(clamping: run) &* 0x9E37_79B9_7F4A_7C15)
        for item in json["accounts"]?.items ?? [] {
            guard let id = item["id"]?.text else { continue }
            addAccount(id)
            accounts[id]?.status = item["status"]?.text.flatMap(Account.Status.init) ?? .active
        }
        for item in json["endpoints"]?.items ?? [] {
            guard let endpoint = Endpoint(kept: item), endpoints[endpoint.id] == nil else { continue }
            endpoints[endpoint.id] = endpoint
            order.append(endpoint.id)
        }
        for item in json["certificates"]?.items ?? [] {
            guard let certificate = item["certificate"]?.text.flatMap({ Base64.decode($0) }),
                let endpoint = item["endpoint"]?.text,
                let notBefore = item["not_before"]?.text.flatMap({ UTCTime(iso8601: $0) }),
                let notAfter = item["not_after"]?.text.flatMap({ UTCTime(iso8601: $0) })
            else { continue }
            certificates[certificate] = IssuedCertificate(
                endpoint: endpoint, notBefore: notBefore, notAfter: notAfter,
                hasURLQuery: item["url_query"]?.flag ?? false, isRevoked: item["revoked"]?.flag ?? true)
        }
    }
}

extension Endpoint {
    fileprivate var kept: JSONValue {
        [
            "id": .string(id), "device": .string(deviceID), "capability": .string(capabilityID),
            "external_id": .string(externalID), "application": .string(applicationID), "version": .string(versionID),
            "account": .string(account), "name": .string(name), "gateway": .string(gatewayID),
            "status": .string(status.rawValue), "push": .number(Double(pushes)),
            "capabilities": capabilities.map { .object($0.mapValues { .string($0.name) }) } ?? .null,
            "subscriptions": subscriptions.map { JSONValue($0.sorted()) } ?? .null,
            "sequence": .number(Double(lastSequence)), "onboarded": .string(onboarded.iso8601),
            "team_sets": JSONValue(teamSets.sorted()), "feed": .array(feed.map(\.kept)),
            "sent": .object(sent.mapValues { .number(Double($0.sequence)) }),
        ]
    }

    fileprivate init?(kept json: JSONValue) {
        func text(_ name: String) -> String { json[name]?.text ?? "" }
        guard text("id").isUUID, let status = Status(rawValue: text("status")),
            let onboarded = UTCTime(iso8601: text("onboarded"))
        else { return nil }
        self.init(
            id: text("id"), deviceID: text("device"), capabilityID: text("capability"),
            externalID: text("external_id"), applicationID: text("application"), versionID: text("version"),
            account: text("account"), name: text("name"), gatewayID: text("gateway"), status: status,
            onboarded: onboarded)
        capabilities = json["capabilities"]?.members?.compactMapValues {
            $0.text.flatMap(CapabilityDirection.init(name:))
        }
        subscriptions = json["subscriptions"]?.texts.map { Set($0) }
        pushes = Int64(json["push"]?.integer ?? 0)
        lastSequence = Int64(json["sequence"]?.integer ?? 0)
        teamSets = Set(json["team_sets"]?.texts ?? [])
        feed = (json["feed"]?.items ?? []).compactMap { FeedEntry(kept: $0) }
        for (id, value) in json["sent"]?.members ?? [:] {
            sent[id] = SentMessage(sequence: Int64(value.integer ?? 0), count: 1)
        }
    }
}

extension FeedEntry {
    fileprivate var kept: JSONValue {
        [
            "id": .string(messageID), "application_id": .string(applicationMessageID), "sender": .string(sender),
            "receiver": .string(receiver), "type": .string(type), "team_set": .string(teamSet),
            "type_url": .string(typeURL), "content": .string(Base64.encode(content)), "sent": .string(sent.iso8601),
            "sequence": .number(Double(sequence)), "created": .string(created.iso8601),
        ]
    }

    fileprivate init?(kept json: JSONValue) {
        func text(_ name: String) -> String { json[name]?.text ?? "" }
        guard let sent = UTCTime(iso8601: text("sent")), let created = UTCTime(iso8601: text("created")),
            let content = Base64.decode(text("content"))
        else { return nil }
        self.init(
            messageID: text("id"), applicationMessageID: text("application_id"), sender: text("sender"),
            receiver: text("receiver"), type: text("type"), teamSet: text("team_set"), typeURL: text("type_url"),
            content: content, sent: sent, sequence: Int64(json["sequence"]?.integer ?? 0), created: created)
    }
}
