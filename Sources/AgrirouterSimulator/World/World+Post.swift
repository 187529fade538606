// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

extension World {
    private static let bodyLimit = 1_468_000
    private static let messageLimit = 1_000_000

    /// Accepts measures. Their answers appear in the outbox later.
    mutating func post(_ request: HTTPRequest, to id: String) -> HTTPAnswer {
        let (measures, refusal) = measures(request, of: id)
        let messages = measures.compactMap { try? $0.message.get() }
        entry.decoded = messages.prefix(50).map(\.json)
        entry.forms = Set(measures.map(\.form.rawValue)).sorted()
        let sent = messages.compactMap(\.timestamp).max()
        follow(sent)
        let isFollowing = clock.following != nil
        if let early = countPost(id, at: isFollowing ? sent ?? now : now) { return early }
        let types = messages.map(\.type)
        if let answer = applyFault(request, types: types) { return answer }
        if let refusal { return refusal }
        for measure in measures {
            process(measure, from: id)
        }
        return finishFault(HTTPAnswer(200))
    }

    /// The measures of a body, or the refusal of the whole request.
    private mutating func measures(_ request: HTTPRequest, of id: String) -> ([Measure], HTTPAnswer?) {
        if let refusal = checkHeaders(request) { return ([], refusal) }
        guard request.body.count <= Self.bodyLimit || options.tooLargeByOutbox else {
            violate("M-3", "the body has \(request.body.count) bytes")
            return ([], HTTPAnswer(413, text: "too large"))
        }
        guard let body = body(request) else { return ([], HTTPAnswer(400, text: "cannot read the body")) }
        for finding in body.findings { violate("M-1", finding) }
        guard let endpoint = endpoints[id], body.sensor == endpoint.id, body.capability == endpoint.capabilityID else {
            violate("M-1", "sensorAlternateId and capabilityAlternateId are not this device's")
            return ([], HTTPAnswer(400, text: "wrong ids"))
        }
        guard let items = body.items, !items.isEmpty else {
            violate("M-1", "measures is not an array, or is empty")
            return ([], HTTPAnswer(400, text: "no measures"))
        }
        let measures = items.compactMap { $0 }
        guard measures.count == items.count else {
            violate("M-2", "a measure has neither of the two forms")
            return ([], HTTPAnswer(400, text: "a measure is malformed"))
        }
        if let large = measures.first(where: { $0.size > Self.messageLimit }), !options.tooLargeByOutbox {
            violate("M-3", "a message has \(large.size) bytes")
            return (measures, HTTPAnswer(413, text: "too large"))
        }
        return (measures, nil)
    }

    /// Decodes the body; nil if it is invalid.
    private mutating func body(_ request: HTTPRequest) -> MeasureBody? {
        if NativeForm.isNamed(in: request.header("Content-Type") ?? "") {
            do throws(WireError) { return try MeasureBody(native: request.body) } catch {
                violate("M-1", "the body is not protobuf: \(error)")
                return nil
            }
        }
        do throws(JSONError) { return try MeasureBody(json: request.body) } catch {
            violate("M-1", "the body is not JSON: \(error)")
            return nil
        }
    }

    /// Checks the `Accept` and `Content-Type` headers.
    private mutating func checkHeaders(_ request: HTTPRequest) -> HTTPAnswer? {
        if let refusal = checkAccept(request) { return refusal }
        let type = (request.header("Content-Type") ?? "").lowercased()
        guard type.hasPrefix("application/json") || options.nativeProtobuf && NativeForm.isNamed(in: type) else {
            violate("M-1", "Content-Type is \"\(type)\", not application/json")
            return HTTPAnswer(415, text: "unsupported media type")
        }
        return nil
    }

    /// Checks that the client accepts JSON, or protobuf if it is enabled.
    mutating func checkAccept(_ request: HTTPRequest) -> HTTPAnswer? {
        let accept = (request.header("Accept") ?? "").lowercased()
        if options.nativeProtobuf, NativeForm.isNamed(in: accept) { return nil }
        let kinds = accept.split(separator: ",").map {
            $0.split(separator: ";")[0].trimmingPrefix { $0 == " " }.split(separator: " ").first.map(String.init) ?? ""
        }
        guard kinds.contains(where: { ["application/json", "*/*", "application/*"].contains($0) }) else {
            violate("M-1", "Accept is \"\(accept)\" and does not allow application/json")
            return HTTPAnswer(406, text: "not acceptable")
        }
        return nil
    }
}
