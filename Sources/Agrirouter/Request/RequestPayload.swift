// SPDX-License-Identifier: Apache-2.0

/// The payload of a request: a command to agrirouter, or content for other endpoints.
public enum RequestPayload: Hashable, Sendable {
    /// Declares the types that the endpoint can send and receive.
    case capabilities(Capabilities)
    /// Declares the published types that the endpoint wants to receive. It replaces the previous subscription and may
    /// be empty.
    case subscription([TechnicalMessageType])
    /// Requests the endpoints to which routes lead, by type (nil: any) and direction.
    case listEndpoints(TechnicalMessageType?, Direction)
    /// Requests all endpoints, by type (nil: any) and direction.
    case listEndpointsUnfiltered(TechnicalMessageType?, Direction)
    /// Requests headers of messages in the feed.
    case feedHeaders(FeedSelection)
    /// Requests messages of the feed. An answer contains one page of at most 25.
    case feedMessages(FeedSelection)
    /// Confirms that messages of the feed have been processed, by the IDs in their headers; at least one.
    case feedConfirmation([String])
    /// Deletes messages from the feed.
    case feedDeletion(FeedSelection)
    /// Checks whether agrirouter still knows the endpoint.
    case ping
    /// Content of the type in its wire form (`GPSList`, `TimeLog`, `DeviceDescription`).
    case content(TechnicalMessageType, [UInt8])

    /// The message type for the envelope.
    public var type: TechnicalMessageType {
        switch self {
        case .capabilities: .capabilities
        case .subscription: .subscription
        case .listEndpoints: .listEndpoints
        case .listEndpointsUnfiltered: .listEndpointsUnfiltered
        case .feedHeaders: .feedHeaderQuery
        case .feedMessages: .feedMessageQuery
        case .feedConfirmation: .feedConfirm
        case .feedDeletion: .feedDelete
        case .ping: .ping
        case .content(let type, _): type
        }
    }

    /// The encoded content; nil if the payload has none.
    var bytes: [UInt8]? {
        switch self {
        case .capabilities(let capabilities): capabilities.message.encoded
        case .subscription(let types): Self.subscription(types)
        case .listEndpoints(let type, let direction), .listEndpointsUnfiltered(let type, let direction):
            Self.query(type, direction)
        case .feedHeaders(let selection), .feedMessages(let selection): selection.query.encoded
        case .feedConfirmation(let ids): Self.confirmation(ids)
        case .feedDeletion(let selection): selection.deletion.encoded
        case .ping: nil
        case .content(_, let bytes): bytes
        }
    }

    private static func subscription(_ types: [TechnicalMessageType]) -> [UInt8] {
        var message = Agrirouter_Request_Payload_Endpoint_Subscription()
        message.technicalMessageTypes = types.map { type in
            var item = Agrirouter_Request_Payload_Endpoint_Subscription.MessageTypeSubscriptionItem()
            item.technicalMessageType = type.rawValue
            // Requests only the positions of time logs and no process data.
            item.position = type == .timeLog
            return item
        }
        return message.encoded
    }

    private static func query(_ type: TechnicalMessageType?, _ direction: Direction) -> [UInt8] {
        var message = Agrirouter_Request_Payload_Account_ListEndpointsQuery()
        message.technicalMessageType = type?.rawValue ?? ""
        message.direction = .init(rawValue: direction.rawValue) ?? .sendReceive
        return message.encoded
    }

    private static func confirmation(_ ids: [String]) -> [UInt8] {
        var message = Agrirouter_Feed_Request_MessageConfirm()
        message.messageIds = ids
        return message.encoded
    }
}
