// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Selects the messages of the feed that match all criteria. Agrirouter refuses a request without criteria.
public struct FeedSelection: Hashable, Sendable {
    /// The IDs of the messages; empty matches any.
    public var messageIDs: [String]
    /// The endpoint IDs of the senders; empty matches any.
    public var senders: [String]
    /// The period in which the messages were sent; nil matches any.
    public var sent: ClosedRange<UTCTime>?

    public init(messageIDs: [String] = [], senders: [String] = [], sent: ClosedRange<UTCTime>? = nil) {
        (self.messageIDs, self.senders, self.sent) = (messageIDs, senders, sent)
    }

    /// True if there are no criteria.
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
