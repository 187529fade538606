// SPDX-License-Identifier: Apache-2.0

/// A connection to a broker.
public struct BrokerSettings: Hashable, Sendable {
    /// The encryption of the connection.
    public enum Encryption: Hashable, Sendable {
        /// No encryption.
        case none
        /// TLS with certificates: the paths of PEM files. Without `authorities`, the system's authorities apply.
        case certificates(authorities: String?, certificate: String?, key: String?)
        /// TLS 1.2 with a shared key.
        case sharedKey(identity: String, key: BrokerSecret)
    }

    /// A host name or an IP address without brackets.
    public var host: String
    /// The TCP port, 1...65535.
    public var port: UInt16
    public var encryption = Encryption.none
    /// The id by which the broker knows the client and its session.
    public var client: String
    /// The user name; nil if the broker needs none.
    public var user: String?
    public var password: BrokerSecret?
    /// The time without a packet after which the connection is checked, 5...65535 s.
    public var keepalive = Duration.seconds(30)
    /// The time for which the broker keeps the session of a client that is gone; nil for a session that ends with the
    /// connection.
    public var sessionExpiry: Duration? = .seconds(86_400)
    /// The message that the broker publishes when the client is gone; nil for none.
    public var will: Publication?

    public init(host: String, port: UInt16, client: String, will: Publication?) {
        (self.host, self.port, self.client, self.will) = (host, port, client, will)
    }
}

/// A password or key. It prints as `<redacted>`.
public struct BrokerSecret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    let exposed: String

    public init(_ text: String) { exposed = text }

    /// Hides the secret, so that no log can contain it.
    public var description: String { "<redacted>" }
    /// Hides the secret, so that no log can contain it.
    public var debugDescription: String { description }
    /// Shows no fields, so that no dump of the value can contain the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A message to publish with QoS 1, or with QoS 0, which the broker does not acknowledge.
public struct Publication: Hashable, Sendable {
    /// The number by which its acknowledgement is recognised.
    public var token: UInt64
    /// True for QoS 1, false for QoS 0, whose event `acknowledged` only means that the system has the message.
    public var isAcknowledged = true
    /// True if the payload is text, in JSON.
    public var isText = true
    /// A topic without + and #.
    public var topic: String
    /// The content; an empty retained message removes what the broker keeps.
    public var payload: [UInt8]
    /// True if the broker keeps the message for clients that subscribe later.
    public var isRetained: Bool
    /// The time after which the broker drops the message, at least a second; nil for never.
    public var expiry: Duration?

    public init(token: UInt64 = 0, topic: String, payload: [UInt8], isRetained: Bool, expiry: Duration? = nil) {
        (self.token, self.topic, self.payload) = (token, topic, payload)
        (self.isRetained, self.expiry) = (isRetained, expiry)
    }
}

/// A topic filter to which a client subscribes.
public struct Subscription: Hashable, Sendable {
    /// The filter, which may contain `+` and `#`.
    public var filter: String
    /// True for QoS 1, false for QoS 0.
    public var isAcknowledged: Bool
    /// A subscription with another number is requested again: the broker then sends what it keeps once more.
    public var attempt: Int

    public init(_ filter: String, isAcknowledged: Bool, attempt: Int = 0) {
        (self.filter, self.isAcknowledged, self.attempt) = (filter, isAcknowledged, attempt)
    }
}

/// A request that the broker must answer after all messages that were published before it.
struct Proof: Hashable, Sendable {
    /// The number by which the answer is recognised.
    var token: UInt64
    /// The subscription that is requested once more.
    var subscription: Subscription
}

/// A message from the broker.
public struct ReceivedMessage: Hashable, Sendable {
    /// The topic to which it was published.
    public var topic: String
    /// The content, 65,536 bytes at most. Anything may be in it.
    public var payload: [UInt8]
    /// True if the broker had kept the message from before the subscription, so that its content may be old.
    public var isRetained: Bool

    public init(topic: String, payload: [UInt8], isRetained: Bool) {
        (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
    }
}

/// The limits that a broker states when it accepts a connection (MQTT 5.0, section 3.2.2.3).
public struct BrokerLimits: Hashable, Sendable {
    /// The number of messages that may be unacknowledged at the same time, 1...65535.
    public var receiveMaximum = 65_535
    /// True if the broker accepts messages with QoS 1.
    public var allowsAcknowledgement = true
    /// True if the broker keeps retained messages.
    public var retains = true

    public init() {}
}
