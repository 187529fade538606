// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes

/// The topics that a viewer of the live stream requests, and their rates.
struct LiveRequest: Hashable, Sendable {
    /// A part of the live stream.
    enum Topic: String, CaseIterable, Sendable, CustomStringConvertible {
        /// The report of `GET /v1/status`.
        case state
        /// The newest epoch of a receiver.
        case fix
        /// The satellites in a receiver's view.
        case sky
        /// The report of `GET /v1/osnma`.
        case osnma
        /// The report of `GET /v1/members`.
        case members
        /// The report of `GET /v1/centroid`.
        case centroid
        /// The report of `GET /v1/captures/check`.
        case capture
        /// The path that is being recorded.
        case path
        /// The number of changes of the back office, for pages that show it.
        case backOffice = "back_office"
        /// The events of `GET /v1/events`.
        case events

        /// The maximum rate in hertz; events are sent as they occur.
        var fastest: Double {
            switch self {
            case .fix: 10
            case .sky, .centroid, .capture: 2
            case .state, .osnma, .members, .path, .backOffice, .events: 1
            }
        }

        /// The name in requests and events.
        var description: String { rawValue }

        /// True if the topic concerns one receiver.
        var isOfReceiver: Bool { [.fix, .sky, .osnma, .capture].contains(self) }
    }

    /// The possible rates in hertz.
    static let rates = [10, 5, 2, 1, 0.5]
    static let form = "topics=state,fix:5,sky:1&receiver=ID"

    /// The maximum rate of each topic in hertz: one of `rates`, and at most the topic's `fastest`.
    var topics: [Topic: Double]
    /// The receiver's id; nil for the active receiver.
    var receiver: String?

    /// Creates a request with the given rates, which are not rounded.
    init(topics: [Topic: Double], receiver: String? = nil) { (self.topics, self.receiver) = (topics, receiver) }

    /// Parses the parameters of a request. Rates are rounded down to the next possible one.
    ///
    /// - Throws: `ControlError` that names the allowed values.
    init(_ parameters: some Sequence<(name: String, value: String)>) throws(ControlError) {
        topics = [:]
        for (name, value) in parameters {
            switch name {
            case "topics":
                for part in value.split(separator: ",", omittingEmptySubsequences: false) {
                    let (topic, rate) = try Self.topic(part)
                    topics[topic] = max(rate, topics[topic] ?? 0)
                }
            case "receiver" where receiver != nil:
                throw ControlError(.invalid, "give receiver only once; the form is \(Self.form)")
            case "receiver" where !value.isEmpty: receiver = value
            default:
                throw ControlError(
                    .invalid, "unknown parameter \"\(name.prefix(100))\"; the form is \(Self.form)")
            }
        }
        if topics.isEmpty { topics = [.state: 1, .fix: 1, .events: 1] }
    }

    private static func topic(_ text: Substring) throws(ControlError) -> (Topic, Double) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let topic = Topic(rawValue: String(parts.first ?? "")) else {
            let names = Topic.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlError(.invalid, "unknown topic \"\(text.prefix(100))\"; the topics are \(names)")
        }
        guard parts.count > 1 else { return (topic, min(1, topic.fastest)) }
        guard let wanted = Double(decimal: parts[1]), wanted >= 0.5, wanted <= 1000 else {
            throw ControlError(
                .invalid, "the rate \"\(parts[1].prefix(100))\" of \(topic) is not a number of hertz from 0.5 to 1000")
        }
        let limit = min(wanted, topic.fastest)
        return (topic, rates.first { $0 <= limit } ?? 0.5)
    }
}
