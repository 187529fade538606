// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes

extension GatewayMetrics {
    func write(_ webhook: WebhookReport, to text: inout PrometheusText) {
        let name = Self.prefix + "webhook_"
        text.family(
            name + "state", .gauge, "1 for the webhook's current state.",
            WebhookReport.State.allCases.map { state in
                .init(labels: [("state", state.code)], value: webhook.state == state ? 1 : 0)
            })
        text.single(name + "queue_events", .gauge, "Events waiting to be delivered.", Double(webhook.queued))
        text.single(name + "delivered_total", .counter, "Events that the server accepted.", Double(webhook.delivered))
        text.single(
            name + "failed_attempts_total", .counter, "Deliveries that failed and are tried again.",
            Double(webhook.failedAttempts))
        text.family(
            name + "dropped_total", .counter, "Events that were never delivered.",
            [("given_up", webhook.givenUp), ("full", webhook.dropped)].map { reason, count in
                .init(labels: [("reason", reason)], value: Double(count))
            })
        guard let success = webhook.lastSuccess else { return }
        text.single(
            name + "last_success_age_seconds", .gauge, "Time since the server last accepted an event.",
            Double(Timestamp(clock.now).milliseconds - success.milliseconds) / 1e3)
    }
}
