// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import SwiftProtobuf

/// The header of a message that another endpoint sent.
public struct FeedHeader: Hashable, Sendable {
    /// The ID for the confirmation and for recognising the message, because it may arrive by push and by query.
    public var messageID: String
    public var type: TechnicalMessageType
    /// The ID of the endpoint that sent the message.
    public var sender: String
    /// The ID of the receiving endpoint, which is this one.
    public var receiver: String
    /// The ID of the device description that the content refers to.
    public var teamSetContext: String
    /// The size of the content in bytes, as counted by agrirouter.
    public var size: Int64
    /// The sender's sequence number.
    public var sequence: Int64
    public var sent: UTCTime?
    /// The time at which the message entered the feed.
    public var created: UTCTime?
    /// True if the message is one chunk of a larger message. The gateway does not reassemble chunks.
    public var isChunk: Bool

    public init(
        messageID: String, type: TechnicalMessageType, sender: String, receiver: String = "",
        teamSetContext: String = "", size: Int64 = 0, sequence: Int64 = 0, sent: UTCTime? = nil,
        created: UTCTime? = nil, isChunk: Bool = false
    ) {
        (self.messageID, self.type, self.sender, self.receiver) = (messageID, type, sender, receiver)
        (self.teamSetContext, self.size, self.sequence) = (teamSetContext, size, sequence)
        (self.sent, self.created, self.isChunk) = (sent, created, isChunk)
    }
}

/// The content of another endpoint's message, decoded according to the type in the header.
public enum FeedContent: Hashable, Sendable {
    /// Positions of a `gps:info` message.
    case positions(GPSList)
    case timeLog(TimeLog)
    /// The devices of a device description.
    case devices(DeviceDescription)
    /// The unchanged bytes of any other type.
    case other([UInt8])
    /// Content that cannot be decoded. The message must be confirmed nevertheless, or agrirouter delivers it again and
    /// again.
    case unreadable(ContentError)

    init(_ bytes: [UInt8], of type: TechnicalMessageType) {
        do throws(ContentError) {
            switch type {
            case .gpsInfo: self = .positions(try GPSList(decoding: bytes))
            case .timeLog: self = .timeLog(try TimeLog(decoding: bytes))
            case .deviceDescription: self = .devices(try DeviceDescription(decoding: bytes))
            default: self = .other(bytes)
            }
        } catch { self = .unreadable(error) }
    }
}

/// A message that another endpoint sent.
public struct FeedMessage: Hashable, Sendable {
    public var header: FeedHeader
    public var content: FeedContent

    public init(_ header: FeedHeader, _ content: FeedContent) {
        self.header = header
        self.content = content
    }
}

extension FeedMessage {
    init(_ message: Agrirouter_Feed_Response_MessageQueryResponse.FeedMessage) {
        let header = FeedHeader(message.header)
        self.init(header, FeedContent(Array(message.content.value), of: header.type))
    }

    init(_ message: Agrirouter_Feed_Push_Notification_PushNotification.FeedMessage) {
        let header = FeedHeader(message.header)
        self.init(header, FeedContent(Array(message.content.value), of: header.type))
    }
}

extension FeedHeader {
    init(_ header: Agrirouter_Feed_Response_MessageQueryResponse.Header) {
        self.init(
            messageID: header.messageID, type: TechnicalMessageType(rawValue: header.technicalMessageType),
            sender: header.senderID, receiver: header.receiverID, teamSetContext: header.teamSetContextID,
            size: header.payloadSize, sequence: header.sequenceNumber,
            sent: header.hasSentTimestamp ? UTCTime(header.sentTimestamp) : nil,
            created: header.hasCreatedAt ? UTCTime(header.createdAt) : nil, isChunk: header.hasChunkContext)
    }

    init(_ header: Agrirouter_Feed_Push_Notification_PushNotification.Header) {
        self.init(
            messageID: header.messageID, type: TechnicalMessageType(rawValue: header.technicalMessageType),
            sender: header.senderID, receiver: header.receiverID, teamSetContext: header.teamSetContextID,
            size: header.payloadSize, sequence: header.sequenceNumber,
            sent: header.hasSentTimestamp ? UTCTime(header.sentTimestamp) : nil,
            created: header.hasCreatedAt ? UTCTime(header.createdAt) : nil, isChunk: header.hasChunkContext)
    }

    init(
        _ header: Agrirouter_Feed_Response_HeaderQueryResponse.Header,
        of feed: Agrirouter_Feed_Response_HeaderQueryResponse.Feed
    ) {
        self.init(
            messageID: header.messageID, type: TechnicalMessageType(rawValue: header.technicalMessageType),
            sender: feed.senderID, receiver: feed.receiverID, teamSetContext: header.teamSetContextID,
            size: header.payloadSize, sequence: header.sequenceNumber,
            sent: header.hasSentTimestamp ? UTCTime(header.sentTimestamp) : nil,
            created: header.hasCreatedAt ? UTCTime(header.createdAt) : nil, isChunk: !header.chunkContextID.isEmpty)
    }
}
