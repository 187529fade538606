// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Wire

@testable import AgrirouterSimulator
@testable import StrictFormats

/// A service without network, and a client that is onboarded there.
final class Bench {
    static let start = UTCTime(nanosecondsSince1970: 1_795_000_000_000_000_000)
    static let certificate: [UInt8] = [0x30, 1]

    var world: World
    /// The client's endpoint.
    private(set) var endpoint = ""
    private var sequence: Int64 = 0

    /// A service whose clock stands still.
    init(isOnboarded: Bool = true) {
        let clock = VirtualClock()
        clock.rate = 0
        clock.set(Self.start)
        world = World(clock: clock, seed: 1)
        world.bases = [.onboarding: "https://localhost:1", .gateway: "https://localhost:2"]
        world.options.latency = ["": 0]
        world.options.spacingFactor = 0
        guard isOnboarded else { return }
        _ = onboard()
    }

    /// The body of an onboarding, with fields changed; nil takes one away.
    static func onboarding(_ changes: [String: JSONValue?] = [:]) -> JSONValue {
        var body: [String: JSONValue] = [
            "id": "urn:test:1", "applicationId": .string(World.Default.application),
            "certificationVersionId": .string(World.Default.version), "gatewayId": "3", "certificateType": "PEM",
        ]
        for (name, value) in changes { body[name] = value }
        return .object(body)
    }

    /// A registration code.
    func code(_ account: String = World.Default.account) -> String {
        world.now = world.clock.now
        return world.newCode(account, life: 3600).code
    }

    /// Tries to onboard.
    func tryOnboarding(
        _ body: JSONValue = onboarding(), code: String? = nil, authorization: String? = nil
    ) -> World.Step {
        let bearer = authorization ?? "Bearer " + (code ?? self.code())
        return world.handle(
            HTTPRequest(
                listener: .onboarding, method: "POST", path: "/api/v1.0/registration/onboard",
                headers: [("Authorization", bearer), ("Content-Type", "application/json")],
                body: Array(body.description.utf8)))
    }

    /// Onboards; the answer as the client sees it.
    @discardableResult func onboard(
        _ body: JSONValue = onboarding(), code: String? = nil, certificate: [UInt8] = certificate
    ) -> JSONValue? {
        guard case .issue(let order) = tryOnboarding(body, code: code) else { return nil }
        endpoint = order.endpoint
        let answer = world.onboarded(order, certificate: certificate, text: "a key file")
        return try? JSONReader.read(answer.body)
    }

    /// The code of a refusal: `401 0401`.
    func refusal(_ body: JSONValue, code: String? = nil, authorization: String? = nil) -> String {
        guard case .answer(let answer) = tryOnboarding(body, code: code, authorization: authorization) else {
            return "accepted"
        }
        let json = try? JSONReader.read(answer.body)
        return "\(answer.status) \(json?["error"]?["code"]?.text ?? "")"
    }

    /// Posts a body.
    func post(
        _ body: [UInt8],
        headers: [(String, String)] = [("Accept", "application/json"), ("Content-Type", "application/json")],
        device: String? = nil, certificate: [UInt8]? = certificate
    ) -> HTTPAnswer {
        step(
            HTTPRequest(
                listener: .gateway, method: "POST", path: "/inbox/\(device ?? endpoint)", headers: headers, body: body,
                certificate: certificate))
    }

    private func step(_ request: HTTPRequest) -> HTTPAnswer {
        guard case .answer(let answer) = world.handle(request) else { return HTTPAnswer(0) }
        return answer
    }

    /// Posts measures, base64.
    func post(measures: [String]) -> HTTPAnswer {
        let body: JSONValue = [
            "sensorAlternateId": .string(endpoint), "capabilityAlternateId": .string(endpoint),
            "measures": .array(measures.map { [.string($0), "1795000000"] }),
        ]
        return post(Array(body.description.utf8))
    }

    /// Sends a message and fetches what is answered.
    func send(_ message: TestMessage) -> [Answer] {
        _ = post(measures: [message.text])
        return fetch()
    }

    /// A message with the next sequence number.
    func message(_ type: String, _ payload: [UInt8]? = nil, mode: Int64 = 0) -> TestMessage {
        sequence += 1
        return TestMessage(type: type, sequence: sequence, payload: payload, mode: mode, time: world.clock.now)
    }

    /// An answer of the outbox, decoded.
    struct Answer {
        var code: Int64
        var kind: Int64
        var answers: String
        var type: String
        var payload: [UInt8]
        /// The codes of its results.
        var codes: [String]

        /// `400 VAL_000001`.
        var summary: String { ([String(code)] + codes).joined(separator: " ") }
    }

    /// Fetches the outbox.
    func get(_ accept: String = "application/json") -> HTTPAnswer {
        step(
            HTTPRequest(
                listener: .gateway, method: "GET", path: "/outbox/\(endpoint)", headers: [("Accept", accept)],
                certificate: Self.certificate))
    }

    /// Fetches the outbox and decodes what can be decoded.
    func fetch() -> [Answer] { Self.answers(get()) }

    static func answers(_ answer: HTTPAnswer) -> [Answer] {
        let items = (try? JSONReader.read(answer.body))?.items ?? []
        return items.compactMap { item in
            item["command"]?["message"]?.text.flatMap { Base64.decode($0) }.flatMap(Self.answer)
        }
    }

    static func answer(_ bytes: [UInt8]) -> Answer? {
        var reader = WireReader(bytes[...])
        var decoder = StrictDecoder()
        guard let length = try? reader.varint().value, let first = try? reader.take(length),
            let envelope = try? decoder.decode(first, as: AnswerForms.envelope)
        else { return nil }
        var answer = Answer(
            code: envelope.integer(1), kind: envelope.integer(2), answers: envelope.text(3), type: "", payload: [],
            codes: [])
        guard let length = try? reader.varint().value, let second = try? reader.take(length),
            let wrapper = try? decoder.decode(second, as: FormTable.requestPayload), let details = wrapper.message(1)
        else { return answer }
        (answer.type, answer.payload) = (details.text(1), details.bytes(2))
        if answer.type.hasSuffix("commons.Messages") {
            let messages = try? decoder.decode(answer.payload[...], as: AnswerForms.messages)
            answer.codes = messages?.messages(1).map { $0.text(2) } ?? []
        }
        return answer
    }

    /// Declares and subscribes to positions.
    func join() {
        _ = send(message("dke:capabilities", TestPayload.capabilities()))
        _ = send(message("dke:subscription", TestPayload.subscription(["gps:info"])))
    }

    /// What was written down since a request, as `rule text`.
    func violations(_ rule: String? = nil) -> [String] {
        world.journal.violations.filter { rule == nil || $0.rule == rule }.map { "\($0.rule) \($0.text)" }
    }

    /// Whether TLS lets a client in.
    func admits(_ certificate: [UInt8]?) -> Bool { world.admits(certificate) }

    /// What strikes a new connection.
    func connectionFault(_ listener: ListenerKind) -> Fault.Connection? { world.connectionFault(listener) }

    /// An admin request as it is.
    func raw(_ request: HTTPRequest) -> HTTPAnswer { world.admin(request).0 }

    /// Ends an onboarding.
    func onboarded(_ order: IssueOrder) -> HTTPAnswer { world.onboarded(order, certificate: [1], text: "x") }

    /// An admin request.
    func admin(_ method: String, _ path: String, _ body: JSONValue? = nil) -> (status: Int, json: JSONValue) {
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        var query: [String: String] = [:]
        for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let words = pair.split(separator: "=").map(String.init)
            query[words[0]] = words[1]
        }
        let request = HTTPRequest(
            listener: .admin, method: method, path: parts[0], query: query,
            body: body.map { Array($0.description.utf8) } ?? [])
        let answer = world.admin(request).0
        return (answer.status, (try? JSONReader.read(answer.body)) ?? .null)
    }
}

/// The messages of answers, for the tests' own decoding.
enum AnswerForms {
    static let envelope = MessageForm(
        "ResponseEnvelope",
        [
            FieldForm(1, "response_code", .int32), FieldForm(2, "type", .int32),
            FieldForm(3, "application_message_id", .string), FieldForm(4, "message_id", .string),
            FieldForm(5, "timestamp", .message(FormTable.timestamp)),
        ])
    static let messages = MessageForm(
        "Messages",
        [
            FieldForm(
                1, "messages",
                .message(
                    MessageForm("Message", [FieldForm(1, "message", .string), FieldForm(2, "message_code", .string)])),
                repeated: true)
        ])
}
