// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

extension Account {
    var json: JSONValue {
        [
            "id": .string(id), "tenant": JSONValue(tenant), "status": .string(status.rawValue),
            "quota": JSONValue(quota),
        ]
    }
}

extension Application {
    var json: JSONValue {
        [
            "id": .string(id), "name": .string(name), "communication_unit": .bool(isCommunicationUnit),
            "versions": .array(
                versions.map {
                    [
                        "id": .string($0.id), "status": .string($0.status.rawValue),
                        "types": $0.types.map { JSONValue($0.sorted()) } ?? .null,
                    ]
                }),
        ]
    }
}

extension Routes.Rule {
    init(_ json: JSONValue) { self.init(from: json["from"]?.text, to: json["to"]?.text, type: json["tmt"]?.text) }

    var json: JSONValue { ["from": JSONValue(from), "to": JSONValue(to), "tmt": JSONValue(type)] }
}

extension Routes {
    var json: JSONValue {
        [
            "managed": .bool(managed), "allow": .array(allowed.map(\.json)), "deny": .array(denied.map(\.json)),
        ]
    }
}

extension Endpoint {
    var json: JSONValue {
        [
            "id": .string(id), "device_alternate_id": .string(deviceID),
            "capability_alternate_id": .string(capabilityID), "external_id": .string(externalID),
            "application_id": .string(applicationID), "version_id": .string(versionID), "account": .string(account),
            "name": .string(name), "status": .string(status.rawValue), "partner": .bool(partner != nil),
            "capabilities": capabilities.map { .object($0.mapValues { .string($0.name) }) } ?? .null,
            "subscriptions": subscriptions.map { JSONValue($0.sorted()) } ?? .null,
            "push": JSONValue(Int(pushes)), "feed": JSONValue(feed.count), "outbox": JSONValue(outbox.count),
            "onboarded": .string(onboarded.iso8601), "traffic": traffic.json,
            "messages_sent": JSONValue(sent.count),
            "messages_repeated": JSONValue(sent.values.count { $0.count > 1 }),
        ]
    }
}

extension Traffic.Line {
    var json: JSONValue {
        let sorted = spacings.sorted()
        return [
            "count": JSONValue(count), "too_early": JSONValue(tooEarly),
            "minimum_spacing_s": sorted.first.map { .number($0) } ?? .null,
            "median_spacing_s": sorted.isEmpty ? .null : .number(sorted[sorted.count / 2]),
            "last": last.map { .string($0.iso8601) } ?? .null,
        ]
    }
}

extension Traffic {
    var json: JSONValue {
        [
            "posts": posts.json, "gets": gets.json, "acknowledged": JSONValue(acknowledged),
            "failed": JSONValue(failed), "pushed": JSONValue(pushed), "confirmed": JSONValue(confirmed),
            "expired_in_outbox": JSONValue(expired),
        ]
    }
}
