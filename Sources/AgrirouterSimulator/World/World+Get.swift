// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats
internal import Wire

extension World {
    private static let itemLimit = 100
    private static let byteLimit = 1_000_000

    /// Returns the items in the outbox and removes them.
    mutating func get(_ request: HTTPRequest, from id: String) -> HTTPAnswer {
        if let refusal = checkAccept(request) { return refusal }
        if let early = countGet(id) { return early }
        if let answer = applyFault(request, types: []) { return answer }
        expire()
        guard var endpoint = endpoints[id] else { return HTTPAnswer(404) }
        if options.shufflesOutbox { endpoint.outbox.shuffle(using: &random) }
        let isNative = options.nativeProtobuf && NativeForm.isNamed(in: request.header("Accept") ?? "")
        var items: [String] = []
        var bytes = 2
        var rest: [OutboxItem] = []
        var taken = 0
        for item in endpoint.outbox {
            guard item.due <= now, taken < Self.itemLimit else {
                rest.append(item)
                continue
            }
            let texts = render(item)
            let size = texts.reduce(0) { $0 + Self.command($1, endpoint).utf8.count + 1 }
            guard bytes + size <= Self.byteLimit || items.isEmpty else {
                taken = Self.itemLimit
                rest.append(item)
                continue
            }
            items += texts
            bytes += size
            taken += 1
        }
        endpoint.outbox = rest
        endpoint.traffic.lastGetBroughtItems = !items.isEmpty
        endpoints[id] = endpoint
        if isNative {
            let type = [("Content-Type", "application/x-protobuf")]
            return finishFault(HTTPAnswer(200, type, body: NativeForm.list(items, of: endpoint)))
        }
        let body = "[" + items.map { Self.command($0, endpoint) }.joined(separator: ",") + "]"
        return finishFault(HTTPAnswer(200, [("Content-Type", "application/json")], body: Array(body.utf8)))
    }

    private static func command(_ message: String, _ endpoint: Endpoint) -> String {
        "{\"sensorAlternateId\":\"\(endpoint.id)\",\"capabilityAlternateId\":\"\(endpoint.capabilityID)\","
            + "\"command\":{\"message\":\"\(message)\"}}"
    }

    /// The base64 texts of an item, including those that its variant adds.
    private mutating func render(_ item: OutboxItem) -> [String] {
        let variant = options.itemVariants.randomElement(using: &random) ?? .plain
        let message = Base64.encode(bytes(of: item, variant))
        switch variant {
        case .unknownType:
            let stranger = ResponseWriter.envelope(
                code: 200, kind: 13, answers: nil, messageID: random.uuid(), at: item.stamp)
            let wrapper = ResponseWriter.wrapper("agrirouter.tomorrow.Message", [0x08, 0x01])
            return [Base64.encode(WireWriter.delimited(stranger) + WireWriter.delimited(wrapper)), message]
        case .undecodable: return ["!not*base64!", message]
        default: return [message]
        }
    }

    private mutating func bytes(of item: OutboxItem, _ variant: ServiceOptions.ItemVariant) -> [UInt8] {
        let hasExtra = variant == .unknownFields
        switch item.content {
        case .push(let entries):
            let envelope = ResponseWriter.envelope(
                code: 200, kind: ResponseMessage.Kind.push.rawValue, answers: nil, messageID: random.uuid(),
                at: item.stamp, extra: hasExtra)
            var writer = WireWriter()
            let padding = variant == .padded ? Int.random(in: 1...7, using: &random) : 0
            for entry in entries {
                writer.message(1) {
                    FeedWriter.message(entry, &$0, padding: padding, prefixed: variant != .bare)
                }
            }
            let name = "agrirouter.feed.push.notification.PushNotification"
            let wrapper = ResponseWriter.wrapper(name, writer.bytes, prefixed: variant != .bare, extra: hasExtra)
            return WireWriter.delimited(envelope) + WireWriter.delimited(wrapper)
        case .answer(let answer):
            let envelope = ResponseWriter.envelope(
                code: answer.code, kind: answer.kind.rawValue, answers: answer.answers, messageID: answer.messageID,
                at: item.stamp, extra: hasExtra)
            return WireWriter.delimited(envelope) + Self.secondPart(answer, variant)
        }
    }

    private static func secondPart(
        _ answer: ResponseMessage, _ variant: ServiceOptions.ItemVariant
    ) -> [UInt8] {
        if let payload = answer.payload {
            return WireWriter.delimited(
                ResponseWriter.wrapper(
                    payload.name, payload.bytes, prefixed: variant != .bare, extra: variant == .unknownFields))
        }
        switch variant {
        case .absent: return []
        case .emptyAny: return WireWriter.delimited([0x0A, 0x00])
        // Agrirouter itself sends an envelope and a payload of size 0.
        default: return [0]
        }
    }
}
