// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Outbox

/// The version of the payloads. It changes if the meaning of a field changes or a field is removed.
private let payloadVersion = 1

/// The answer to the question whether a position is authenticated, from `OSNMARequirement`.
struct AuthenticationPayload: Encodable, Sendable {
    /// True if the position passes the same check as paths, photos and agrirouter.
    var authenticated: Bool
    /// The requirement that is not met; nil if the position is authenticated.
    var cause: String?
    /// The code of the reason for the verdict.
    var reason: String
    /// The reason in a sentence.
    var text: String
    /// True if keys of a simulation are trusted, so that the verdict says nothing about Galileo.
    var simulation: Bool

    init(_ objection: OSNMARequirement.Refusal?, _ held: HeldVerdict?) {
        let reason = objection?.reason ?? .authenticated
        (authenticated, cause, self.reason) = (objection == nil, objection?.cause.rawValue, reason.code)
        text = objection.map { $0.cause == .unverified ? $0.reason.text : $0.cause.text } ?? reason.text
        simulation = held?.verdict.clock.source == .simulation
    }
}

/// A position, live or of the history.
struct PositionPayload: JSONPayload {
    let version = payloadVersion
    /// The message's own name, the same whenever it is sent again; only in the history.
    var id: String?
    var gateway: String
    var receiver: String
    /// The time of arrival by the gateway's clock.
    var received: Timestamp
    var fix: FixReport
    var authentication: AuthenticationPayload

    /// The stored payload with `sequence`, the item's number in the queue, which no later item gets again: the order of
    /// positions does not depend on clocks.
    static func numbered(_ item: StoredItem) -> [UInt8] {
        item.content.dropLast() + Array(",\"sequence\":\(item.number)}".utf8)
    }
}

/// The newest verdict on the active receiver's navigation data.
struct VerdictPayload: JSONPayload {
    let version = payloadVersion
    var gateway: String
    var received: Timestamp
    var authentication: AuthenticationPayload
    var osnma: OSNMASummary
}

/// The receivers and their states.
struct StatePayload: JSONPayload {
    struct Receiver: Encodable, Hashable, Sendable {
        var id: String
        var state: String
        /// The reason in a sentence.
        var reason: String
    }

    let version = payloadVersion
    var gateway: String
    var time: Timestamp
    /// The active receiver; nil if none is active.
    var active: String?
    var receivers: [Receiver]
    /// The other services to which positions are sent, and their states.
    var uplinks: [FleetGatewayReport.Uplink]
}

/// Whether the gateway is connected to the broker. The last will is one too, without a time.
struct StatusPayload: JSONPayload {
    let version = payloadVersion
    var gateway: String
    var online: Bool
    /// The name and version of the program.
    var program: String
    /// The time of the connection.
    var time: Timestamp?
    /// The shortest time between two live positions, in seconds.
    var interval: Double

    enum CodingKeys: String, CodingKey {
        case version, gateway, online, program, time
        case interval = "interval_s"
    }
}
