// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import MQTT
internal import MessageTexts

extension BrokerError {
    /// The problem in a sentence.
    ///
    /// - Parameter client: The id of the connection.
    func message(_ settings: MQTTUplinkSettings, client: String) -> CodedText {
        let text: MQTTText =
            switch cause {
            case .notInstalled: .notInstalled
            case .hostUnknown: .hostUnknown
            case .refused: .refused
            case .unreachable: .unreachable
            case .timedOut: .timedOut
            case .tls: .tls
            case .notAuthorised: .notAuthorised
            case .clientID: .clientID
            case .takenOver: .takenOver
            case .protocolError: .protocolError
            case .busy: .busy
            case .unstable: .unstable
            case .closed: .closed
            case .tooLarge: .tooLarge
            case .settings: .settings
            }
        return CodedText(
            text,
            ["server": .words(settings.server), "detail": .words(detail), "client": .words(client)])
    }

    /// The remedy in a sentence.
    var cure: MQTTText {
        switch cause {
        case .notInstalled: .install
        case .hostUnknown: .checkName
        case .refused: .checkPort
        case .unreachable, .timedOut: .checkNetwork
        case .tls: .checkCertificates
        case .notAuthorised: .checkLogin
        case .clientID, .takenOver, .unstable: .changeClientID
        case .protocolError: .useVersion5
        case .busy, .closed: .checkBroker
        case .tooLarge: .raiseSize
        case .settings: .correctFile
        }
    }

    /// The problem and its remedy.
    ///
    /// - Parameter client: The id of the connection; nil for that of the uplink.
    func problem(
        _ settings: MQTTUplinkSettings, client: String? = nil, since: Timestamp
    ) -> MQTTReport.Problem {
        let message = message(settings, client: client ?? settings.client)
        return MQTTReport.Problem(cause.rawValue, message, cure: CodedText(cure), since: since)
    }

    /// The refusal of messages to a topic as a problem.
    func problem(_ settings: MQTTUplinkSettings, topic: String, since: Timestamp) -> MQTTReport.Problem {
        let message = CodedText(
            MQTTText.topicRefused,
            ["server": .words(settings.server), "topic": .words(topic), "detail": .words(detail)])
        let cure =
            cause == .notAuthorised
            ? CodedText(MQTTText.allowTopics, ["topics": .words(settings.root(of: topic))]) : CodedText(self.cure)
        return MQTTReport.Problem("topic_refused", message, cure: cure, since: since)
    }

    /// A broker that does not acknowledge messages (QoS 1), as a problem.
    static func unacknowledged(_ settings: MQTTUplinkSettings, since: Timestamp) -> MQTTReport.Problem {
        MQTTReport.Problem(
            "no_acknowledgement", CodedText(MQTTText.noAcknowledgement, ["server": .words(settings.server)]),
            cure: CodedText(MQTTText.allowAcknowledgement), since: since)
    }

    /// A topic that the broker does not let the gateway read, as a problem.
    static func readingProblem(
        _ settings: MQTTUplinkSettings, topic: String, since: Timestamp
    ) -> MQTTReport.Problem {
        let message = CodedText(
            MQTTText.readingRefused, ["server": .words(settings.server), "topic": .words(topic)])
        return MQTTReport.Problem(
            "reading_refused", message, cure: CodedText(MQTTText.allowReading, ["topics": .words(topic)]), since: since)
    }
}
