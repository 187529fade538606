// SPDX-License-Identifier: Apache-2.0

internal import Settings

extension GatewayConfiguration {
    /// A key outside `receivers` that names a receiver.
    struct ReceiverReference: Hashable {
        /// The key path such as `corrections.receivers[0]`.
        var key: String
        var receiver: String
    }

    /// True if the daemon searches for receivers: as configured; by default only if no receiver is configured.
    package var isSearching: Bool { discovery.isEnabled ?? receivers.isEmpty }

    /// The references to receivers that are not configured. If the daemon searches for receivers, it may find them.
    var unresolvedReceivers: [ReceiverReference] {
        var named = (corrections?.receivers ?? []).enumerated().map { ("corrections.receivers[\($0)]", $1) }
        if let receiver = corrections?.positionReceiver { named.append(("corrections.position_receiver", receiver)) }
        if let receiver = tracks.log.receiver { named.append(("tracks.log.receiver", receiver)) }
        let known = Set(receivers.map(\.id))
        return named.filter { !known.contains($1) }.map(ReceiverReference.init)
    }

    /// What a valid configuration may have overlooked, one sentence each.
    package var warnings: [String] {
        guard isSearching else { return [] }
        return unresolvedReceivers.map { reference in
            "\(reference.key): no receiver \(reference.receiver.quoted) is configured: the key has no effect until the "
                + "gateway has found a receiver with this ID"
        }
    }
}

extension ConfigurationDocument {
    /// Reports references to receivers that can never exist.
    func checkReceivers(of configuration: GatewayConfiguration, _ validator: inout SchemaValidator) {
        guard !configuration.isSearching else { return }
        let known = configuration.receivers.map(\.id)
        for reference in configuration.unresolvedReceivers {
            let hint = NearMiss.of(reference.receiver, in: known).map { ", did you mean \($0.quoted)?" } ?? ""
            validator.report(
                .unknownReceiver, at: root.nearest(reference.key).position, reference.key,
                "no receiver \(reference.receiver.quoted) is configured, and the gateway does not search for others\(hint)",
                allowed: known.isEmpty ? nil : known.joined(separator: ", "))
        }
    }
}
