// SPDX-License-Identifier: Apache-2.0

import SwiftProtobuf

/// Which way a type of message goes, as the endpoint that states it sees it.
public enum Direction: Int, Hashable, Sendable {
    /// It sends such messages.
    case send = 0
    /// It takes them.
    case receive = 1
    /// Both; in a query: either.
    case sendReceive = 2
}

/// What an endpoint can send and receive. It replaces what was stated before, and erases the subscriptions.
public struct Capabilities: Hashable, Sendable {
    /// Whether what arrives is put into the outbox at once.
    public enum Push: Int, Hashable, Sendable {
        /// It is asked for.
        case disabled = 0
        /// It is.
        case enabled = 1
        /// It is, at once.
        case highFrequency = 2
    }

    /// A type of message and its way.
    public struct Item: Hashable, Sendable {
        public var type: TechnicalMessageType
        public var direction: Direction

        /// A type and its way.
        public init(_ type: TechnicalMessageType, _ direction: Direction) {
            self.type = type
            self.direction = direction
        }
    }

    public var items: [Item]
    /// The id of the application, a UUID.
    public var applicationID: String
    /// The id of the application's registered version, a UUID.
    public var versionID: String
    /// Whether it wants pushes.
    public var push: Push

    /// What an endpoint can; pushes are wanted.
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
