// SPDX-License-Identifier: Apache-2.0

internal import Settings

extension GatewayConfiguration {
    /// What a valid configuration may have overlooked, one sentence each.
    package var warnings: [String] { unknownReceivers + idleSections }

    /// Sections that send no position because both keys that decide when are 0.
    private var idleSections: [String] {
        var idle: [String] = []
        if let traccar, traccar.interval == .zero, traccar.distance == 0 {
            idle.append(
                "traccar: no position is sent, because traccar.interval_s and traccar.distance_m are both 0; set one of them"
            )
        }
        if let mqtt, mqtt.publishesOwnTracks, mqtt.historyInterval == .zero, mqtt.historyDistance == 0 {
            idle.append(
                "mqtt.owntracks: no position is sent for OwnTracks, because mqtt.history_interval_s and "
                    + "mqtt.history_distance_m are both 0; set one of them")
        }
        return idle
    }

    /// Keys that name receivers that are not configured. They are no errors, because the gateway may find such a
    /// receiver, or a person may add it.
    private var unknownReceivers: [String] {
        var named = (corrections?.receivers ?? []).enumerated().map { ("corrections.receivers[\($0)]", $1) }
        if let receiver = corrections?.positionReceiver { named.append(("corrections.position_receiver", receiver)) }
        if let receiver = tracks.log.receiver { named.append(("tracks.log.receiver", receiver)) }
        let known = receivers.map(\.id)
        return named.filter { !known.contains($1) }.map { key, receiver in
            let hint = NearMiss.of(receiver, in: known).map { " (did you mean \($0.quoted)?)" } ?? ""
            return
                "\(key): no receiver \(receiver.quoted) is configured\(hint); the key has no effect until the gateway "
                + "finds a receiver with this ID, or a person adds it"
        }
    }
}
