// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// A refused onboarding request.
struct OnboardingError: Error, Hashable, Sendable {
    var status: Int
    var code: String
    var message: String
    var target = ""
}

/// An order to create a key file for a client.
struct IssueOrder: Sendable {
    var endpoint: String
    var name: String
    var notBefore: UTCTime
    var notAfter: UTCTime
    var form: KeyFileForm
    var secret: String
    var damage: ServiceOptions.KeyDamage
    var code: String
    /// The journal entry of the request, to be completed afterwards.
    var entry: JournalEntry
    /// A fault to apply to the answer.
    var pending: Fault.Effect?
}

extension World {
    private static let path = "/api/v1.0/registration/onboard"

    mutating func onboarding(_ request: HTTPRequest) -> Step {
        if let answer = applyFault(request, types: []) { return .answer(answer) }
        if let answer = generalAnswer(request) { return .answer(answer) }
        guard request.method == "POST" || request.path == Self.path + "/revoke", request.path.hasPrefix(Self.path)
        else { return .answer(HTTPAnswer(404, text: "not found")) }
        guard request.path == Self.path else {
            guard ["/verify", "/request", "/revoke"].contains(request.path.dropFirst(Self.path.count)) else {
                return .answer(HTTPAnswer(404, text: "not found"))
            }
            return .answer(refusal(OnboardingError(status: 401, code: "0106", message: "Signature headers missing.")))
        }
        do throws(OnboardingError) {
            return .issue(try accept(request))
        } catch {
            if options.consumesCodeAlways, let code = bearer(request) { codes[code]?.isUsed = true }
            return .answer(refusal(error))
        }
    }

    private func bearer(_ request: HTTPRequest) -> String? {
        guard let header = request.header("Authorization"), header.hasPrefix("Bearer ") else { return nil }
        return String(header.dropFirst(7))
    }

    /// Checks an onboarding request, in the order of the real service's checks.
    private mutating func accept(_ request: HTTPRequest) throws(OnboardingError) -> IssueOrder {
        let json = try? JSONReader.read(request.body)
        follow(json?["UTCTimestamp"]?.text.flatMap { UTCTime(iso8601: $0) })
        onboardings.removeAll { now.seconds(since: $0) >= 60 }
        onboardings.append(now)
        if options.onboardingLimit > 0, onboardings.count > options.onboardingLimit {
            let left = Int((60 - now.seconds(since: onboardings[0])).rounded(.up))
            let words = options.limitCode == .timed ? " Try again in \(left) seconds." : ""
            throw OnboardingError(
                status: 429, code: options.limitCode.rawValue, message: "Too many requests." + words)
        }
        let unauthorized = OnboardingError(status: 401, code: "0401", message: "Bearer not found.")
        guard let bearer = bearer(request), let code = codes[bearer], code.isReusable || !code.isUsed,
            now < code.expires
        else { throw unauthorized }
        guard let json, json.members != nil else { throw Self.invalid("the body is not a JSON object", "") }
        entry.decoded = [json]
        checkHeaders(request)
        for field in ["id", "applicationId", "certificationVersionId", "gatewayId", "certificateType"]
        where json[field]?.text?.isEmpty ?? true {
            throw Self.invalid("\(field) is missing or not a text", field)
        }
        let application = try application(json)
        guard let gateway = json["gatewayId"]?.text, ["2", "3"].contains(gateway) else {
            throw OnboardingError(status: 400, code: "0102", message: "Gateway id invalid.", target: "gatewayId")
        }
        let external = json["id"]?.text ?? ""
        let known = order.compactMap { endpoints[$0] }.first {
            $0.account == code.account && $0.applicationID == application.id && $0.externalID == external
                && $0.partner == nil
        }
        if let known, known.gatewayID != gateway {
            throw OnboardingError(status: 400, code: "0104", message: "Gateway id changed.", target: "gatewayId")
        }
        guard let kind = json["certificateType"]?.text.flatMap(KeyFileForm.Kind.init) else {
            throw OnboardingError(
                status: 400, code: "0103", message: "Certificate type invalid.", target: "certificateType")
        }
        try checkTime(json)
        try checkAccount(code.account, known)
        codes[bearer]?.isUsed = true
        if !external.hasPrefix("urn:") { violate("O-2", "the external id \(external) is not a URN") }
        let version = json["certificationVersionId"]?.text ?? ""
        let id = enrol(known, code.account, application, version: version, external: external, gateway: gateway)
        return order(kind, endpoint: id, code: bearer)
    }

    private static func invalid(_ message: String, _ target: String) -> OnboardingError {
        OnboardingError(status: 400, code: "0100", message: message, target: target)
    }

    private mutating func checkHeaders(_ request: HTTPRequest) {
        if !(request.header("Content-Type") ?? "").lowercased().hasPrefix("application/json") {
            violate("O-2", "Content-Type is not application/json")
        }
    }

    private func application(_ json: JSONValue) throws(OnboardingError) -> Application {
        guard let application = applications[json["applicationId"]?.text ?? ""] else {
            throw OnboardingError(
                status: 400, code: "0105", message: "Application id invalid.", target: "applicationId")
        }
        guard let version = application.versions.first(where: { $0.id == json["certificationVersionId"]?.text }) else {
            let isKnown = applications.values.contains { other in
                other.versions.contains { $0.id == json["certificationVersionId"]?.text }
            }
            throw OnboardingError(
                status: 400, code: isKnown ? "0101" : "0021", message: "Certification version invalid.",
                target: "certificationVersionId")
        }
        guard application.isCommunicationUnit else {
            throw OnboardingError(status: 400, code: "0024", message: "This application cannot be onboarded this way.")
        }
        guard version.status == .approved else {
            throw OnboardingError(status: 400, code: "0022", message: "Certification version in the wrong state.")
        }
        return application
    }

    private func checkTime(_ json: JSONValue) throws(OnboardingError) {
        guard let value = json["UTCTimestamp"], value != .null else { return }
        let time = value.text.flatMap { UTCTime(iso8601: $0) }
        guard let time, now.seconds(since: time) >= 0, now.seconds(since: time) <= 86_400 else {
            throw OnboardingError(
                status: 400, code: "0110", message: "Timestamp missing or timed out.", target: "UTCTimestamp")
        }
    }

    private func checkAccount(_ id: String, _ known: Endpoint?) throws(OnboardingError) {
        guard let account = accounts[id] else {
            throw OnboardingError(status: 400, code: "0011", message: "Account unknown.")
        }
        switch account.status {
        case .active: break
        case .inactive: throw OnboardingError(status: 400, code: "0010", message: "Account inactive.")
        case .unapproved: throw OnboardingError(status: 400, code: "0020", message: "Account not approved.")
        }
        if known?.status == .blocked {
            throw OnboardingError(status: 400, code: "0023", message: "Endpoint is blocked.")
        }
        let count = endpoints.values.count { $0.account == id && $0.partner == nil && $0.status != .deleted }
        if known == nil, count >= account.quota {
            throw OnboardingError(status: 400, code: "0115", message: "Endpoint quota exhausted.")
        }
    }

    /// Returns the client's existing endpoint, updated, or a new one.
    private mutating func enrol(
        _ known: Endpoint?, _ account: String, _ application: Application, version: String, external: String,
        gateway: String
    ) -> String {
        if var endpoint = known {
            endpoint.versionID = version
            if endpoint.status == .deleted {
                endpoint.status = .active
                (endpoint.capabilities, endpoint.subscriptions) = (nil, nil)
                (endpoint.feed, endpoint.outbox) = ([], [])
            }
            endpoints[endpoint.id] = endpoint
            return endpoint.id
        }
        let id = random.uuid()
        endpoints[id] = Endpoint(
            id: id, deviceID: options.differentIDs ? random.uuid() : id,
            capabilityID: options.differentIDs ? random.uuid() : id, externalID: external,
            applicationID: application.id, versionID: version, account: account,
            name: "\(application.name) \(now.iso8601)", gatewayID: gateway, onboarded: now)
        order.append(id)
        return id
    }

    private mutating func order(_ kind: KeyFileForm.Kind, endpoint id: String, code: String) -> IssueOrder {
        entry.endpoint = id
        let tenant = accounts[endpoints[id]?.account ?? ""]?.tenant ?? 0
        let gateway = endpoints[id]?.gatewayID ?? "3"
        let device = endpoints[id]?.deviceID ?? id
        // Validity begins a day earlier, so that a client whose clock is behind can use the certificate.
        var (notBefore, notAfter) = (now.adding(-86_400), now.adding(10 * 365.25 * 86_400))
        switch options.validity {
        case .tenYears: break
        case .oneYear: notAfter = now.adding(365 * 86_400)
        case .expired: notAfter = now.adding(-3600)
        case .notYet: notBefore = now.adding(86_400)
        case .seconds: notAfter = now.adding(options.certificateSeconds)
        }
        let form = KeyFileForm(kind: kind, pem: options.pem, p12: options.p12)
        return IssueOrder(
            endpoint: id, name: "deviceAlternateId:\(device)|gatewayId:\(gateway)|tenantId:\(tenant)|instanceId:sim",
            notBefore: notBefore, notAfter: notAfter, form: form, secret: passphrase(), damage: options.keyDamage,
            code: code, entry: entry, pending: pending)
    }

    private mutating func passphrase() -> String {
        let letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"
        return switch options.passphrase {
        case .short: random.text(16, of: letters)
        case .long: random.uuid()
        case .escapes: random.text(8, of: letters) + "\"\\/'&<" + random.text(2, of: letters)
        case .unicode: random.text(8, of: letters) + "äßé€" + random.text(4, of: letters)
        }
    }
}
