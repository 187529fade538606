// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

extension World {
    /// The target of redirected onboarding requests, which represents another host.
    private static let elsewhere = "/elsewhere"

    /// The fixed answer to all onboarding requests; nil if each one is processed.
    mutating func generalAnswer(_ request: HTTPRequest) -> HTTPAnswer? {
        if request.path == Self.elsewhere {
            let code = request.header("Authorization") == nil ? "" : ", and the registration code was sent along"
            violate("O-7", "the client followed a redirect to another host\(code)")
            return HTTPAnswer(404, text: "not found")
        }
        switch options.onboardingAnswer {
        case .normal: return nil
        case .broken: return HTTPAnswer(500, text: "internal server error")
        case .maintenance: return HTTPAnswer(503, [("Retry-After", "120")])
        case .moved, .found, .movedForNow:
            let port = bases[.onboarding]?.split(separator: ":").last ?? ""
            let status = Int(options.onboardingAnswer.rawValue) ?? 302
            return HTTPAnswer(status, [("Location", "https://127.0.0.1:\(port)\(Self.elsewhere)")])
        }
    }

    /// The answer to a refused onboarding request.
    mutating func refusal(_ refusal: OnboardingError) -> HTTPAnswer {
        entry.note = "refused: \(refusal.code) \(refusal.message)"
        let limit = refusal.status == 429 ? [("Retry-After", "60")] : []
        switch options.errorForm {
        case .text: return HTTPAnswer(refusal.status, text: "Error \(refusal.code): \(refusal.message)")
        case .html:
            return HTTPAnswer(
                refusal.status, text: "<html><body><h1>\(refusal.message)</h1></body></html>", type: "text/html")
        case .empty: return HTTPAnswer(refusal.status, limit)
        case .json, .numericCode:
            let isNumeric = options.errorForm == .numericCode
            let code: JSONValue = isNumeric ? JSONValue(Int(refusal.code) ?? 0) : .string(refusal.code)
            let detail: JSONValue = [
                "code": code, "message": .string(refusal.message), "target": .string(refusal.target),
            ]
            let body: JSONValue = [
                "error": [
                    "code": code, "message": .string(refusal.message), "target": .string(refusal.target),
                    "details": refusal.target.isEmpty ? [] : .array([detail]),
                ]
            ]
            var answer = HTTPAnswer(refusal.status, json: body)
            answer.headers += limit
            return answer
        }
    }

    /// The answer to an accepted onboarding request, after its key file was created.
    ///
    /// - Parameters:
    ///   - certificate: The client's certificate, in DER.
    ///   - text: The key file as sent to the client.
    mutating func onboarded(_ order: IssueOrder, certificate: [UInt8], text: String) -> HTTPAnswer {
        now = clock.now
        entry = order.entry
        guard let endpoint = endpoints[order.endpoint] else { return HTTPAnswer(500) }
        if !options.oldCertificateStays, order.damage == .none {
            for key in certificates.keys where certificates[key]?.endpoint == order.endpoint {
                certificates[key]?.isRevoked = true
            }
        }
        certificates[certificate] = IssuedCertificate(
            endpoint: order.endpoint, notBefore: order.notBefore, notAfter: order.notAfter,
            hasURLQuery: options.urlQuery)
        let secret = order.damage == .wrongSecret ? random.text(16, of: "abcdefghij") : order.secret
        var body: [String: JSONValue] = [
            "deviceAlternateId": .string(endpoint.deviceID), "capabilityAlternateId": .string(endpoint.capabilityID),
            "sensorAlternateId": .string(endpoint.id), "connectionCriteria": connection(endpoint),
            "authentication": [
                "type": .string(order.form.kind.rawValue), "secret": .string(secret),
                "certificate": .string(order.damage == .truncated ? String(text.prefix(text.count * 2 / 3)) : text),
            ],
        ]
        // Unknown members, which clients must ignore.
        body["regionHint"] = "EU"
        body["issuedBy"] = ["product": "agrirouter simulator", "generation": 2]
        pending = order.pending
        let answer = finishFault(HTTPAnswer(201, json: .object(body)))
        var shown = answer
        shown.body = []
        close(shown)
        return answer
    }

    /// The answer if the key file could not be created.
    mutating func notIssued(_ order: IssueOrder, _ fault: KeyError) -> HTTPAnswer {
        now = clock.now
        entry = order.entry
        entry.note = "no key file: \(fault)"
        codes[order.code]?.isUsed = false
        let answer = HTTPAnswer(500, text: "the simulator could not create the key file: \(fault)")
        close(answer)
        return answer
    }

    private func connection(_ endpoint: Endpoint) -> JSONValue {
        let base = bases[.gateway] ?? ""
        let query = options.urlQuery ? "?k=\(Self.token(endpoint))" : ""
        let (measures, commands) =
            switch options.urlShape {
            case .inbox: ("/inbox/", "/outbox/")
            case .iot: ("/iot/gateway/rest/measures/", "/iot/gateway/rest/commands/")
            }
        var all: [String: JSONValue] = [
            "gatewayId": .string(endpoint.gatewayID), "measures": .string(base + measures + endpoint.deviceID + query),
            "commands": .string(base + commands + endpoint.deviceID + query),
        ]
        switch options.mqttFields {
        case .absent: break
        case .null: for name in ["host", "port", "clientId"] { all[name] = .null }
        case .number: (all["host"], all["port"], all["clientId"]) = ("localhost", 8883, .string(endpoint.id))
        case .string: (all["host"], all["port"], all["clientId"]) = ("localhost", "8883", .string(endpoint.id))
        }
        return .object(all)
    }

    /// The token in a URL's query.
    static func token(_ endpoint: Endpoint) -> String { String(endpoint.id.filter(\.isHexDigit).suffix(10)) }
}
