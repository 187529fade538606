// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import GNSSTypes

/// A message as the body of a POST holds it.
public struct Measure: Hashable, Sendable {
    /// The message in base64.
    public var message: String
    /// When it is sent.
    public var time: UTCTime

    /// A message in base64 and when it is sent.
    public init(message: String, time: UTCTime) {
        self.message = message
        self.time = time
    }
}

/// The body of a POST to an endpoint's `measures` address: one message or several.
public struct MeasureRequest: Hashable, Sendable {
    /// The id by which the service knows the endpoint; onboarding answers it as `sensorAlternateId`.
    public var sensorAlternateID: String
    /// The id of the capability that the messages belong to; onboarding answers it as `capabilityAlternateId`.
    public var capabilityAlternateID: String
    /// The messages, in the order they count.
    public var measures: [Measure]

    /// The most characters of a body that agrirouter's own libraries send.
    public static let limit = 1_468_000
    /// The headers that belong to it; without `Accept` the service refuses.
    public static let headers = [("Content-Type", "application/json"), ("Accept", "application/json")]

    /// A body with those messages.
    public init(sensorAlternateID: String, capabilityAlternateID: String, measures: [Measure]) {
        self.sensorAlternateID = sensorAlternateID
        self.capabilityAlternateID = capabilityAlternateID
        self.measures = measures
    }

    /// The characters that a message adds to a body.
    public static func cost(of measure: Measure) -> Int { measure.message.utf8.count + 32 }

    /// The JSON: each measure an array of base64 and the seconds since 1970 as text.
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
