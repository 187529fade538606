// SPDX-License-Identifier: Apache-2.0

internal import Settings

extension GatewayConfiguration {
    /// What a valid configuration may have overlooked, one sentence each: keys that name receivers that are not
    /// configured. They are no errors, because the gateway may find such a receiver, or a person may add it.
    package var warnings: [String] {
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
