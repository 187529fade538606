// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes

extension GatewayMetrics {
    func write(_ mqtt: MQTTReport, to text: inout PrometheusText) {
        let name = Self.prefix + "mqtt_"
        text.family(
            name + "state", .gauge, "1 for the connection's current state.",
            MQTTReport.State.allCases.map { state in
                .init(labels: [("state", state.code)], value: mqtt.state == state ? 1 : 0)
            })
        text.single(name + "queue_positions", .gauge, "Positions waiting for the broker.", Double(mqtt.queued))
        text.single(name + "sent_total", .counter, "Positions that the broker acknowledged.", Double(mqtt.sent))
        text.single(name + "dropped_total", .counter, "Positions that were never sent.", Double(mqtt.dropped))
        text.single(name + "live_total", .counter, "Live messages that the broker acknowledged.", Double(mqtt.live))
        text.single(name + "connections_total", .counter, "Connections to the broker.", Double(mqtt.connections))
        text.single(
            name + "failures_total", .counter, "Failed attempts and lost connections.", Double(mqtt.failures))
        guard let success = mqtt.lastSuccess else { return }
        text.single(
            name + "last_success_age_seconds", .gauge, "Time since the broker last acknowledged a message.",
            Double(Timestamp(GatewayClock(.system).now).milliseconds - success.milliseconds) / 1e3)
    }
}
