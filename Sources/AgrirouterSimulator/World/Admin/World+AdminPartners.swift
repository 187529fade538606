// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

extension World {
    /// `GET|POST /partners`, `POST /partners/{id}/send`, `GET /partners/{id}/received`, `POST /partners/{id}/compare`,
    /// `POST /partners/{id}/clear`.
    mutating func partners(
        _ request: HTTPRequest, _ parts: [String], _ json: JSONValue
    ) throws(AdminError) -> HTTPAnswer {
        switch (request.method, parts.count) {
        case ("GET", 0):
            let all = order.compactMap { endpoints[$0] }.filter { $0.partner != nil }
            return HTTPAnswer(200, json: .array(all.map(\.json)))
        case ("POST", 0):
            do throws(OptionError) { return HTTPAnswer(201, json: try addPartner(json).json) } catch {
                throw .bad(error.description)
            }
        case (_, 2): return try partner(request, parts[0], parts[1], json)
        default: throw .unknown
        }
    }

    private mutating func partner(
        _ request: HTTPRequest, _ id: String, _ verb: String, _ json: JSONValue
    ) throws(AdminError) -> HTTPAnswer {
        guard let log = endpoints[id]?.partner else { throw .unknown }
        switch (request.method, verb) {
        case ("POST", "send"):
            do throws(OptionError) {
                try json.refuse(otherThan: Self.sendingMembers, of: "what is sent")
                if let every = try json.number("every_s", in: 0.1...4e9) {
                    // What is sent later cannot be refused any more.
                    _ = try plan(json, from: id)
                    let schedule = Schedule(
                        partner: id, message: json, every: every, next: now,
                        remaining: json["times"]?.integer ?? 1_000_000_000)
                    schedules.append(schedule)
                    runSchedules()
                    return HTTPAnswer(200, json: ["scheduled": true])
                }
                let (messages, delivered) = try send(json, from: id)
                return HTTPAnswer(
                    200, json: ["messages": JSONValue(messages), "delivered": JSONValue(delivered)])
            } catch { throw .bad(error.description) }
        case ("GET", "received"):
            let limit = request.query["limit"].flatMap { Int($0) } ?? 10_000
            let since = request.query["since"].flatMap { Int($0) } ?? 0
            return HTTPAnswer(200, json: log.json(since: since, limit: max(0, limit)))
        case ("POST", "compare"):
            try json.admit(["times"], of: "a comparison")
            guard let texts = json["times"]?.texts else { throw .bad("times must be a list of times in ISO 8601") }
            let times = texts.compactMap { UTCTime(iso8601: $0) }
            guard times.count == texts.count else { throw .bad("a time is not in ISO 8601") }
            return HTTPAnswer(200, json: log.compare(times))
        case ("POST", "stop"):
            schedules.removeAll { $0.partner == id }
            return HTTPAnswer(200, json: [:])
        case ("POST", "clear"):
            endpoints[id]?.partner?.clear()
            return HTTPAnswer(200, json: [:])
        default: throw .unknown
        }
    }
}
