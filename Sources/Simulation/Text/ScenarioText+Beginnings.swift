// SPDX-License-Identifier: Apache-2.0

extension ScenarioText {
    /// Checks that the events and the faults begin before the scenario ends.
    ///
    /// - Parameter scenario: The scenario of this text.
    /// - Throws: `ScenarioError` with the first one that would begin later.
    func checkBeginnings(in scenario: Scenario) throws(ScenarioError) {
        var beginnings: [(key: String, at: Double)] = []
        // The receiver announces a leap second from the start of the scenario, also one that comes after its end.
        for (index, event) in (events ?? []).enumerated() where event.kind != "leap-second" {
            beginnings.append(("events[\(index)].at_s", event.at))
        }
        for (index, fault) in (faults ?? []).enumerated() { beginnings.append(("faults[\(index)].at_s", fault.at)) }
        guard !beginnings.isEmpty, let end = scenario.end else { return }
        guard let late = beginnings.first(where: { $0.at > end }) else { return }
        // A route ends at any fraction of a second; rounding down states a value that is allowed.
        let last = (end * 10).rounded(.down) / 10
        let remedy = duration == nil ? "set duration_s" : "raise duration_s"
        throw ScenarioError(
            key: late.key,
            problem: "is \(late.at), after the end of the scenario; allowed: 0 to \(last), or \(remedy)")
    }
}
