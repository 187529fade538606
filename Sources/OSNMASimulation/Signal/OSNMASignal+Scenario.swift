// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import Simulation

extension OSNMASignal {
    /// What the Galileo satellites of a scenario send, with OSNMA as its `osnma` says; nil where it has no such section.
    ///
    /// OSNMA begins ten minutes before the scenario and goes on until its end, without an end for a day.
    ///
    /// - Throws: what keeps it from being played.
    public init?(_ plan: ScenarioPlan) throws(OSNMAScenarioFault) {
        guard let wish = plan.osnma else { return nil }
        let leap = plan.scenario.leapSeconds
        guard let begin = GST(leap.gps(plan.scenario.start)), let start = begin.advanced(by: -600 - begin.tow % 30)
        else {
            throw OSNMAScenarioFault(description: "osnma: the scenario begins before Galileo")
        }
        let seconds = ScenarioSimulation(plan.scenario).duration ?? 86_400
        guard seconds <= Double(OSNMAScenario.longest - 1200) else {
            throw OSNMAScenarioFault(
                description: "osnma: the scenario is longer than a week; give a smaller duration_s")
        }
        let source = SimulatedSource(leapSeconds: leap.at(leap.gps(plan.scenario.start)))
        var scenario = OSNMAScenario(start: start, duration: Int(seconds) + 1200, satellites: source.numbers)
        scenario.seed = plan.scenario.seed
        scenario.isTest = wish.isTest
        if wish.isLongKey { scenario.curve = .p521 }
        for (index, change) in wish.changes.enumerated() {
            guard let kind = OSNMATransition.Kind(rawValue: change.kind),
                let time = begin.advanced(by: Int(change.at) - (begin.tow + Int(change.at)) % 30)
            else { throw OSNMAScenarioFault(description: "osnma.changes[\(index)]: makes no sense") }
            scenario.transitions.append(OSNMATransition(kind, begin: time))
        }
        try self.init(scenario, source: source)
    }

    /// What a receiver is to trust to authenticate a scenario's pages, as the European GNSS Service Centre publishes it.
    public var trust: [TrustAnchorFile] { trustFiles(at: scenario.start) + futureTreeFiles() }
}
