// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import MessageTexts

/// An event as reported by `GET /v1/events`.
public struct ControlEvent: Codable, Hashable, Sendable {
    /// The kinds of events.
    public enum Name: String, Coded {
        /// The state of a receiver's driver has changed.
        case state
        /// Another receiver has become active.
        case activeReceiver = "active_receiver"
        /// The OSNMA verdict on a receiver has changed.
        case authentication
        /// An event of a sampling session.
        case centroid
        /// The state of the uplink has changed.
        case uplink
        /// An alert has begun or ended.
        case alert
    }

    /// The kind of event.
    public var event: ReportCode<Name>
    public var time: Timestamp
    /// The receiver concerned; for `active_receiver` the new active receiver.
    public var receiver: String?
    /// For `state`: the receiver's new state. For `alert`: its severity. For `authentication`: `authenticated` or
    /// `unverified`. For `centroid`: `started`, `reset`, `finished`, `stopped` or `settings`. For `uplink`: its state.
    public var state: String?
    /// For `active_receiver`: the previous receiver.
    public var previous: String?
    /// For `alert`: its code. For `authentication` and `centroid`: the reason. For `uplink`: the code of the error.
    public var code: String?
    /// For `alert`: whether it has ended.
    public var isOver: Bool?
    /// For `authentication`: the Galileo satellites with authenticated data.
    public var satellites: [String]?
    /// For `authentication`: the share of the fix that depends on these satellites: `none`, `partial`, `full` or
    /// `unknown`.
    public var fix: String?
    /// For `centroid`: the number of the session.
    public var session: UInt64?
    /// The event and its reason, for people.
    public var text: String
    /// The text as a code with parameters; nil if it has none.
    public var message: CodedText?

    enum CodingKeys: String, CodingKey {
        case event, time, receiver, state, previous, code, satellites, fix, session, text, message
        case isOver = "over"
    }

    /// The kinds of observations that can be events.
    public static let kinds: Set<ObservationKind> = [
        .driverState, .activeReceiver, .authentication, .centroid, .uplink, .alert,
    ]

    /// Creates the event of an observation; nil if the observation is not an event.
    public init?(_ observation: Observation) {
        time = Timestamp(observation.hostTime)
        let source = observation.source.receiver?.rawValue
        if case .driverState(let report) = observation.payload {
            (event, receiver, state, text) = (
                ReportCode(.state), source, ReceiverState(report.state).rawValue, report.reason
            )
            message = report.codedReason
            return
        }
        guard case .result(let result) = observation.payload else { return nil }
        switch result.value {
        case let change as ActiveReceiver:
            (event, receiver, text) = (ReportCode(.activeReceiver), change.current?.rawValue, change.reason)
            (previous, message) = (change.previous?.rawValue, change.message)
        case let verdict as Authentication:
            // A verdict is published every second, but only a change is an event.
            guard verdict.isNews else { return nil }
            (event, receiver, state) = (ReportCode(.authentication), verdict.receiver.rawValue, verdict.state.code)
            (code, text) = (verdict.reason.code, verdict.reason.text)
            message = CodedText(code: "osnma.reason.\(verdict.reason.code)")
            satellites = verdict.satellites.filter { $0.standing == .authenticated }.map { $0.satellite.description }
            fix = verdict.fix?.extent.code
        case let sampling as SampledCentroid:
            guard sampling.isNews else { return nil }
            (event, receiver, state) = (ReportCode(.centroid), source, sampling.event.code)
            (code, text) = (sampling.reason.isEmpty ? nil : sampling.reason, sampling.text)
            (session, message) = (sampling.session, sampling.message)
        case let report as UplinkReport:
            guard report.isNews else { return nil }
            (event, state, text) = (ReportCode(.uplink), report.state.code, report.text)
            (code, message) = (report.error?.code, report.message)
        case let alert as Alert:
            (event, receiver, state, text) = (ReportCode(.alert), source, alert.severity.code, alert.text)
            (code, isOver, message) = (alert.code, alert.isOver, alert.message)
        default: return nil
        }
    }
}
