// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import MessageTexts
internal import Outbox

/// The current problem, and the alerts about it.
struct TraccarProblems {
    /// The number of consecutive failures after which an alert is raised; one that a person must correct raises it at once.
    /// An open alert names another cause after as many consecutive failures by that cause.
    private static let most = 5

    private var server: MQTTReport.Problem?
    private var store: MQTTReport.Problem?
    private var failures = 0
    /// The number of consecutive failures by the current cause.
    private var repetitions = 0
    /// The cause that the open alert names; nil if no alert is open.
    private var told: Cause?
    /// True if the server has accepted a position since the last failure.
    private var works = false
    private var drops = DropWatch()

    private struct Cause: Hashable {
        var code: String
        /// The server and the device, or the reason why nothing can be stored.
        var subject: [String]
    }

    /// Forgets the problems of another server; an alert that was raised ends with the first success.
    mutating func restart() { (server, failures, repetitions, works) = (nil, 0, 0, false) }

    /// Records that no server is configured any more.
    ///
    /// - Returns: The ends of the alerts that were raised.
    mutating func removed() -> [Alert] {
        var ends: [Alert] = []
        if told != nil { ends.append(Alert(code: .traccar, severity: .information, .traccarRemoved, isOver: true)) }
        if drops.isTold {
            ends.append(Alert(code: .traccarDropping, severity: .information, .traccarRoom, isOver: true))
        }
        self = TraccarProblems()
        return ends
    }

    /// True if a status says something about a single position, perhaps.
    static func concernsPosition(_ status: Int) -> Bool { [400, 413, 414, 422].contains(status) }

    mutating func succeeded() { (server, failures, repetitions, works) = (nil, 0, 0, true) }

    /// Records a failure.
    ///
    /// - Returns: The problem if it differs from the one before.
    @discardableResult mutating func failed(
        _ end: TraccarLink.End, _ settings: TraccarUplinkSettings, isLasting: Bool, at now: HostTime
    ) -> MQTTReport.Problem? {
        let (code, text, cure, detail): (String, TraccarText, TraccarText, String) =
            switch end {
            case .answered(let status, _) where Self.concernsPosition(status):
                ("refused", .refused, .register, "HTTP status \(status)")
            case .answered(let status, _) where [401, 403].contains(status):
                ("not_authorised", .notAuthorised, .checkAccess, "HTTP status \(status)")
            case .answered(let status, _) where (300..<500).contains(status) && status != 408 && status != 429:
                ("not_traccar", .notTraccar, .checkAddress, "HTTP status \(status)")
            case .answered(let status, _): ("failing", .serverFails, .checkServer, "HTTP status \(status)")
            case .unreachable(let words): ("unreachable", .unreachable, .checkNetwork, words)
            case .timedOut: ("timed_out", .timedOut, .checkNetwork, "")
            case .tls(let words): ("tls", .tls, .checkCertificates, words)
            case .failed(let words): ("failed", .failed, .checkServer, words)
            case .cancelled: ("failed", .failed, .checkServer, "")
            }
        let needsPerson = isLasting || ["not_authorised", "not_traccar", "tls"].contains(code)
        let weight = needsPerson ? Self.most : 1
        failures += weight
        repetitions = (server?.code == code ? repetitions : 0) + weight
        works = false
        let message = CodedText(
            text, ["server": .words(settings.server), "device": .words(settings.device), "detail": .words(detail)])
        guard server?.message != message else { return nil }
        let problem = MQTTReport.Problem(code, message, cure: CodedText(cure), since: Timestamp(now))
        defer { server = problem }
        return server?.code == code ? nil : problem
    }

    /// The most important problem; nil while all is well.
    func problem(_ queue: ItemQueue, at now: HostTime) -> MQTTReport.Problem? {
        store ?? queue.failure.map { Self.problem($0, at: now) } ?? server
    }

    private static func problem(_ failure: OutboxStoreError, at now: HostTime) -> MQTTReport.Problem {
        MQTTReport.Problem(
            "not_stored", CodedText(TraccarText.notStored, ["detail": .words(failure.description)]),
            cure: CodedText(MQTTText.makeRoom), since: Timestamp(now))
    }

    /// Returns the alerts that begin, end or get another cause now.
    mutating func news(_ settings: TraccarUplinkSettings, _ queue: ItemQueue, at now: HostTime) -> [Alert] {
        if let failure = queue.failure {
            let problem = Self.problem(failure, at: now)
            if store?.message != problem.message { store = problem }
        } else {
            store = nil
        }
        var news: [Alert] = []
        // Causes that alternate, as with a poor network, do not change the alert each time.
        let count = told == nil ? failures : repetitions
        let problem = store ?? (count >= Self.most ? server : nil)
        let subject = store.map { [$0.text] } ?? [settings.server, settings.device]
        let cause = problem.map { Cause(code: $0.code, subject: subject) }
        if let problem, cause != told {
            told = cause
            news.append(
                Alert(
                    code: .traccar, severity: .warning, .traccar,
                    ["problem": .sentence(problem.message), "cure": .sentence(problem.cureMessage)]))
        } else if server == nil, store == nil, told != nil, works {
            told = nil
            news.append(
                Alert(
                    code: .traccar, severity: .information, .traccarWorks, ["server": .words(settings.server)],
                    isOver: true))
        }
        switch drops.news([queue], settings.limits, every: settings.interval, at: now.monotonicNanoseconds) {
        case .begins:
            news.append(
                Alert(
                    code: .traccarDropping, severity: .warning, .traccarDropping,
                    [
                        "crowded": .count(queue.tally.crowded + queue.droppedInMemory),
                        "aged": .count(queue.tally.aged), "refused": .count(queue.tally.refused),
                    ]))
        case .ends:
            news.append(Alert(code: .traccarDropping, severity: .information, .traccarRoom, isOver: true))
        case nil: break
        }
        return news
    }

    /// The time at which `news` may return an alert without another event; nil if only an event causes one.
    func nextNews(_ settings: TraccarUplinkSettings, at now: Int64) -> Int64? {
        drops.end(every: settings.interval).flatMap { $0 > now ? $0 : nil }
    }
}
