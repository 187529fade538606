// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Translations

/// The routes that report and change nothing.
struct StatusRoutes: Sendable {
    let control: any GatewayControl

    func add(to router: Router<ControlContext>) {
        router.get("/v1/status") { _, _ in try JSONAnswer.response(await control.status()) }
        router.get("/v1/status/device") { _, _ in try JSONAnswer.response(await control.deviceInformation()) }
        router.get("/v1/status/indicators") { request, _ in
            try JSONAnswer.response(await control.indicators(of: try Self.receiver(request)))
        }
        router.get("/v1/satellites") { request, _ in
            try JSONAnswer.response(await control.satellites(of: try Self.receiver(request)))
        }
        router.get("/v1/osnma") { request, _ in
            let language = request.language
            let report = try await control.osnma(of: try Self.receiver(request)).translated(to: language)
            return try JSONAnswer.response(report).inLanguage(language)
        }
        router.get("/v1/messages") { request, _ in
            let language = request.language
            return try JSONAnswer.response(MessageCatalogue.texts(in: language), compressedFor: request).inLanguage(
                language)
        }
        router.get("/v1/receivers") { _, _ in try JSONAnswer.response(await control.receivers()) }
        router.get("/v1/receivers/:id") { _, context in
            let id = try PathText.parameter("id", context)
            return try JSONAnswer.response(try await control.receiver(id))
        }
        router.get("/v1/receivers/:id/capabilities") { _, context in
            try JSONAnswer.response(await control.capabilities(of: try PathText.parameter("id", context)))
        }
        router.get("/v1/history") { request, _ in
            let wanted = try Self.history(request)
            if let receiver = wanted.receiver { _ = try await control.receiver(receiver) }
            return try JSONAnswer.response(await control.history(wanted), compressedFor: request)
        }
        router.get("/v1/alerts") { request, _ in
            let limit = try Self.number(in: request, "limit", AlertLogReport.limit, 1...AlertLogReport.limit)
            return try JSONAnswer.response(await control.alertLog(limit: limit))
        }
        router.get("/v1/devices") { _, _ in try JSONAnswer.response(await control.devices()) }
    }

    private static func history(_ request: Request) throws -> HistoryRequest {
        var wanted = HistoryRequest()
        for (name, value) in try request.parameters() {
            switch name {
            case "receiver": wanted.receiver = String(value)
            case "seconds": wanted.seconds = try number(String(value), "seconds", HistoryRequest.secondsRange)
            case "points": wanted.points = try number(String(value), "points", HistoryRequest.pointsRange)
            default:
                throw ControlError(
                    .invalid, "unknown parameter \"\(name.prefix(100))\"; allowed are receiver, seconds, points")
            }
        }
        return wanted
    }

    /// The value of a request's only allowed parameter, a number in a range.
    ///
    /// - Parameter missing: The value if the parameter is absent.
    private static func number(
        in request: Request, _ name: String, _ missing: Int, _ range: ClosedRange<Int>
    ) throws -> Int {
        var number = missing
        for (key, value) in try request.parameters() {
            guard key == name else {
                throw ControlError(.invalid, "unknown parameter \"\(key.prefix(100))\"; allowed is \(name)")
            }
            number = try Self.number(String(value), name, range)
        }
        return number
    }

    static func number(_ text: String, _ name: String, _ range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw ControlError(
                .invalid,
                "\"\(text.prefix(100))\" is not a value of \(name): give \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func receiver(_ request: Request) throws -> String? {
        var receiver: String?
        for (name, value) in try request.parameters() {
            guard name == "receiver" else {
                throw ControlError(.invalid, "unknown parameter \"\(name.prefix(100))\"; allowed is receiver")
            }
            receiver = String(value)
        }
        return receiver
    }
}

extension GatewayControl {
    /// Finds a receiver.
    ///
    /// - Throws: `ControlError` if no receiver has this id.
    func receiver(_ id: String) async throws(ControlError) -> ReceiverReport {
        let receivers = await receivers()
        if let receiver = receivers.first(where: { $0.id == id }) { return receiver }
        throw .unknownReceiver(id, known: receivers.map(\.id))
    }
}

extension Request {
    /// The client's preferred available language.
    var language: MessageLanguage { MessageLanguage(acceptLanguage: headers[.acceptLanguage] ?? "") }

    /// The parameters of the query.
    ///
    /// - Throws: `ControlError` if one occurs more than once.
    func parameters() throws(ControlError) -> [(name: Substring, value: Substring)] {
        var parameters: [(name: Substring, value: Substring)] = []
        for (name, value) in uri.queryParameters {
            guard !parameters.contains(where: { $0.name == name }) else {
                throw ControlError(.invalid, "the parameter \"\(name.prefix(100))\" occurs twice; give it only once")
            }
            parameters.append((name, value))
        }
        return parameters
    }
}

extension Response {
    /// Adds headers that declare the language of the response.
    func inLanguage(_ language: MessageLanguage) -> Response {
        var response = self
        response.headers[.contentLanguage] = language.rawValue
        response.headers[.vary] = [headers[.vary], "Accept-Language"].compactMap(\.self).joined(separator: ", ")
        return response
    }
}

/// Parameters in paths.
enum PathText {
    /// A parameter of the route's path, percent-decoded.
    static func parameter(_ name: String, _ context: ControlContext) throws -> String {
        guard let text = PercentEncoding.decoded(context.parameters.get(name) ?? ""), !text.isEmpty else {
            throw ControlError(.invalid, "the path has an invalid percent encoding")
        }
        return text
    }
}
