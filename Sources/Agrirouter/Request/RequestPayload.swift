// SPDX-License-Identifier: Apache-2.0

/// What a request is about: a command to agrirouter, or content for other endpoints.
public enum RequestPayload: Hashable, Sendable {
    /// States what the endpoint can do.
    case capabilities(Capabilities)
    /// Says which published types the endpoint wants; it replaces what was said before, and may be empty.
    case subscription([TechnicalMessageType])
    /// Asks for the endpoints that a route allows, of a type (nil: any) and way.
    case listEndpoints(TechnicalMessageType?, Direction)
    /// Asks for all endpoints, of a type (nil: any) and way.
    case listEndpointsUnfiltered(TechnicalMessageType?, Direction)
    /// Asks for headers of the feed.
    case feedHeaders(FeedSelection)
    /// Asks for messages of the feed: one page of at most 25.
    case feedMessages(FeedSelection)
    /// Says that messages of the feed were processed, by the ids of their headers; one at least.
    case feedConfirmation([String])
    /// Deletes messages of the feed.
    case feedDeletion(FeedSelection)
    /// Asks whether the endpoint is still there.
    case ping
    /// Content, as its type has it on the wire (`GPSList`, `TimeLog`, `DeviceDescription`).
    case content(TechnicalMessageType, [UInt8])

    /// The type that the envelope names.
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

    /// The content's bytes, nil if absent.
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
            // Of time logs the positions are wanted, no process data.
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
