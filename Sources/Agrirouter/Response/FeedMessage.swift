// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import SwiftProtobuf

/// What is known of a message that another endpoint sent.
public struct FeedHeader: Hashable, Sendable {
    /// The id to confirm, and to know it again by: it may come by push and by query.
    public var messageID: String
    /// What kind of content it has.
    public var type: TechnicalMessageType
    /// The endpoint that sent it.
    public var sender: String
    /// The endpoint that it is for: this one.
    public var receiver: String
    /// The device description that it belongs to.
    public var teamSetContext: String
    /// Bytes of its content as agrirouter counts them.
    public var size: Int64
    /// The sender's number of it.
    public var sequence: Int64
    /// When the sender sent it.
    public var sent: UTCTime?
    /// When it came into the feed.
    public var created: UTCTime?
    /// Whether it is a part of a larger one, which is never put together here.
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

/// What a message of another endpoint holds, by the type that its header names.
public enum FeedContent: Hashable, Sendable {
    /// Positions.
    case positions(GPSList)
    /// A time log.
    case timeLog(TimeLog)
    /// Devices.
    case devices(DeviceDescription)
    /// Something else, as it came.
    case other([UInt8])
    /// It cannot be read. It is confirmed all the same, or it comes back for ever.
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
    /// What is known of it.
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
