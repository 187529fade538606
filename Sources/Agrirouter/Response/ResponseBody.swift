// SPDX-License-Identifier: Apache-2.0

import SwiftProtobuf

/// What an answer says.
public enum ResponseBody: Hashable, Sendable {
    /// Nothing more than its envelope.
    case none
    /// Results, of which each has a code.
    case results([ResultMessage])
    /// Headers of the feed.
    case feedHeaders(FeedHeaderPage)
    /// Messages of the feed.
    case feed(FeedPage)
    /// A message that could not be delivered.
    case failedMessage(FailedFeedMessage)
    /// Endpoints; the own one is among them.
    case endpoints([Endpoint])
    /// Registrations of a telemetry platform: not for us.
    case cloudRegistrations
    /// What other endpoints sent.
    case push([FeedMessage])
    /// An answer of a type that is not known here.
    case unknown
    /// It cannot be read; why, in words.
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
    /// Its code, such as `VAL_000002`; what it means is in `ResultCode`.
    public var code: String
    /// Agrirouter's text. Texts differ between places and times: never matched on, shown as a detail at most.
    public var text: String
    /// What the text is about, by name.
    public var arguments: [String: String]

    public init(code: String, text: String = "", arguments: [String: String] = [:]) {
        (self.code, self.text, self.arguments) = (code, text, arguments)
    }

    init(_ message: Agrirouter_Commons_Message) {
        self.init(code: message.messageCode, text: message.message, arguments: message.args)
    }
}

/// An endpoint of the account, or of a partner that a route leads to.
public struct Endpoint: Hashable, Sendable {
    /// Its id: what a message names as its sender.
    public var id: String
    /// What people call it; they may change it at any time.
    public var name: String
    /// Its kind, such as `application` or `virtualCU`.
    public var kind: String
    /// Whether it is active.
    public var isActive: Bool
    /// What it sends and takes.
    public var types: [Capabilities.Item]
    /// The id that its own application gave it.
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
