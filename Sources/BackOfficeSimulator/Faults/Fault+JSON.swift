// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

extension Fault {
    private static let keys: Set<String> = [
        "kind", "call", "when", "skip", "next", "bytes", "seconds", "status", "retry_after", "body", "content_type",
        "location",
    ]
    private static let counts = 0...1_000_000
    private static let bytes = 0...1 << 30

    /// Reads a fault.
    ///
    /// - Throws: `AdminError` with what is permitted.
    init(_ json: JSONValue) throws(AdminError) {
        try json.requireObject(of: Self.keys, "a fault")
        source = json
        effect = try Self.effect(json)
        call = try Self.call(json)
        let moment = try json.optionText("when") ?? "before"
        guard ["before", "after"].contains(moment) else {
            throw AdminError("when must be \"before\" or \"after\" the request is processed")
        }
        isAfter = moment == "after"
        skip = try json.optionCount("skip", in: Self.counts) ?? 0
        next = try json.optionCount("next", in: Self.counts)
    }

    private static func call(_ json: JSONValue) throws(AdminError) -> OfficeCall? {
        guard let name = try json.optionText("call") else { return nil }
        guard let call = OfficeCall(rawValue: name) else {
            let names = OfficeCall.allCases.map(\.rawValue).joined(separator: ", ")
            throw AdminError("call must be one of \(names)")
        }
        return call
    }

    private static func effect(_ json: JSONValue) throws(AdminError) -> Effect {
        switch json["kind"]?.text {
        case "drop": return .drop(try json.optionCount("bytes", in: bytes) ?? 0)
        case "cut": return .cut(try json.optionCount("bytes", in: bytes) ?? 0)
        case "delay":
            guard let seconds = json["seconds"]?.number, (0...3600).contains(seconds) else {
                throw AdminError("seconds must be a number from 0 to 3600")
            }
            return .delay(seconds)
        case "status":
            guard let status = try json.optionCount("status", in: 200...599) else {
                throw AdminError("status must be a whole number from 200 to 599")
            }
            return try answer(status, json)
        case "html": return try answer(200, json)
        case "redirect":
            return .redirect(try json.optionCount("status", in: 300...399) ?? 302, try json.optionText("location"))
        case "endless": return .endless
        case "silent": return .silent
        default:
            throw AdminError("kind must be one of drop, cut, delay, status, html, redirect, endless, silent")
        }
    }

    private static func answer(_ status: Int, _ json: JSONValue) throws(AdminError) -> Effect {
        let page = OfficeAnswer(status, html: "Status \(status)")
        let type = try json.optionText("content_type") ?? "text/html; charset=UTF-8"
        var headers = [["Content-Type", type]]
        if let after = json["retry_after"], after != .null {
            guard let text = after.text ?? after.integer.map(String.init) else {
                throw AdminError("retry_after must be a text or a whole number")
            }
            headers.append(["Retry-After", text])
        }
        return .answer(status, headers: headers, body: try json.optionText("body").map { Array($0.utf8) } ?? page.body)
    }
}
