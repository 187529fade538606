// SPDX-License-Identifier: Apache-2.0

import SwiftProtobuf

/// The direction in which an endpoint exchanges messages of a type, from its own point of view.
public enum Direction: Int, Hashable, Sendable {
    /// The endpoint sends messages of the type.
    case send = 0
    /// The endpoint receives messages of the type.
    case receive = 1
    /// The endpoint sends and receives; in a query, either direction matches.
    case sendReceive = 2
}

/// The types that an endpoint can send and receive. A new declaration replaces the previous one and deletes the
/// subscriptions.
public struct Capabilities: Hashable, Sendable {
    /// Controls whether agrirouter puts incoming messages into the outbox without a request.
    public enum Push: Int, Hashable, Sendable {
        /// Messages stay in the feed until the endpoint requests them.
        case disabled = 0
        /// Agrirouter pushes messages into the outbox.
        case enabled = 1
        /// Agrirouter pushes messages into the outbox without delay.
        case highFrequency = 2
    }

    /// A message type and its direction.
    public struct Item: Hashable, Sendable {
        public var type: TechnicalMessageType
        public var direction: Direction

        public init(_ type: TechnicalMessageType, _ direction: Direction) {
            self.type = type
            self.direction = direction
        }
    }

    public var items: [Item]
    /// The application's ID, a UUID.
    public var applicationID: String
    /// The ID of the application's registered version, a UUID.
    public var versionID: String
    public var push: Push

    public init(_ items: [Item], applicationID: String, versionID: String, push: Push = .enabled) {
        self.items = items
        (self.applicationID, self.versionID) = (applicationID, versionID)
        self.push = push
    }

    var message: Agrirouter_Request_Payload_Endpoint_CapabilitySpecification {
        var message = Agrirouter_Request_Payload_Endpoint_CapabilitySpecification()
        message.capabilities = items.map { item in
            var capability = Agrirouter_Request_Payload_Endpoint_CapabilitySpecification.Capability()
            capability.technicalMessageType = item.type.rawValue
            capability.direction = .init(rawValue: item.direction.rawValue) ?? .send
            return capability
        }
        message.appCertificationID = applicationID
        message.appCertificationVersionID = versionID
        message.enablePushNotifications = .init(rawValue: push.rawValue) ?? .disabled
        return message
    }
}
