// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import SwiftProtobuf

/// Where a page stands in what a query found.
public struct PageNumber: Hashable, Sendable {
    /// Its number, from 1.
    public var number: Int
    /// How many there are. More than one: confirm this one, and ask again.
    public var total: Int
    /// How many messages the query found.
    public var messages: Int

    public init(number: Int = 1, total: Int = 1, messages: Int = 0) {
        (self.number, self.total, self.messages) = (number, total, messages)
    }

    init(_ page: Agrirouter_Feed_Response_Page, _ metrics: Agrirouter_Feed_Response_QueryMetrics) {
        self.init(
            number: Int(page.number), total: Int(page.total), messages: Int(metrics.totalMessagesInQuery))
    }
}

/// The first page of the messages that a query found: at most 25, by sender, time and number.
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

/// The first page of the headers that a query found.
public struct FeedHeaderPage: Hashable, Sendable {
    public var page: PageNumber
    /// Its headers, sender by sender.
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

/// A message that agrirouter could not deliver from the feed.
public struct FailedFeedMessage: Hashable, Sendable {
    /// What kind of content it had.
    public var type: TechnicalMessageType
    /// When it was sent.
    public var sent: UTCTime?
    public var reasons: [ResultMessage]

    /// A message that failed.
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
