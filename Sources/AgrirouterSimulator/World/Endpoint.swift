// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The direction in which a type may be exchanged.
enum CapabilityDirection: Int64, Sendable {
    case send = 0
    case receive = 1
    case both = 2

    var sends: Bool { self != .receive }
    var receives: Bool { self != .send }
    var name: String { ["SEND", "RECEIVE", "SEND_RECEIVE"][Int(rawValue)] }

    init?(name: String) {
        switch name {
        case "SEND": self = .send
        case "RECEIVE": self = .receive
        case "SEND_RECEIVE": self = .both
        default: return nil
        }
    }
}

/// An onboarded instance of an application, or a simulated partner.
struct Endpoint: Sendable {
    /// The endpoint's state in the account.
    enum Status: String, CaseIterable, Sendable {
        case active, inactive, blocked, deleted
    }

    /// The ID, returned as `sensorAlternateId`.
    let id: String
    var deviceID: String
    var capabilityID: String
    var externalID: String
    var applicationID: String
    var versionID: String
    var account: String
    var name: String
    var gatewayID: String
    var status = Status.active
    /// The declared capabilities; nil before the first declaration.
    var capabilities: [String: CapabilityDirection]?
    var pushes: Int64 = 0
    /// The subscribed types; nil before the first subscription.
    var subscriptions: Set<String>?
    var feed: [FeedEntry] = []
    var outbox: [OutboxItem] = []
    var traffic = Traffic()
    /// The messages that the endpoint sent, by message ID.
    var sent: [String: SentMessage] = [:]
    var lastSequence: Int64 = 0
    /// The team set context IDs of device descriptions that it sent.
    var teamSets: Set<String> = []
    /// The messages that a partner received; nil for other endpoints.
    var partner: PartnerLog?
    /// The time at which the endpoint was onboarded; later onboardings do not change it.
    var onboarded: UTCTime

    /// The sequence number of a message that the endpoint sent, and how often it arrived.
    struct SentMessage: Hashable, Sendable {
        var sequence: Int64
        var count: Int
    }
}

/// A message in an endpoint's feed that waits to be confirmed or deleted.
struct FeedEntry: Hashable, Sendable {
    var messageID: String
    var applicationMessageID: String
    var sender: String
    var receiver: String
    var type: String
    var teamSet: String
    var typeURL: String
    var content: [UInt8]
    var sent: UTCTime
    var sequence: Int64
    var created: UTCTime
}

/// An item in an endpoint's outbox that waits to be fetched.
struct OutboxItem: Sendable {
    /// The answer to a request, or copies of messages in the feed.
    enum Content: Sendable {
        case answer(ResponseMessage)
        case push([FeedEntry])
    }

    var content: Content
    /// The time at which the item was created; it expires five minutes later.
    var created: UTCTime
    /// The earliest time at which it can be fetched.
    var due: UTCTime
    /// The time in its envelope, as clients see it.
    var stamp: UTCTime
}

struct ResponseMessage: Sendable {
    /// The types of answers (`ResponseEnvelope.ResponseBodyType`).
    enum Kind: Int64, Sendable {
        case ack = 1
        case ackWithMessages = 2
        case ackWithFailure = 3
        case feedHeaders = 6
        case feedMessages = 7
        case endpoints = 10
        case push = 12
    }

    var code: Int64
    var kind: Kind
    /// The ID of the request that it answers.
    var answers: String?
    var messageID: String?
    /// The protobuf message's name and bytes; nil if none exists.
    var payload: (name: String, bytes: [UInt8])?
}

/// Counts of a client's requests and messages.
struct Traffic: Sendable {
    /// The requests with one HTTP method.
    struct Line: Sendable {
        var count = 0
        var last: UTCTime?
        /// The most recent times between two requests, in seconds, at most 1 000.
        var spacings: [Double] = []
        var tooEarly = 0
    }

    var posts = Line()
    var gets = Line()
    /// True if the last GET returned items; the next one is then exempt from the spacing.
    var lastGetBroughtItems = false
    /// The number of GETs subject to the spacing since the last POST, for a clock that follows POSTs.
    var getsSincePost = 0
    var acknowledged = 0
    var failed = 0
    var pushed = 0
    var confirmed = 0
    var expired = 0
}
