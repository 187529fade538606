// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// What may be sent or received.
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

/// An onboarded instance of an application, or a partner that is made up.
struct Endpoint: Sendable {
    /// Whether it takes part.
    enum Status: String, CaseIterable, Sendable {
        case active, inactive, blocked, deleted
    }

    /// Its id, the `sensorAlternateId`.
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
    /// What it declared; nil until the first message of capabilities.
    var capabilities: [String: CapabilityDirection]?
    var pushes: Int64 = 0
    /// What it subscribed to; nil until the first message of subscriptions.
    var subscriptions: Set<String>?
    var feed: [FeedEntry] = []
    var outbox: [OutboxItem] = []
    var traffic = Traffic()
    /// The messages it sent: sequence numbers and how often, by id.
    var sent: [String: SentMessage] = [:]
    var lastSequence: Int64 = 0
    /// Descriptions of devices it sent, by the id of their team set.
    var teamSets: Set<String> = []
    /// What it received, where it is a partner.
    var partner: PartnerLog?
    /// When it was onboarded; what is put into its own time.
    var onboarded: UTCTime

    /// A message of its own that arrived.
    struct SentMessage: Hashable, Sendable {
        var sequence: Int64
        var count: Int
    }
}

/// What waits in an endpoint's feed until it is confirmed or deleted.
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

/// What waits in an endpoint's outbox until it is fetched, or gone.
struct OutboxItem: Sendable {
    /// An answer to a request, or copies of what was put into the feed.
    enum Content: Sendable {
        case answer(ResponseMessage)
        case push([FeedEntry])
    }

    var content: Content
    /// When it was made; it is gone five minutes later.
    var created: UTCTime
    /// From when it can be fetched.
    var due: UTCTime
    /// The time in its envelope, as clients see it.
    var stamp: UTCTime
}

/// An answer to a request.
struct ResponseMessage: Sendable {
    /// The kinds (`ResponseEnvelope.ResponseBodyType`).
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
    /// The id of the request that it answers.
    var answers: String?
    var messageID: String?
    /// The name of the message within and its bytes; nil: none.
    var payload: (name: String, bytes: [UInt8])?
}

/// What a client may do in a second, and what it did.
struct Traffic: Sendable {
    /// The requests of one method.
    struct Line: Sendable {
        var count = 0
        var last: UTCTime?
        /// The latest spacings in seconds, at most 1 000.
        var spacings: [Double] = []
        var tooEarly = 0
    }

    var posts = Line()
    var gets = Line()
    /// Whether the last GET brought something: then the next is free.
    var lastGetBroughtItems = false
    /// GETs that cost since the last POST; for a clock that follows POSTs.
    var getsSincePost = 0
    var acknowledged = 0
    var failed = 0
    var pushed = 0
    var confirmed = 0
    var expired = 0
}
