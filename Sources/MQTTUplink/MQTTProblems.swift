// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import MQTT
internal import Outbox

/// The current problems, and the alerts about them.
struct MQTTProblems {
    /// The number of consecutive passing failures after which an alert is raised; a lasting failure raises one at once.
    static let most = 5
    /// The time for which a connection must last before the alert ends, in nanoseconds. Two gateways with the same id
    /// take turns in connecting.
    static let proof: Int64 = 10_000_000_000
    static let longProof: Int64 = 120_000_000_000
    /// The time without a dropped position after which the alert about dropping ends, in nanoseconds.
    static let calm: Int64 = 600_000_000_000

    private var connection: MQTTReport.Problem?
    private var topics: [String: MQTTReport.Problem] = [:]
    private var store: MQTTReport.Problem?
    private var failures = 0
    /// The time at which the broker accepted the connection; nil while it is not connected.
    private var connectedAt: Int64?
    private var neededProof = Self.proof
    private var isConnectionTold = false
    private var isStoreTold = false
    /// The time at which items were last dropped.
    private var lastDrop: Int64 = 0
    private var isDroppingTold = false

    /// The most important problem; nil while all is well.
    var first: MQTTReport.Problem? { connection ?? topics.min { $0.key < $1.key }?.value ?? store }

    /// Records a failure.
    ///
    /// - Returns: True if the failure differs from the one before.
    mutating func failed(_ problem: MQTTReport.Problem, isLasting: Bool) -> Bool {
        let isNew = connection?.code != problem.code
        if connection?.message != problem.message { connection = problem }
        failures += isLasting ? Self.most : 1
        connectedAt = nil
        neededProof =
            Self.isContested(problem) ? Self.longProof : max(neededProof, Self.proof)
        return isNew
    }

    /// True if another client may return and take the session over.
    private static func isContested(_ problem: MQTTReport.Problem) -> Bool {
        [BrokerError.Cause.takenOver, .unstable].map(\.rawValue).contains(problem.code)
    }

    mutating func connected(_ limits: BrokerLimits, _ settings: MQTTUplinkSettings, at now: HostTime) {
        (connection, topics, connectedAt) = (nil, [:], now.monotonicNanoseconds)
        guard limits.allowsAcknowledgement else {
            connection = MQTTReport.Problem(
                "no_acknowledgement",
                CodedText(MQTTText.noAcknowledgement, ["server": .words(settings.server)]),
                cure: CodedText(MQTTText.allowAcknowledgement), since: Timestamp(now))
            failures += Self.most
            return
        }
    }

    mutating func clearConnection() { (connection, topics, connectedAt) = (nil, [:], nil) }

    mutating func refused(_ topic: String, _ problem: MQTTReport.Problem) {
        if topics[topic]?.message != problem.message { topics[topic] = problem }
    }

    mutating func accepted(_ topic: String?) {
        if let topic { topics[topic] = nil }
    }

    /// The refusal of messages to a topic; nil while the broker accepts them.
    func refusal(_ topic: String) -> MQTTReport.Problem? { topics[topic] }

    mutating func notStored(_ error: OutboxStoreError, at now: Timestamp) {
        let message = CodedText(MQTTText.notStored, ["detail": .words(error.description)])
        guard store?.message != message else { return }
        store = MQTTReport.Problem("not_stored", message, cure: CodedText(MQTTText.makeRoom), since: now)
    }

    mutating func stored() { store = nil }

    /// Returns the alerts that begin or end now.
    ///
    /// - Parameters:
    ///   - isDropping: True if a queue has dropped positions since the last call.
    ///   - queues: The states of the queues.
    mutating func news(
        _ settings: MQTTUplinkSettings, isDropping: Bool, _ queues: [OutboxTally], at now: Int64
    ) -> [Alert] {
        var news: [Alert] = []
        if let problem = connection ?? topics.values.first, failures >= Self.most || connection == nil {
            if !isConnectionTold { news.append(Self.alert(.mqtt, .mqtt, problem)) }
            isConnectionTold = true
        } else if connection == nil, topics.isEmpty, let connectedAt, now &- connectedAt >= neededProof {
            (failures, neededProof) = (0, Self.proof)
            if isConnectionTold {
                news.append(
                    Alert(
                        code: .mqtt, severity: .information, .mqttWorks, ["server": .words(settings.server)],
                        isOver: true))
            }
            isConnectionTold = false
        }
        if let store, !isStoreTold {
            news.append(Self.alert(.mqttNotStored, .mqttNotStored, store))
        } else if store == nil, isStoreTold {
            news.append(Alert(code: .mqttNotStored, severity: .information, .mqttStored, isOver: true))
        }
        isStoreTold = store != nil
        return news + dropping(settings, isDropping, queues, at: now)
    }

    private mutating func dropping(
        _ settings: MQTTUplinkSettings, _ isDropping: Bool, _ queues: [OutboxTally], at now: Int64
    ) -> [Alert] {
        if isDropping { lastDrop = now }
        if isDropping, !isDroppingTold {
            isDroppingTold = true
            return [
                Alert(
                    code: .mqttDropping, severity: .warning, .mqttDropping,
                    [
                        "crowded": .count(queues.reduce(0) { $0 + $1.crowded }),
                        "aged": .count(queues.reduce(0) { $0 + $1.aged }),
                    ])
            ]
        }
        // A queue at its limit drops an item whenever another one comes.
        let calm = max(Self.calm, 3 &* settings.historyInterval.nanoseconds)
        let hasRoom = queues.allSatisfy { $0.items < settings.queueLimits.items / 10 * 9 }
        guard isDroppingTold, now &- lastDrop >= calm, hasRoom else { return [] }
        isDroppingTold = false
        return [Alert(code: .mqttDropping, severity: .information, .mqttRoom, isOver: true)]
    }

    /// The time at which `news` may return an alert without another event; nil if only an event causes one.
    func nextNews(at now: Int64) -> Int64? {
        guard isConnectionTold || failures > 0, connection == nil, let connectedAt else { return nil }
        let time = connectedAt &+ neededProof
        return time > now ? time : nil
    }

    private static func alert(_ code: Alert.Code, _ text: AlertText, _ problem: MQTTReport.Problem) -> Alert {
        Alert(
            code: code, severity: .warning, text,
            ["problem": .sentence(problem.message), "cure": .sentence(problem.cureMessage)])
    }
}
