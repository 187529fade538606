// SPDX-License-Identifier: Apache-2.0

import AgrirouterUplink
import Foundation
import GNSSTypes
import ObservationBus

/// Measures the processing of other participants' positions, which arrive as the bytes of the service's outbox.
enum Members {
    private static let goal = 5.0
    private static let (members, seconds) = (500, 600)

    /// Measures and prints the processor time.
    ///
    /// - Parameter batch: The number of positions in a message.
    /// - Returns: Whether the goal was met.
    static func follow(_ folder: String, batch: Int) async throws -> Bool {
        // A run without members measures the work that does not depend on them: the start, and the gateway's positions.
        let alone = try await processor(folder + "/alone-\(batch)", nil)
        let result = try await processor(folder + "/members-\(batch)", Crowd(members, batch: batch))
        let share = (result.processor - alone.processor) / Double(seconds) * 100
        let total = result.processor / Double(seconds) * 100
        let expected = members * (seconds / 6)
        let isWhole = result.tally.faults.isEmpty && result.count == members && result.told >= expected
        print(
            "  \(batch == 1 ? "one message per position" : "messages of \(batch) positions"), \(seconds) s:",
            "\(figure(total)) % of a core, \(figure(share)) of it for the members;",
            "\(figure(result.processor / Double(members * seconds) * 1e6)) µs a position;",
            "\(result.count) members at the end, \(result.told) changes reported, \(result.tally.confirmed) messages",
            "confirmed\(result.tally.faults.isEmpty ? "" : ", \(result.tally.faults)");",
            "goal under \(Int(goal)) %, all of them: \(met(isWhole && total < goal))")
        return isWhole && total < goal
    }

    private struct Result {
        var processor: Double
        var tally: FalseService.Tally
        /// The number of members at the end whose positions are less than 20 s old.
        var count: Int
        /// The number of changes of members that the stage published.
        var told: Int
    }

    private static func processor(_ folder: String, _ crowd: Crowd?) async throws -> Result {
        let machine = try Machine(folder, .production, crowd: crowd)
        let changes = machine.hub.subscribe("benchmark", to: TopicFilter(kinds: [.members]), policy: .lossless())
        let counting = Task {
            var told = 0
            for await batch in changes {
                for change in batch.compactMap({ $0.payload.result(MemberChanges.self) }) {
                    told += change.changed.count
                }
            }
            return told
        }
        let before = Usage.processor
        try await machine.run { machine.clock.seconds > Double(seconds) }
        let tally = machine.service.tally
        let used = Usage.processor - before - tally.processor
        let newest = await machine.stage.members().filter { $0.age < 20 }.count
        machine.hub.finish()
        return Result(processor: used, tally: tally, count: newest, told: await counting.value)
    }
}
