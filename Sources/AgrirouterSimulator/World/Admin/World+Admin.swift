// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

/// An action of the network layer after an admin request.
enum AdminEffect: Hashable, Sendable {
    /// Closes a listener for `down` seconds, or until `online` if nil. If `up` is given, the listener then stays open
    /// that long and closes again, repeatedly until `online`.
    case offline(ListenerKind, down: Double?, up: Double?)
    case online
    /// Presents the server certificate that the options name.
    case serverCertificate
}

/// The reason that an admin request was refused.
struct AdminError: Error, Hashable {
    var status: Int
    var text: String

    static let unknown = AdminError(status: 404, text: "unknown resource; see docs/agrirouter-simulator.md")
    static func bad(_ text: String) -> AdminError { AdminError(status: 400, text: text) }
}

extension World {
    /// Answers an admin request of a test.
    mutating func admin(_ request: HTTPRequest) -> (HTTPAnswer, [AdminEffect]) {
        now = clock.now
        runSchedules()
        var effects: [AdminEffect] = []
        do throws(AdminError) {
            return (try route(request, &effects), effects)
        } catch {
            return (HTTPAnswer(error.status, json: ["error": .string(error.text)]), [])
        }
    }

    private mutating func route(
        _ request: HTTPRequest, _ effects: inout [AdminEffect]
    ) throws(AdminError) -> HTTPAnswer {
        let parts = request.parts
        let json = try Self.body(request)
        switch (request.method, parts.first, parts.count) {
        case ("POST", "tan", 1): return try issueCode(json)
        case (_, "accounts", _): return try accounts(request.method, Array(parts.dropFirst()), json)
        case (_, "applications", _): return try applications(request.method, Array(parts.dropFirst()), json)
        case (_, "endpoints", _): return try endpoints(request.method, Array(parts.dropFirst()), json)
        case (_, "routes", 1): return try routes(request.method, json)
        case (_, "partners", _): return try partners(request, Array(parts.dropFirst()), json)
        case (_, "clock", 1): return try clock(request.method, json)
        case (_, "options", 1): return try options(request.method, json, &effects)
        case (_, "faults", 1...2): return try faults(request.method, Array(parts.dropFirst()), json, &effects)
        case ("GET", _, _): return try watch(request, parts)
        case ("POST", "reset", 1):
            self = afresh()
            effects += [.online, .serverCertificate]
            return HTTPAnswer(200, json: [:])
        default: throw .unknown
        }
    }

    /// Reads the body, an object; empty if absent.
    private static func body(_ request: HTTPRequest) throws(AdminError) -> JSONValue {
        guard !request.body.isEmpty else { return [:] }
        do throws(JSONError) {
            let json = try JSONReader.read(request.body)
            guard json.members != nil else { throw JSONError(reason: "the body must be an object", offset: 0) }
            return json
        } catch { throw .bad("the body is not JSON: \(error)") }
    }

    private mutating func clock(_ method: String, _ json: JSONValue) throws(AdminError) -> HTTPAnswer {
        if method == "PUT" {
            do throws(OptionError) { try ClockSetting(json).apply(to: clock) } catch { throw .bad(error.description) }
            expire()
            runSchedules()
        } else if method != "GET" {
            throw .unknown
        }
        return HTTPAnswer(200, json: ClockSetting.json(of: clock))
    }

    private mutating func options(
        _ method: String, _ json: JSONValue, _ effects: inout [AdminEffect]
    ) throws(AdminError) -> HTTPAnswer {
        switch method {
        case "GET": break
        case "PUT", "PATCH":
            let before = options
            do throws(OptionError) { try options.merge(json) } catch { throw .bad(error.description) }
            if before.serverCertificate != options.serverCertificate || before.access != options.access {
                effects.append(.serverCertificate)
            }
        default: throw .unknown
        }
        return HTTPAnswer(200, json: options.json)
    }

    private mutating func faults(
        _ method: String, _ parts: [String], _ json: JSONValue, _ effects: inout [AdminEffect]
    ) throws(AdminError) -> HTTPAnswer {
        switch method {
        case "GET": return HTTPAnswer(200, json: .array(faults.faults.map(\.json)))
        case "DELETE":
            faults.clear(parts.first.flatMap { Int($0) })
            if parts.isEmpty { effects.append(.online) }
            return HTTPAnswer(200, json: .array(faults.faults.map(\.json)))
        case "POST":
            do throws(OptionError) {
                guard json["kind"]?.text == "offline" else {
                    return HTTPAnswer(201, json: faults.arm(try Fault(json)).json)
                }
                effects += try Self.offline(json)
                return HTTPAnswer(201, json: [:])
            } catch { throw .bad(error.description) }
        default: throw .unknown
        }
    }

    /// Reads a fault of the kind `offline`, which applies to listeners instead of requests.
    private static func offline(_ json: JSONValue) throws(OptionError) -> [AdminEffect] {
        try json.refuse(otherThan: ["kind", "listener", "seconds", "up_seconds"], of: "a fault of the kind offline")
        let listener = try Fault.listener(json)
        let down = try json.number("seconds", in: Fault.seconds)
        let up = try json.number("up_seconds", in: Fault.seconds)
        if let up, (down ?? 0) + up < Fault.shortestRepetition || down == nil {
            throw OptionError(
                description: "up_seconds requires seconds, and both together must be at least "
                    + "\(Fault.shortestRepetition): the listener would otherwise open and close without a pause")
        }
        return [ListenerKind.onboarding, .gateway].filter { listener == nil || listener == $0 }
            .map { AdminEffect.offline($0, down: down, up: up) }
    }
}

extension JSONValue {
    /// Refuses a body, or a part of it, with unknown members.
    ///
    /// - Throws: `AdminError` that names the first unknown member, and the known ones.
    func admit(_ names: Set<String>, of what: String) throws(AdminError) {
        do throws(OptionError) { try refuse(otherThan: names, of: what) } catch { throw .bad(error.description) }
    }

    /// Returns a member that is a number of seconds; nil if absent.
    ///
    /// - Throws: `AdminError` with the permitted numbers if it is another one.
    func seconds(_ name: String) throws(AdminError) -> Double? {
        do throws(OptionError) { return try number(name, in: -4e9...4e9) } catch { throw .bad(error.description) }
    }
}
