// SPDX-License-Identifier: Apache-2.0

import SwiftProtobuf

/// The body of an answer.
public enum ResponseBody: Hashable, Sendable {
    /// The answer consists of its envelope alone.
    case none
    /// Results of a request, each with a code.
    case results([ResultMessage])
    /// Headers of messages in the feed.
    case feedHeaders(FeedHeaderPage)
    /// Messages of the feed.
    case feed(FeedPage)
    /// A message of the feed that could not be delivered.
    case failedMessage(FailedFeedMessage)
    /// Endpoints, including this one.
    case endpoints([Endpoint])
    /// Registrations of a telemetry platform, which the gateway does not use.
    case cloudRegistrations
    /// Messages from other endpoints that agrirouter delivered without a request.
    case push([FeedMessage])
    /// An answer of an unknown type.
    case unknown
    /// A body that cannot be decoded, with the reason in words.
    case unreadable(String)

    init(_ bytes: [UInt8], of type: ResponseType) {
        let read: ResponseBody?
        switch type {
        case .messages, .ack, .ackWithMessages, .ackWithFailure:
            read = bytes.isEmpty ? ResponseBody.none : Self.results(of: bytes)
        case .feedHeaders:
            read = Agrirouter_Feed_Response_HeaderQueryResponse.read(bytes).map { .feedHeaders(FeedHeaderPage($0)) }
        case .feedMessages:
            read = Agrirouter_Feed_Response_MessageQueryResponse.read(bytes).map { .feed(FeedPage($0)) }
        case .failedFeedMessage:
            read = Agrirouter_Feed_Response_FailedMessageQueryResponse.read(bytes)
                .map { .failedMessage(FailedFeedMessage($0)) }
        case .endpoints:
            read = Agrirouter_Response_Payload_Account_ListEndpointsResponse.read(bytes)
                .map { .endpoints($0.endpoints.map(Endpoint.init)) }
        case .cloudRegistrations: read = .cloudRegistrations
        case .push:
            read = Agrirouter_Feed_Push_Notification_PushNotification.read(bytes)
                .map { .push($0.messages.map(FeedMessage.init)) }
        default: read = .unknown
        }
        self = read ?? .unreadable("its body does not match its type \(type.rawValue)")
    }

    private static func results(of bytes: [UInt8]) -> ResponseBody? {
        Agrirouter_Commons_Messages.read(bytes).map { .results($0.messages.map(ResultMessage.init)) }
    }
}

/// One result of a request.
public struct ResultMessage: Hashable, Sendable {
    /// The code, such as `VAL_000002`; `ResultCode` contains its meaning.
    public var code: String
    /// Agrirouter's text. It varies between agrirouter's services and releases: show it as a detail, never compare it.
    public var text: String
    /// The values that the text refers to, by name.
    public var arguments: [String: String]

    public init(code: String, text: String = "", arguments: [String: String] = [:]) {
        (self.code, self.text, self.arguments) = (code, text, arguments)
    }

    init(_ message: Agrirouter_Commons_Message) {
        self.init(code: message.messageCode, text: message.message, arguments: message.args)
    }
}

/// An endpoint of the account, or of a partner to which a route leads.
public struct Endpoint: Hashable, Sendable {
    /// The ID by which messages name their sender.
    public var id: String
    /// The name that people see; they may change it at any time.
    public var name: String
    /// The endpoint type, such as `application` or `virtualCU`.
    public var kind: String
    public var isActive: Bool
    /// The types that the endpoint sends and receives.
    public var types: [Capabilities.Item]
    /// The ID that the endpoint's own application assigned.
    public var externalID: String

    public init(
        id: String, name: String, kind: String = "application", isActive: Bool = true,
        types: [Capabilities.Item] = [], externalID: String = ""
    ) {
        (self.id, self.name, self.kind, self.isActive) = (id, name, kind, isActive)
        (self.types, self.externalID) = (types, externalID)
    }

    init(_ endpoint: Agrirouter_Response_Payload_Account_ListEndpointsResponse.Endpoint) {
        self.init(
            id: endpoint.endpointID, name: endpoint.endpointName, kind: endpoint.endpointType,
            isActive: endpoint.status.lowercased() == "active",
            types: endpoint.messageTypes.compactMap { type in
                Direction(rawValue: type.direction.rawValue)
                    .map { Capabilities.Item(TechnicalMessageType(rawValue: type.technicalMessageType), $0) }
            }, externalID: endpoint.externalID)
    }
}
