// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// The state of the simulated service, without network. Each request changes it in turn.
struct World: Sendable {
    let clock: VirtualClock
    var random: SeededRandom
    var options = ServiceOptions()
    var accounts: [String: Account] = [:]
    var applications: [String: Application] = [:]
    var codes: [String: RegistrationCode] = [:]
    var endpoints: [String: Endpoint] = [:]
    /// The IDs of the endpoints in the order of their creation.
    var order: [String] = []
    var certificates: [[UInt8]: IssuedCertificate] = [:]
    var routes = Routes()
    var faults = ArmedFaults()
    var schedules: [Schedule] = []
    var journal = Journal()
    /// The times of onboarding requests, for their limit per minute.
    var onboardings: [UTCTime] = []
    /// The base addresses of the listeners, such as `https://localhost:1234`.
    var bases: [ListenerKind: String] = [:]
    /// The service's time, read once for each request.
    var now: UTCTime
    /// A fault to apply after the request was processed.
    var pending: Fault.Effect?
    /// The journal entry of the current request.
    var entry: JournalEntry
    private var nextTenant = 1001
    let seed: UInt64
    /// The number of earlier runs.
    var run = 0

    /// The IDs that exist from the start.
    enum Default {
        static let account = "farm"
        static let otherAccount = "contractor"
        static let application = "aaaaaaaa-0000-4000-8000-000000000001"
        static let version = "aaaaaaaa-0000-4000-8000-000000000002"
        /// A version that is registered for positions only.
        static let narrowVersion = "aaaaaaaa-0000-4000-8000-000000000003"
        /// A cloud product, which may not onboard with a registration code.
        static let cloudApplication = "aaaaaaaa-0000-4000-8000-000000000009"
    }

    init(clock: VirtualClock, seed: UInt64) {
        (self.clock, self.seed) = (clock, seed)
        random = SeededRandom(seed: seed)
        now = clock.now
        entry = JournalEntry(number: 0, time: now, listener: "", method: "", path: "")
        addAccount(Default.account)
        addAccount(Default.otherAccount)
        applications[Default.application] = Application(
            id: Default.application, name: "Gateway",
            versions: [
                ApplicationVersion(id: Default.version),
                ApplicationVersion(id: Default.narrowVersion, types: [MessageTypeTable.gps]),
            ])
        applications[Default.cloudApplication] = Application(
            id: Default.cloudApplication, name: "Cloud product", isCommunicationUnit: false,
            versions: [ApplicationVersion(id: Default.cloudApplication)])
    }

    @discardableResult mutating func addAccount(_ id: String) -> Account {
        if let account = accounts[id] { return account }
        let account = Account(id: id, tenant: nextTenant)
        nextTenant += 1
        accounts[id] = account
        return account
    }

    /// Returns the initial state with the same listeners.
    func afresh() -> World {
        var world = World(clock: clock, seed: seed)
        world.bases = bases
        return world
    }

    /// Records a client's violation of a rule.
    mutating func violate(_ rule: String, _ text: String) {
        let violation = Violation(entry: journal.next, time: now, endpoint: entry.endpoint, rule: rule, text: text)
        journal.add(violation)
        guard entry.violations.count < 100 else { return }
        entry.violations.append(["rule": .string(rule), "text": .string(text)])
    }

    /// Follows the time in a request if the clock is set to do so.
    mutating func follow(_ time: UTCTime?) {
        guard let time else { return }
        if let jump = clock.observe(time) {
            codes = codes.mapValues { code in
                var code = code
                code.expires = code.expires.adding(jump)
                return code
            }
            onboardings = []
        }
        now = clock.now
        runSchedules()
    }

    /// Removes expired items.
    mutating func expire() {
        now = clock.now
        for id in order { expire(id) }
    }

    private mutating func expire(_ id: String) {
        guard let endpoint = endpoints[id] else { return }
        let gone = endpoint.outbox.count { now.seconds(since: $0.created) > Self.outboxLife }
        if gone > 0 {
            endpoints[id]?.outbox.removeAll { now.seconds(since: $0.created) > Self.outboxLife }
            endpoints[id]?.traffic.expired += gone
        }
        if endpoint.feed.contains(where: { now.seconds(since: $0.created) > Self.feedLife }) {
            endpoints[id]?.feed.removeAll { now.seconds(since: $0.created) > Self.feedLife }
        }
    }

    /// Five minutes and four weeks, in seconds.
    private static let outboxLife = 300.0
    private static let feedLife = 2_419_200.0

    /// The result of a request: an answer, or an order for a key file that must be created first.
    enum Step: Sendable {
        case answer(HTTPAnswer)
        case issue(IssueOrder)
    }

    /// Answers a request to the service.
    mutating func handle(_ request: HTTPRequest) -> Step {
        now = clock.now
        runSchedules()
        entry = JournalEntry(
            number: 0, time: now, listener: request.listener.rawValue, method: request.method, path: request.path,
            headers: request.headers.map { Self.withoutSecret($0) }, request: request.body)
        let step: Step
        switch request.listener {
        case .onboarding: step = onboarding(request)
        case .gateway: step = .answer(gateway(request))
        case .admin: step = .answer(HTTPAnswer(404))
        }
        if case .answer(let answer) = step { close(answer) }
        return step
    }

    /// Completes the journal entry of the request.
    mutating func close(_ answer: HTTPAnswer) {
        entry.status = answer.status == 0 ? nil : answer.status
        entry.answer = answer.body
        journal.append(entry)
    }

    private static func withoutSecret(_ header: (String, String)) -> (String, String) {
        header.0.lowercased() == "authorization" ? (header.0, "<redacted>") : header
    }
}

/// Determines which endpoints may send which types to each other.
struct Routes: Hashable, Sendable {
    /// A rule that forbids or allows messages; nil matches any value.
    struct Rule: Hashable, Sendable {
        var from: String?
        var to: String?
        var type: String?

        func fits(_ from: String, _ to: String, _ type: String) -> Bool {
            (self.from ?? from) == from && (self.to ?? to) == to && (self.type ?? type) == type
        }
    }

    /// True if messages that match no rule are allowed (managed routes).
    var managed = true
    var allowed: [Rule] = []
    var denied: [Rule] = []

    func allows(from: String, to: String, type: String) -> Bool {
        if denied.contains(where: { $0.fits(from, to, type) }) { return false }
        return managed || allowed.contains { $0.fits(from, to, type) }
    }
}
