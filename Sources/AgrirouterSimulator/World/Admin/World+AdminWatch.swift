// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats
internal import Wire

extension World {
    /// Answers a test's requests about the journal, violations and recorded data.
    mutating func watch(_ request: HTTPRequest, _ parts: [String]) throws(AdminError) -> HTTPAnswer {
        let since = request.query["since"].flatMap { Int($0) } ?? 0
        switch (parts.first, parts.count) {
        case ("journal", 1):
            let limit = request.query["limit"].flatMap { Int($0) } ?? 1000
            let found = journal.entries.filter { $0.number > since }.prefix(max(0, limit))
            return HTTPAnswer(
                200, json: ["next": JSONValue(found.last?.number ?? since), "entries": .array(found.map(\.json))])
        case ("violations", 1):
            let found = journal.violations.filter { $0.entry > since }
            return HTTPAnswer(
                200,
                json: ["count": JSONValue(journal.violationCount), "violations": .array(found.map(\.json))])
        case ("raw", 2...4): return try raw(parts, request)
        case ("stats", 1): return HTTPAnswer(200, json: stats)
        case (nil, _): return HTTPAnswer(200, json: summary)
        default: throw .unknown
        }
    }

    /// `GET /raw/{n}` returns the body of a request, `GET /raw/{n}/answer` that of its answer, and `GET
    /// /raw/{n}/measures/{i}` the decoded bytes of one of its measures.
    private func raw(_ parts: [String], _ request: HTTPRequest) throws(AdminError) -> HTTPAnswer {
        guard let entry = Int(parts[1]).flatMap({ journal[$0] }) else { throw .unknown }
        let octets = [("Content-Type", "application/octet-stream")]
        switch parts.dropFirst(2).first {
        case nil:
            guard let body = entry.request else { throw .unknown }
            return HTTPAnswer(200, octets, body: body)
        case "answer":
            guard let body = entry.answer else { throw .unknown }
            return HTTPAnswer(200, octets, body: body)
        case "measures":
            guard let body = entry.request, let json = try? JSONReader.read(body), let index = Int(parts.last ?? ""),
                let items = json["measures"]?.items, items.indices.contains(index),
                let text = items[index].items?.first?.text ?? items[index]["message"]?.text,
                let bytes = Base64.decode(text)
            else { throw .unknown }
            return HTTPAnswer(200, octets, body: bytes)
        default: throw .unknown
        }
    }

    private var stats: JSONValue {
        let own = order.compactMap { endpoints[$0] }.filter { $0.partner == nil }
        return [
            "time": .string(now.iso8601), "requests": JSONValue(journal.next - 1),
            "violations": JSONValue(journal.violationCount),
            "endpoints": .object(
                Dictionary(
                    own.map { endpoint in
                        (
                            endpoint.id,
                            [
                                "name": .string(endpoint.name), "traffic": endpoint.traffic.json,
                                "pending_answers": JSONValue(endpoint.outbox.count),
                                "unconfirmed": JSONValue(endpoint.feed.count),
                                "messages": JSONValue(endpoint.sent.count),
                                "repeated_messages": JSONValue(endpoint.sent.values.count { $0.count > 1 }),
                            ]
                        )
                    }, uniquingKeysWith: { $1 })),
        ]
    }

    private var summary: JSONValue {
        [
            "what": "agrirouter simulator, admin", "time": .string(now.iso8601),
            "endpoints": JSONValue(order.count), "violations": JSONValue(journal.violationCount),
        ]
    }
}
