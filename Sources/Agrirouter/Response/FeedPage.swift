// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import SwiftProtobuf

/// The position of a page within the result of a query.
public struct PageNumber: Hashable, Sendable {
    /// The number of the page, from 1.
    public var number: Int
    /// The number of pages. If there are more, confirm this page's messages and repeat the query.
    public var total: Int
    /// The number of messages that match the query.
    public var messages: Int

    public init(number: Int = 1, total: Int = 1, messages: Int = 0) {
        (self.number, self.total, self.messages) = (number, total, messages)
    }

    init(_ page: Agrirouter_Feed_Response_Page, _ metrics: Agrirouter_Feed_Response_QueryMetrics) {
        self.init(
            number: Int(page.number), total: Int(page.total), messages: Int(metrics.totalMessagesInQuery))
    }
}

/// The first page of the messages that match a query: at most 25, ordered by sender, time and sequence number.
public struct FeedPage: Hashable, Sendable {
    public var page: PageNumber
    public var messages: [FeedMessage]

    public init(_ messages: [FeedMessage], page: PageNumber = PageNumber()) {
        self.page = page
        self.messages = messages
    }

    init(_ response: Agrirouter_Feed_Response_MessageQueryResponse) {
        self.init(
            response.messages.map(FeedMessage.init), page: PageNumber(response.page, response.queryMetrics))
    }
}

/// The first page of the headers that match a query.
public struct FeedHeaderPage: Hashable, Sendable {
    public var page: PageNumber
    /// The headers, grouped by sender.
    public var headers: [FeedHeader]

    public init(_ headers: [FeedHeader], page: PageNumber = PageNumber()) {
        self.page = page
        self.headers = headers
    }

    init(_ response: Agrirouter_Feed_Response_HeaderQueryResponse) {
        self.init(
            response.feed.flatMap { feed in feed.headers.map { FeedHeader($0, of: feed) } },
            page: PageNumber(response.page, response.queryMetrics))
    }
}

/// A message of the feed that agrirouter could not deliver.
public struct FailedFeedMessage: Hashable, Sendable {
    public var type: TechnicalMessageType
    public var sent: UTCTime?
    public var reasons: [ResultMessage]

    public init(type: TechnicalMessageType, sent: UTCTime?, reasons: [ResultMessage]) {
        (self.type, self.sent, self.reasons) = (type, sent, reasons)
    }

    init(_ response: Agrirouter_Feed_Response_FailedMessageQueryResponse) {
        self.init(
            type: TechnicalMessageType(rawValue: response.header.technicalMessageType),
            sent: response.header.hasSentTimestamp ? UTCTime(response.header.sentTimestamp) : nil,
            reasons: response.reasons.map(ResultMessage.init))
    }
}
