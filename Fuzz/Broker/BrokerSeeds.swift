// SPDX-License-Identifier: Apache-2.0

@testable import MQTTUplink

/// The seeds: messages of three gateways, a command, and Sparkplug's question for all births.
func seeds() -> [[UInt8]] {
    let status =
        #"{"version":1,"online":true,"program":"gnss-gateway 1","time":"2026-05-04T12:30:05.000Z","interval_s":1}"#
    let state = #"""
        {"version":1,"time":"2026-05-04T12:30:05.000Z","active":"rover","receivers":[{"id":"rover","state":"running",\#
        "reason":"data flows"}],"uplinks":[{"name":"agrirouter","state":"online"}]}
        """#
    let position = #"""
        {"version":1,"gateway":"g1","receiver":"rover","received":"2026-05-04T12:30:05.000Z","fix":{"kind":"3d",\#
        "quality":"autonomous","latitude_deg":51.5,"longitude_deg":7.25,"satellites_used":12},\#
        "authentication":{"authenticated":true,"reason":"authenticated","text":"authenticated","simulation":false}}
        """#
    /// A message: the gateway, the kind, and what happens around it.
    func message(_ head: UInt8, _ text: String) -> [UInt8] { [head] + Array(text.utf8) + [0] }
    let live = message(0x01, status) + message(0x11, state) + message(0xA1, position)
    let kept = message(0x0A, status) + message(0xAA, position) + message(0xE2, position)
    let order = #"{"id":"7f","receiver":"rover","name":"field"}"#
    let rebirth = SparkplugPayload(
        time: 1_777_897_805_000,
        metrics: [SparkplugMetric(name: SparkplugCommand.rebirth, value: .boolean(true), time: 1_777_897_805_000)],
        sequence: nil
    ).bytes(isTyped: true)
    return [
        live + [80, 80, 2], kept + [80, 80, 2], live + kept + message(0x81, "") + [80, 80, 3], Array(order.utf8) + [0],
        rebirth + [1],
    ]
}
