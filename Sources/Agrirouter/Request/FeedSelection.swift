// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Messages of the feed: those that every criterion fits. Without a criterion agrirouter refuses the request.
public struct FeedSelection: Hashable, Sendable {
    /// Their ids; empty: any.
    public var messageIDs: [String]
    /// Who sent them, by endpoint id; empty: anyone.
    public var senders: [String]
    /// When they were sent; nil: at any time.
    public var sent: ClosedRange<UTCTime>?

    /// Messages of those ids, senders and times.
    public init(messageIDs: [String] = [], senders: [String] = [], sent: ClosedRange<UTCTime>? = nil) {
        (self.messageIDs, self.senders, self.sent) = (messageIDs, senders, sent)
    }

    /// Whether nothing is asked for.
    public var isEmpty: Bool { messageIDs.isEmpty && senders.isEmpty && sent == nil }

    var period: Agrirouter_Feed_Request_ValidityPeriod? {
        sent.map { sent in
            var period = Agrirouter_Feed_Request_ValidityPeriod()
            period.sentFrom = sent.lowerBound.timestamp
            period.sentTo = sent.upperBound.timestamp
            return period
        }
    }

    var query: Agrirouter_Feed_Request_MessageQuery {
        var query = Agrirouter_Feed_Request_MessageQuery()
        (query.messageIds, query.senders) = (messageIDs, senders)
        if let period { query.validityPeriod = period }
        return query
    }

    var deletion: Agrirouter_Feed_Request_MessageDelete {
        var deletion = Agrirouter_Feed_Request_MessageDelete()
        (deletion.messageIds, deletion.senders) = (messageIDs, senders)
        if let period { deletion.validityPeriod = period }
        return deletion
    }
}
