// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

extension World {
    /// `dke:capabilities`: replaces the declared capabilities and deletes the subscriptions.
    mutating func declare(_ payload: DecodedMessage, _ id: String) -> Outcome {
        guard var endpoint = endpoints[id] else { return failure("VAL_000011") }
        guard payload.text(2) == endpoint.applicationID else { return failure("VAL_000024") }
        let version = applications[endpoint.applicationID]?.versions.first { $0.id == payload.text(3) }
        guard let version, version.status == .approved else { return failure("VAL_000008") }
        var declared: [String: CapabilityDirection] = [:]
        var warnings: [ResultMessage] = []
        for item in payload.messages(1) {
            let type = item.text(1)
            let isRegistered = version.types?.contains(type) ?? MessageTypeTable.isData(type)
            guard isRegistered, let direction = CapabilityDirection(rawValue: item.integer(2)) else {
                warnings.append(result("VAL_000007", ["technicalMsgType": type]))
                continue
            }
            declared[type] = direction
        }
        let isUnchanged = endpoint.capabilities == declared && endpoint.pushes == payload.integer(4)
        (endpoint.capabilities, endpoint.pushes) = (declared, payload.integer(4))
        if !isUnchanged || options.clearsWhenUnchanged { endpoint.subscriptions = nil }
        endpoints[id] = endpoint
        if !warnings.isEmpty { return .results(400, .ackWithMessages, warnings) }
        return isUnchanged ? .results(201, .ackWithMessages, [result("VAL_000022")]) : .ack(201)
    }

    /// `dke:subscription`: replaces the subscribed types, unless one was not declared for receiving.
    mutating func subscribe(_ payload: DecodedMessage, _ id: String) -> Outcome {
        guard let endpoint = endpoints[id] else { return failure("VAL_000011") }
        let types = Set(payload.messages(1).map { $0.text(1) })
        let undeclared = types.filter { endpoint.capabilities?[$0]?.receives != true }.sorted()
        guard undeclared.isEmpty else {
            let results = undeclared.map { type in (type, ["technicalMsgType": type]) }
            return .results(400, .ackWithFailure, results.map { result("VAL_000006", $0.1) })
        }
        if endpoint.subscriptions == types { return .results(201, .ackWithMessages, [result("VAL_000023")]) }
        endpoints[id]?.subscriptions = types
        return .ack(201)
    }

    /// `dke:list_endpoints` and `dke:list_endpoints_unfiltered`.
    ///
    /// - Parameter isFiltered: True to list only endpoints that a route reaches, from the asking endpoint's point of
    ///   view; false to list all, from their own point of view.
    mutating func list(_ payload: DecodedMessage, isFiltered: Bool, _ id: String) -> Outcome {
        guard let asking = endpoints[id] else { return failure("VAL_000011") }
        let type = payload.text(1)
        let direction = payload.integer(2)
        var writer = WireWriter()
        for other in order.compactMap({ endpoints[$0] })
        where other.account == asking.account && other.status != .deleted {
            var all = listed(other, for: asking, isFiltered: isFiltered)
            if !type.isEmpty { all = all.filter { $0.key == type } }
            all = all.filter { _, found in
                switch direction {
                case 0: found.sends
                case 1: found.receives
                default: true
                }
            }
            guard !all.isEmpty || (type.isEmpty && other.id == asking.id) else { continue }
            writer.message(1) { Self.write(other, all, &$0) }
        }
        let name = "agrirouter.response.payload.account.ListEndpointsResponse"
        return Outcome(code: 200, kind: .endpoints, payload: (name, writer.bytes))
    }

    /// The types that can be exchanged with another endpoint, and their directions.
    private func listed(
        _ other: Endpoint, for asking: Endpoint, isFiltered: Bool
    ) -> [String: CapabilityDirection] {
        let own = other.capabilities ?? [:]
        guard isFiltered, other.id != asking.id else { return own }
        var all: [String: CapabilityDirection] = [:]
        for (type, direction) in own {
            // The asking endpoint can send if the other one receives, and receive if the other one sends.
            let canSend = direction.receives && routes.allows(from: asking.id, to: other.id, type: type)
            let canReceive = direction.sends && routes.allows(from: other.id, to: asking.id, type: type)
            switch (canSend, canReceive) {
            case (true, true): all[type] = .both
            case (true, false): all[type] = .send
            case (false, true): all[type] = .receive
            case (false, false): break
            }
        }
        return all
    }

    private static func write(
        _ endpoint: Endpoint, _ types: [String: CapabilityDirection], _ writer: inout WireWriter
    ) {
        writer.text(1, endpoint.id)
        writer.text(2, endpoint.name)
        writer.text(3, "application")
        writer.text(4, endpoint.status == .active ? "active" : "inactive")
        for (type, direction) in types.sorted(by: { $0.key < $1.key }) {
            writer.message(5) {
                $0.text(1, type)
                $0.integer(2, direction.rawValue)
            }
        }
        writer.text(6, endpoint.externalID)
    }
}
