// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import SystemSupport
internal import Translations

/// The routes that report the gateway's state. They change nothing.
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
            let limit = try RequestParameters(request, "limit").number("limit", in: 1...AlertLogReport.limit)
            return try JSONAnswer.response(await control.alertLog(limit: limit ?? AlertLogReport.limit))
        }
        router.get("/v1/devices") { _, _ in try JSONAnswer.response(await control.devices()) }
    }

    private static func history(_ request: Request) throws(ControlError) -> HistoryRequest {
        let parameters = try RequestParameters(request, "receiver", "seconds", "points")
        var wanted = HistoryRequest()
        wanted.receiver = parameters["receiver"]
        if let seconds = try parameters.number("seconds", in: HistoryRequest.secondsRange) { wanted.seconds = seconds }
        if let points = try parameters.number("points", in: HistoryRequest.pointsRange) { wanted.points = points }
        return wanted
    }

    private static func receiver(_ request: Request) throws(ControlError) -> String? {
        try RequestParameters(request, "receiver")["receiver"]
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
