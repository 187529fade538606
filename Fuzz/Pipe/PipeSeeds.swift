// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import PluginHosting

/// The seeds: each message of both directions, and all of them in sequence.
func seeds() -> [[UInt8]] {
    let description = PluginDescription(
        kind: "counting", version: "1.0.0", summary: "counts", sampleConfiguration: "{}\n",
        configurationSchema: "{\"type\": \"object\"}", contract: "1.0", delivers: [.fix], abilities: ["probe"])
    let reports: [ChildReport] = [
        .described(description), .refused(isNoDriver: true, "no symbol"), .created, .createFailed("config: wrong"),
        .batch(recordCount: 1, records: Array(repeating: 9, count: 48)), .log(.warning, "slow"),
        .state(DriverStateReport(.running, reason: "9600 baud")), .ended(.lost("gone")),
        .finding(certainty: 80, "NMEA"),
    ]
    let commands: [HostCommand] = [
        .create(configuration: "{}"), .run, .stop, .probe(device: "/dev/ttyUSB0", deadlineNanoseconds: 1),
        .answer(.wait),
    ]
    // The choices, read from the end: the length of a piece, then the direction.
    return reports.map { $0.frame + [0, 3] } + commands.map { $0.frame + [1, 3] }
        + [reports.flatMap(\.frame) + [0, 7], commands.flatMap(\.frame) + [1, 7]]
}
