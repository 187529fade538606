// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import FoundationEssentials
internal import GNSSTypes
internal import Outbox

/// The answer to the question whether a position is authenticated, as metrics state it.
struct SparkplugVerdict: Codable, Hashable, Sendable {
    var authenticated: Bool
    /// The requirement that is not met; nil if the position is authenticated.
    var cause: String?
    /// The code of the reason for the verdict.
    var reason: String
    /// True if keys of a simulation are trusted.
    var simulation: Bool

    init(_ payload: AuthenticationPayload) {
        (authenticated, cause) = (payload.authenticated, payload.cause)
        (reason, simulation) = (payload.reason, payload.simulation)
    }
}

/// A position of the history as it waits for Sparkplug, with the verdict that it had when it arrived.
struct SparkplugPosition: JSONPayload, Decodable, Hashable {
    /// The position's own name, the same in all forms of the history and whenever it is sent again.
    var id: String
    var receiver: String
    /// The time of arrival by the gateway's clock.
    var received: Timestamp
    var fix: FixReport
    var authentication: SparkplugVerdict

    init(_ payload: PositionPayload) {
        (id, receiver, received) = (payload.id ?? "", payload.receiver, payload.received)
        (fix, authentication) = (payload.fix, SparkplugVerdict(payload.authentication))
    }

    /// Reads a stored position.
    ///
    /// - Returns: Nil if the content is none.
    init?(_ item: StoredItem) {
        guard let position = try? JSONDecoder().decode(Self.self, from: Data(item.content)) else { return nil }
        self = position
    }

    /// The position as historical metrics. Their time is that of the position: the receiver's, or else that of its arrival.
    var metrics: [SparkplugMetric] {
        let time = UInt64(max(0, (fix.time ?? received).milliseconds))
        return SparkplugMetric.position(fix, id: id, taken: time, authentication, judged: time).map { metric in
            var metric = metric
            metric.isHistorical = true
            return metric
        }
    }
}

extension SparkplugMetric {
    /// The metrics of a position and its verdict; nil for a position that is not known.
    ///
    /// - Parameters:
    ///   - id: The name of a stored position; nil for a live one.
    ///   - taken: The time of the position in milliseconds since 1970-01-01 UTC.
    ///   - judged: The time of the verdict in milliseconds since 1970-01-01 UTC.
    static func position(
        _ fix: FixReport?, id: String?, taken: UInt64, _ verdict: SparkplugVerdict?, judged: UInt64
    ) -> [SparkplugMetric] {
        func metric(_ name: String, _ value: SparkplugValue) -> SparkplugMetric {
            SparkplugMetric(name: "fix/" + name, value: value, time: taken)
        }
        func authentication(_ name: String, _ value: SparkplugValue) -> SparkplugMetric {
            SparkplugMetric(name: "authentication/" + name, value: value, time: judged)
        }
        return [
            metric("id", .string(id)),
            metric("kind", .string(fix?.kind.code)),
            metric("quality", .string(fix?.quality.code)),
            metric("time", .dateTime((fix?.time).map { UInt64(max(0, $0.milliseconds)) })),
            metric("latitude_deg", .double(fix?.latitude)),
            metric("longitude_deg", .double(fix?.longitude)),
            metric("ellipsoidal_height_m", .double(fix?.ellipsoidalHeight)),
            metric("orthometric_height_m", .double(fix?.orthometricHeight)),
            metric("horizontal_accuracy_m", .double(fix?.horizontalAccuracy)),
            metric("vertical_accuracy_m", .double(fix?.verticalAccuracy)),
            metric("speed_m_s", .double(fix?.speed)),
            metric("course_deg", .double(fix?.course)),
            metric("correction_age_s", .double(fix?.correctionAge)),
            metric("satellites_used", .int32((fix?.satellitesUsed).map { Int32(clamping: $0) })),
            authentication("authenticated", .boolean(verdict?.authenticated ?? false)),
            authentication("cause", .string(verdict?.cause)),
            authentication("reason", .string(verdict?.reason)),
            authentication("simulation", .boolean(verdict?.simulation ?? false)),
        ]
    }
}
