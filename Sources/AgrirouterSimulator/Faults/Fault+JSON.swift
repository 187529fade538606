// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

extension Fault {
    private static let keys: Set<String> = [
        "kind", "listener", "method", "path", "tmt", "next", "every", "probability", "when", "status", "body",
        "content_type", "retry_after", "location", "seconds", "where", "reset", "bytes", "mode", "code",
    ]

    /// Reads a fault from the body of `POST /faults`.
    init(_ json: JSONValue) throws(OptionError) {
        guard json.members != nil else { throw OptionError(description: "a fault must be an object") }
        try json.refuse(otherThan: Self.keys, of: "a fault")
        source = json
        effect = try Self.effect(json)
        occasion = try Self.occasion(json)
        method = try json.optionText("method")
        path = try json.optionText("path")
        type = try json.optionText("tmt")
        listener = try Self.listener(json)
    }

    /// The permitted durations of faults, in seconds.
    static let seconds = 0.0...86_400

    /// The permitted numbers of bytes of faults.
    private static let bytes = 0...64 << 20

    /// The shortest time in seconds from one closing of a listener to the next.
    static let shortestRepetition = 0.1

    /// Reads the listener to which a fault applies; nil for both.
    static func listener(_ json: JSONValue) throws(OptionError) -> ListenerKind? {
        guard let value = json["listener"], value != .null else { return nil }
        guard let kind = value.text.flatMap(ListenerKind.init(rawValue:)), kind != .admin else {
            throw OptionError(description: "listener must be \"onboarding\" or \"gateway\"")
        }
        return kind
    }

    private static func occasion(_ json: JSONValue) throws(OptionError) -> Occasion {
        if let next = json["next"] {
            guard let count = next.integer, count > 0 else {
                throw OptionError(description: "'next' must be an integer of at least 1")
            }
            return .next(count)
        }
        if let every = json["every"] {
            guard let count = every.integer, count > 0 else {
                throw OptionError(description: "'every' must be an integer of at least 1")
            }
            return .every(count)
        }
        if let probability = json["probability"] {
            guard let chance = probability.number, (0...1).contains(chance) else {
                throw OptionError(description: "'probability' must be a number from 0 to 1")
            }
            return .probability(chance)
        }
        return .always
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ json: JSONValue, _ name: String, _ standard: Choice? = nil
    ) throws(OptionError) -> Choice where Choice.RawValue == String {
        if json[name] == nil, let standard { return standard }
        guard let choice = json[name]?.text.flatMap(Choice.init(rawValue:)) else {
            let all = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw OptionError(description: "'\(name)' must be one of \(all)")
        }
        return choice
    }

    private static func effect(_ json: JSONValue) throws(OptionError) -> Effect {
        let seconds = try json.number("seconds", in: Self.seconds) ?? 0
        switch json["kind"]?.text {
        case "status":
            guard let status = json["status"]?.integer, (200...599).contains(status) else {
                throw OptionError(description: "status must be from 200 to 599")
            }
            return .status(
                status, headers: try headers(json), body: try json.optionText("body") ?? "",
                try choice(json, "when", .before))
        case "delay": return .delay(seconds, try choice(json, "where", .headers))
        case "drop": return .drop(try choice(json, "when", .before), isReset: try json.optionFlag("reset") ?? false)
        case "cut": return .cut(try json.count("bytes", in: Self.bytes) ?? 0)
        case "connection": return .connection(try choice(json, "mode", .close))
        case "ack":
            return .acknowledgement(
                try choice(json, "mode"), code: try json.optionText("code") ?? "VAL_000000",
                seconds: json["seconds"] == nil ? 400 : seconds)
        case "load": return .load(try json.count("bytes", in: Self.bytes) ?? 20_000_000)
        default:
            throw OptionError(
                description: "kind must be one of \"status\", \"delay\", \"drop\", \"cut\", \"connection\", \"ack\","
                    + " \"load\", \"offline\"")
        }
    }

    private static func headers(_ json: JSONValue) throws(OptionError) -> [[String]] {
        var headers: [[String]] = []
        if let type = try json.optionText("content_type") { headers.append(["Content-Type", type]) }
        if let after = json["retry_after"], after != .null {
            guard let text = after.text ?? after.integer.map(String.init) else {
                throw OptionError(description: "retry_after must be a text or a whole number")
            }
            headers.append(["Retry-After", text])
        }
        if let location = try json.optionText("location") { headers.append(["Location", location]) }
        return headers
    }
}
