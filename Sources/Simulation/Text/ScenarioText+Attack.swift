// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension ScenarioText.Event {
    /// The first key that the kind of event does not use; nil if it uses all keys that are given.
    var unusedKey: String? {
        let attack = SignalAttack.Kind(rawValue: kind)
        let used: Set<CodingKeys> =
            switch kind {
            case "reset": []
            case "leap-second": [.seconds]
            case "clock-step": [.duration, .seconds]
            case "position-offset": [.duration, .east, .north, .up]
            case "range-error": [.duration, .satellite, .metres]
            default:
                attack.map { $0.hasSeconds ? [.duration, .seconds, .satellites] : [.duration, .satellites] }
                    ?? [.duration]
            }
        let given: [(CodingKeys, Bool)] = [
            (.duration, duration != nil), (.seconds, seconds != nil), (.east, east != nil), (.north, north != nil),
            (.up, up != nil),
            (.satellite, satellite != nil), (.satellites, satellites != nil), (.metres, metres != nil),
        ]
        return given.first { $1 && !used.contains($0) }?.0.rawValue
    }

    /// Returns the attack that the event describes; nil if the event is not an attack.
    ///
    /// - Parameters:
    ///   - key: The path of the event, such as `events[2]`.
    ///   - hasPages: True if the scenario has pages that can be attacked.
    ///   - datesPages: True if the receiver's output contains the transmission time of each page.
    /// - Throws: `ScenarioError` if the attack is impossible in the scenario.
    func attack(_ key: String, hasPages: Bool, datesPages: Bool) throws(ScenarioError) -> SignalAttack? {
        guard let kind = SignalAttack.Kind(rawValue: kind) else { return nil }
        guard hasPages || kind == .meaconing else {
            throw ScenarioError(
                key: "\(key).kind",
                problem:
                    "'\(kind.rawValue)' attacks navigation pages, which this scenario does not send; add 'osnma: {}'")
        }
        guard datesPages || !kind.datesPages else {
            throw ScenarioError(
                key: "\(key).kind",
                problem: "'\(kind.rawValue)' needs an output in which pages carry their own time; add 'sbf: {}'")
        }
        var attack = SignalAttack(kind)
        if let seconds, kind.hasSeconds {
            guard seconds >= 2, seconds.truncatingRemainder(dividingBy: 2) == 0 else {
                throw ScenarioError(
                    key: "\(key).seconds",
                    problem: "is \(seconds); allowed: even numbers from 2, because a page lasts two seconds")
            }
            attack.seconds = Int(seconds)
        }
        guard let satellites else { return attack }
        guard !kind.isOfWholeSky else {
            throw ScenarioError(
                key: "\(key).satellites", problem: "'\(kind.rawValue)' affects all satellites; remove 'satellites'")
        }
        var ids: [SatelliteID] = []
        for (index, name) in satellites.enumerated() {
            guard name.first == "E", let number = Int(name.dropFirst()), let id = SatelliteID(.galileo, number) else {
                throw ScenarioError(
                    key: "\(key).satellites[\(index)]",
                    problem: "'\(name)' is not a Galileo satellite; write E01 to E36")
            }
            ids.append(id)
        }
        attack.satellites = ids
        return attack
    }
}
