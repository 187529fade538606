// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import Simulation

extension AttackedSignal {
    /// Creates the signal that a receiver gets from a scenario's Galileo satellites, with OSNMA according to the
    /// `osnma` section and with the attacks among the events; nil if the scenario has no such section.
    ///
    /// OSNMA starts ten minutes before the scenario, and before the oldest replayed page, and lasts until the
    /// scenario's end, but at most a week.
    ///
    /// - Throws: `OSNMAScenarioError` if the section cannot be played.
    public init?(_ plan: ScenarioPlan) throws(OSNMAScenarioError) {
        guard let (scenario, source, begin) = try Self.service(of: plan) else { return nil }
        let attacks = plan.scenario.events.compactMap { OSNMAAttack($0, from: begin) }
        try self.init(scenario, source: source, attacks: attacks)
    }

    /// Checks that a scenario's OSNMA can be played, without creating its keys.
    ///
    /// - Throws: `ScenarioError` with the first setting that prevents it.
    public static func check(_ plan: ScenarioPlan) throws(ScenarioError) {
        do throws(OSNMAScenarioError) {
            try service(of: plan)?.scenario.check()
        } catch {
            throw ScenarioError(key: error.key, problem: error.problem)
        }
    }

    /// The behaviour of OSNMA in a scenario, its satellites, and the start of the scenario; nil if the scenario has no
    /// `osnma` section.
    private static func service(
        of plan: ScenarioPlan
    ) throws(OSNMAScenarioError) -> (scenario: OSNMAScenario, source: SimulatedSource, begin: GST)? {
        guard let wish = plan.osnma else { return nil }
        let leap = plan.scenario.leapSeconds
        let oldest = plan.scenario.events.reduce(600) { max($0, 600 + $1.age) }
        guard let begin = GST(leap.gps(plan.scenario.start)), let start = begin.advanced(by: -oldest - begin.tow % 30)
        else {
            throw OSNMAScenarioError(
                key: "start",
                problem: "is before Galileo System Time, which 'osnma' needs; allowed: from September 1999")
        }
        let seconds = ScenarioSimulation(plan.scenario).duration ?? .infinity
        let longest = OSNMAScenario.longest - oldest - 600
        let source = SimulatedSource(leapSeconds: leap)
        var scenario = OSNMAScenario(
            start: start, duration: Int(min(seconds, Double(longest))) + oldest + 600, satellites: source.numbers)
        scenario.seed = plan.scenario.seed
        scenario.isTest = wish.isTest
        if wish.isLongKey { scenario.curve = .p521 }
        scenario.chain = scenario.chain.changed(wish.chain)
        var chain = scenario.chain
        for (index, change) in wish.changes.enumerated() {
            guard var transition = OSNMATransition(change, from: begin) else {
                throw OSNMAScenarioError(key: "osnma.changes[\(index)]", problem: "the change is not valid")
            }
            if let fault = transition.take(change, after: &chain) {
                throw OSNMAScenarioError(key: "osnma.changes[\(index)].\(fault.key)", problem: fault.problem)
            }
            scenario.transitions.append(transition)
        }
        return (scenario, source, begin)
    }

    /// The trust anchors that a receiver needs to authenticate the scenario's pages, in the European GNSS Service
    /// Centre's format.
    public var trust: [TrustAnchorFile] {
        genuine.trustFiles(at: genuine.scenario.start) + genuine.futureTreeFiles()
    }
}

extension ScenarioEvent {
    /// The age in seconds of the oldest page that is transmitted because of the event.
    fileprivate var age: Int {
        guard case .attack(let attack) = kind, attack.kind.hasSeconds else { return 0 }
        return min(max(0, attack.seconds), 86_400) / 30 * 30 + 30
    }
}

extension OSNMATransition {
    /// Creates a transition from a scenario's change. Times count from the scenario's start and are rounded down to a
    /// subframe.
    fileprivate init?(_ change: OSNMAWish.Change, from begin: GST) {
        func moment(_ seconds: Double) -> GST? {
            let whole = Int(min(max(0, seconds), 1e9))
            return begin.advanced(by: whole - (begin.tow + whole) % 30)
        }
        guard let kind = Kind(rawValue: change.kind), let time = moment(change.at) else { return nil }
        self.init(
            kind, begin: time, change: change.takeover.flatMap { moment($0) }, end: change.end.flatMap { moment($0) })
    }
}

extension OSNMATransition {
    /// Applies the change's settings of the new key and chain.
    ///
    /// - Parameter chain: The settings of the previous chain; replaced with those of the new one.
    /// - Returns: The setting that does not apply to this kind of change, and why; nil if all are valid.
    fileprivate mutating func take(
        _ change: OSNMAWish.Change, after chain: inout ChainSettings
    ) -> (key: String, problem: String)? {
        if let isLongKey = change.isLongKey {
            guard kind.changesKey else {
                return ("key", "'\(kind.rawValue)' introduces no new public key; remove this setting")
            }
            curve = isLongKey ? .p521 : .p256
        }
        let new = chain.changed(change.chain)
        guard kind.changesChain || change.chain.isEmpty else {
            return ("kind", "'\(kind.rawValue)' introduces no new chain; remove the chain's settings")
        }
        if new != chain { self.chain = new }
        chain = new
        return nil
    }
}

extension ChainSettings {
    /// The settings with the values that the scenario changes.
    fileprivate func changed(_ wish: OSNMAWish.Chain) -> ChainSettings {
        var settings = self
        settings.table = wish.table ?? table
        settings.keyBits = wish.keyBits ?? keyBits
        settings.tagBits = wish.tagBits ?? tagBits
        if let name = wish.hash { settings.hash = name == "SHA3-256" ? .sha3 : .sha256 }
        if let name = wish.mac { settings.mac = name == "CMAC-AES" ? .cmac : .hmac }
        return settings
    }
}

extension OSNMAAttack {
    /// Creates the attack of a scenario's event; nil if the event is not an attack.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - begin: The start of the scenario.
    init?(_ event: ScenarioEvent, from begin: GST) {
        func moment(_ seconds: Double) -> GST? { begin.advanced(by: Int(min(max(0, seconds), 1e9).rounded(.up))) }
        guard case .attack(let attack) = event.kind,
            let kind = Kind(name: attack.kind.rawValue, seconds: attack.seconds), let from = moment(event.at)
        else { return nil }
        self.init(
            kind, on: attack.satellites?.map { Int($0.number) }, from: from,
            until: event.duration.flatMap { moment(event.at + $0) })
    }
}
