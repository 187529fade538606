// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import MQTT
internal import MessageTexts
internal import Outbox

/// The current problems of one connection to the broker, and the alerts about them.
struct ConnectionProblems {
    /// What a connection is for.
    enum Purpose {
        case publishing, reading, sparkplug

        var alert: Alert.Code {
            switch self {
            case .publishing: .mqtt
            case .reading: .mqttReading
            case .sparkplug: .mqttSparkplug
            }
        }

        var beginning: AlertText {
            switch self {
            case .publishing: .mqtt
            case .reading: .mqttReading
            case .sparkplug: .mqttSparkplug
            }
        }

        var end: AlertText {
            switch self {
            case .publishing: .mqttWorks
            case .reading: .mqttReads
            case .sparkplug: .mqttSparkplugWorks
            }
        }

        var removal: AlertText {
            switch self {
            case .publishing: .mqttRemoved
            case .reading: .mqttReadingRemoved
            case .sparkplug: .mqttSparkplugRemoved
            }
        }
    }

    /// The number of consecutive passing failures after which an alert is raised; a lasting failure raises one at once. An
    /// open alert names another cause after as many consecutive failures by that cause.
    static let most = 5
    /// The time for which a connection must last before the alert ends, or names a refusal instead of another cause, in
    /// nanoseconds. Two gateways with the same id take turns in connecting.
    static let proof: Int64 = 10_000_000_000
    static let longProof: Int64 = 120_000_000_000

    private let purpose: Purpose
    private var connection: MQTTReport.Problem?
    private var refusals: [String: MQTTReport.Problem] = [:]
    private var failures = 0
    /// The code of the last failure, and the number of consecutive failures with that code.
    private var latest: (code: String, count: Int)?
    /// The time at which the broker accepted the connection; nil while it is not connected.
    private var connectedAt: Int64?
    private var neededProof = Self.proof
    /// The cause that the open alert names; nil if no alert is open.
    private var told: Cause?

    private struct Cause: Hashable {
        var server: String
        var code: String
    }

    init(_ purpose: Purpose) { self.purpose = purpose }

    /// The most important problem; nil while all is well.
    var first: MQTTReport.Problem? { connection ?? refusals.min { $0.key < $1.key }?.value }

    /// Records a failure.
    ///
    /// - Returns: True if the failure differs from the one before.
    mutating func failed(_ problem: MQTTReport.Problem, isLasting: Bool) -> Bool {
        let isNew = connection?.code != problem.code
        if connection?.message != problem.message { connection = problem }
        let weight = isLasting ? Self.most : 1
        failures += weight
        latest = (problem.code, (latest?.code == problem.code ? latest?.count ?? 0 : 0) + weight)
        connectedAt = nil
        neededProof =
            Self.isContested(problem) ? Self.longProof : max(neededProof, Self.proof)
        return isNew
    }

    /// True if another client may return and take the session over.
    private static func isContested(_ problem: MQTTReport.Problem) -> Bool {
        [BrokerError.Cause.takenOver, .unstable].map(\.rawValue).contains(problem.code)
    }

    /// Records that the broker accepted the connection. What it refused on an earlier one remains until it is accepted.
    mutating func connected(at now: HostTime) { (connection, connectedAt) = (nil, now.monotonicNanoseconds) }

    /// Forgets the problems; an alert that was raised ends when the next connection has lasted.
    mutating func clear() { (connection, refusals, connectedAt) = (nil, [:], nil) }

    /// What the broker refuses.
    var topics: Set<String> { Set(refusals.keys) }

    /// Forgets refusals of what is no longer wanted.
    mutating func keep(_ topics: Set<String>) {
        guard !refusals.isEmpty else { return }
        refusals = refusals.filter { topics.contains($0.key) }
    }

    /// Records that the broker refuses messages to a topic, or a subscription.
    mutating func refused(_ topic: String, _ problem: MQTTReport.Problem) {
        if refusals[topic]?.message != problem.message { refusals[topic] = problem }
    }

    mutating func accepted(_ topic: String?) {
        if let topic { refusals[topic] = nil }
    }

    /// The reason why messages to a topic cannot be sent; nil while all is well.
    func problem(of topic: String) -> MQTTReport.Problem? { connection ?? refusals[topic] }

    /// The refusal of messages to a topic; nil while the broker accepts them.
    func refusal(_ topic: String) -> MQTTReport.Problem? { refusals[topic] }

    /// Returns the alert that begins, ends or gets another cause now; nil for none.
    ///
    /// - Parameters:
    ///   - mayBegin: False if another connection's alert already says why nothing works. An open alert then keeps its cause.
    ///   - now: The time by the monotonic clock, in nanoseconds.
    mutating func news(_ settings: MQTTUplinkSettings, mayBegin: Bool = true, at now: Int64) -> Alert? {
        let isProven = connectedAt.map { now &- $0 >= neededProof } ?? false
        // Failures before a connection that lasts count no longer, even if the broker still refuses something on it.
        if isProven { (failures, latest, neededProof) = (0, nil, Self.proof) }
        if let problem = first {
            let cause = Cause(server: settings.server, code: problem.code)
            // Causes that alternate, as with a poor network, do not change the alert each time. A refusal is named in an
            // open alert once its connection has lasted: on one that soon ends, it would alternate with that end.
            let count = told == nil ? failures : latest?.count ?? 0
            let isCertain = connection == nil ? told == nil || isProven : count >= Self.most
            guard mayBegin, told != cause, isCertain else { return nil }
            told = cause
            return Alert(
                code: purpose.alert, severity: .warning, purpose.beginning,
                ["problem": .sentence(problem.message), "cure": .sentence(problem.cureMessage)])
        }
        guard isProven, told != nil else { return nil }
        told = nil
        return Alert(
            code: purpose.alert, severity: .information, purpose.end, ["server": .words(settings.server)],
            isOver: true)
    }

    /// Records that the connection is no longer configured.
    ///
    /// - Returns: The end of the alert; nil if none was raised.
    mutating func removed() -> Alert? {
        defer { self = ConnectionProblems(purpose) }
        return told == nil ? nil : Alert(code: purpose.alert, severity: .information, purpose.removal, isOver: true)
    }

    /// The time at which `news` may return an alert without another event; nil if only an event causes one.
    func nextNews(at now: Int64) -> Int64? {
        guard told != nil || failures > 0, connection == nil, let connectedAt else { return nil }
        let time = connectedAt &+ neededProof
        return time > now ? time : nil
    }
}
