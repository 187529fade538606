// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import GNSSTypes

extension GatewayMetrics {
    func write(_ uplink: UplinkReport, to text: inout PrometheusText) {
        let name = Self.prefix + "agrirouter_"
        text.family(
            name + "state", .gauge, "1 for the uplink's current state.",
            UplinkReport.State.allCases.map { state in
                .init(labels: [("state", state.code)], value: uplink.state == state ? 1 : 0)
            })
        guard uplink.state != .notOnboarded else { return }
        text.single(name + "queue_entries", .gauge, "Positions waiting to be sent.", Double(uplink.queue.entries))
        text.single(name + "queue_bytes", .gauge, "Size of the waiting positions.", Double(uplink.queue.bytes))
        text.single(name + "sent_total", .counter, "Positions that agrirouter accepted.", Double(uplink.sent))
        text.single(
            name + "unconfirmed_total", .counter, "Positions that agrirouter never acknowledged.",
            Double(uplink.unconfirmed))
        text.family(
            name + "dropped_total", .counter, "Positions dropped since onboarding.",
            uplink.dropped.sorted { $0.key < $1.key }.map { reason, count in
                .init(labels: [("reason", reason)], value: Double(count))
            })
        text.single(name + "members", .gauge, "Other endpoints that send their positions.", Double(uplink.members))
        let now = Timestamp(clock.now).milliseconds
        func age(_ key: String, _ help: String, _ time: Timestamp?) {
            guard let time else { return }
            text.single(name + key, .gauge, help, Double(now - time.milliseconds) / 1e3)
        }
        age("oldest_age_seconds", "Age of the oldest waiting position.", uplink.queue.oldest)
        age("last_success_age_seconds", "Time since agrirouter last accepted a message.", uplink.lastSuccess)
        guard let end = uplink.certificate?.end else { return }
        text.single(
            name + "certificate_seconds", .gauge, "Time until the endpoint's certificate expires.",
            Double(end.milliseconds - now) / 1e3)
    }
}
