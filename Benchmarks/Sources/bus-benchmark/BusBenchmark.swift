// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import ObservationBus

/// Measures the processor time of the bus.
///
/// Usage: `bus-benchmark [SECONDS]`, the length of each paced run (default: 10).
@main
struct BusBenchmark {
    static let (receivers, rate, size, consumers) = (10, 10, 100, 16)
    static let goal = 5.0
    static let payloads = samplePayloads()

    static func main() async {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 10
        let alone = await paced(seconds: seconds, consumers: 0)
        print("\(receivers) receivers, \(rate) Hz, \(size) observations an epoch, \(seconds) s")
        print("  no consumer (making and publishing): \(figure(alone.percentOfCore)) % of a core")
        let loaded = await paced(seconds: seconds, consumers: consumers)
        let isMet = loaded.percentOfCore < goal && loaded.lost == 0
        print(
            "  \(consumers) consumers: \(figure(loaded.percentOfCore)) % of a core,",
            "\(figure(Double(loaded.delivered) / loaded.seconds / 1000, 1)) k deliveries/s, lost \(loaded.lost);",
            "goal under \(figure(goal, 0)) % and none lost: \(isMet ? "met" : "MISSED")")
        print("flood, 2 drivers, \(consumers) consumers")
        report("  epochs of 100, live", await flood(size: 100, flowControlled: false))
        report("  epochs of 100, flow-controlled", await flood(size: 100, flowControlled: true))
        report("  single observations, live", await flood(size: 1, flowControlled: false))
        report("  single observations, flow-controlled", await flood(size: 1, flowControlled: true))
        exit(isMet ? 0 : 1)
    }

    /// Runs each receiver at its rate; the receivers' epochs are evenly spread over time.
    static func paced(seconds: Int, consumers: Int) async -> Rig.Result {
        await Rig(policy: .skipOldest(), consumers: consumers, drivers: receivers).run { number, hub in
            let start = Date.now.addingTimeInterval(Double(number) / Double(receivers * rate))
            for count in 0..<(seconds * rate) {
                Thread.sleep(until: start.addingTimeInterval(Double(count) / Double(rate)))
                hub.publish(epoch(count, of: number, size: size, payloads: payloads))
            }
        }
    }

    /// Runs two drivers as fast as possible.
    static func flood(size: Int, flowControlled: Bool) async -> Rig.Result {
        await Rig(policy: .skipOldest(), consumers: consumers, drivers: 2).run { number, hub in
            for count in 0..<(size == 1 ? 100_000 : 10_000) {
                let batch = epoch(count, of: number, size: size, payloads: payloads)
                guard flowControlled else {
                    hub.publish(batch)
                    continue
                }
                while hub.publish(batch, waitingUpTo: .seconds(1)) == .wait {}
            }
        }
    }

    static func report(_ title: String, _ run: Rig.Result) {
        let perDelivery = run.processorSeconds / Double(max(1, run.delivered)) * 1e9
        let skipped = Double(run.lost) / Double(max(1, run.lost + run.delivered)) * 100
        print(
            "\(title): published \(figure(Double(run.published) / run.seconds / 1e6)) M/s,",
            "delivered \(figure(Double(run.delivered) / run.seconds / 1e6)) M/s,",
            "\(figure(perDelivery, 0)) ns of processor time per delivery, \(figure(skipped, 1)) % skipped")
    }

    static func figure(_ value: Double, _ digits: Int = 2) -> String { String(format: "%.\(digits)f", value) }
}
