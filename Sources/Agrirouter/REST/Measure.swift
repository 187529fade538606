// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import GNSSTypes

/// One message in the body of a POST.
public struct Measure: Hashable, Sendable {
    /// The message in base64.
    public var message: String
    /// The time at which the message is sent.
    public var time: UTCTime

    public init(message: String, time: UTCTime) {
        self.message = message
        self.time = time
    }
}

/// The body of a POST to an endpoint's `measures` address, with one or more messages.
public struct MeasureRequest: Hashable, Sendable {
    /// The ID by which the service knows the endpoint; the onboarding answer contains it as `sensorAlternateId`.
    public var sensorAlternateID: String
    /// The ID of the capability that the messages belong to; the onboarding answer contains it as
    /// `capabilityAlternateId`.
    public var capabilityAlternateID: String
    /// The messages in the order in which agrirouter is to process them.
    public var measures: [Measure]

    /// The largest body, in characters, that agrirouter's own libraries send.
    public static let limit = 1_468_000
    /// The headers of the request; agrirouter refuses a request without `Accept`.
    public static let headers = [("Content-Type", "application/json"), ("Accept", "application/json")]

    public init(sensorAlternateID: String, capabilityAlternateID: String, measures: [Measure]) {
        self.sensorAlternateID = sensorAlternateID
        self.capabilityAlternateID = capabilityAlternateID
        self.measures = measures
    }

    /// The number of characters that a message adds to the body.
    public static func cost(of measure: Measure) -> Int { measure.message.utf8.count + 32 }

    /// The body as JSON; each measure is an array of the base64 text and the Unix time in seconds as text.
    public var json: [UInt8] {
        struct Body: Encodable {
            var sensorAlternateId: String
            var capabilityAlternateId: String
            var measures: [[String]]
        }
        let body = Body(
            sensorAlternateId: sensorAlternateID, capabilityAlternateId: capabilityAlternateID,
            measures: measures.map { [$0.message, String($0.time.seconds)] })
        return JSON.bytes(body)
    }
}
