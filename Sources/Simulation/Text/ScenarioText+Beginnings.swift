// SPDX-License-Identifier: Apache-2.0

extension ScenarioText {
    /// Returns the events, faults and changes of OSNMA that begin after `end`, in seconds of the scenario: the key of
    /// each beginning, and the beginning.
    public func beginnings(after end: Double) -> [(key: String, at: Double)] {
        var beginnings: [(key: String, at: Double)] = []
        // The receiver announces a leap second from the start of the scenario, also one that comes after its end.
        for (index, event) in (events ?? []).enumerated() where event.kind != "leap-second" {
            beginnings.append(("events[\(index)].at_s", event.at))
        }
        for (index, fault) in (faults ?? []).enumerated() { beginnings.append(("faults[\(index)].at_s", fault.at)) }
        for (index, change) in (osnma?.changes ?? []).enumerated() {
            beginnings.append(("osnma.changes[\(index)].at_s", change.at))
        }
        return beginnings.filter { $0.at > end }
    }

    /// Checks that the events, the faults and the changes of OSNMA begin before the scenario ends.
    ///
    /// - Parameter scenario: The scenario of this text.
    /// - Throws: `ScenarioError` with the first one that would begin later.
    func checkBeginnings(in scenario: Scenario) throws(ScenarioError) {
        guard !beginnings(after: 0).isEmpty, let end = scenario.end, let late = beginnings(after: end).first else {
            return
        }
        // A route ends at any fraction of a second; rounding down states a value that is allowed.
        let last = (end * 10).rounded(.down) / 10
        let remedy = duration == nil ? "set duration_s" : "raise duration_s"
        throw ScenarioError(
            key: late.key,
            problem: "is \(late.at), after the end of the scenario; allowed: 0 to \(last), or \(remedy)")
    }
}
