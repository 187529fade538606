// SPDX-License-Identifier: Apache-2.0

import AgrirouterUplink
import Foundation
import GNSSTypes
import ObservationBus

/// Others who send a position each second, in the bytes of the service's outbox.
enum Members {
    private static let goal = 5.0
    private static let (members, seconds) = (500, 600)

    /// - Parameter batch: positions of a message.
    /// - Returns: whether the goal was kept.
    static func follow(_ folder: String, batch: Int) async throws -> Bool {
        // What is done once, and what the own positions cost, is not theirs.
        let alone = try await processor(folder + "/alone-\(batch)", nil)
        let result = try await processor(folder + "/members-\(batch)", Crowd(members, batch: batch))
        let share = (result.processor - alone.processor) / Double(seconds) * 100
        let total = result.processor / Double(seconds) * 100
        let expected = members * (seconds / 6)
        let isWhole = result.tally.faults.isEmpty && result.count == members && result.told >= expected
        print(
            "  \(batch == 1 ? "each position a message of its own" : "messages of \(batch) positions"), \(seconds) s:",
            "\(figure(total)) % of a core, of them \(figure(share)) the members';",
            "\(figure(result.processor / Double(members * seconds) * 1e6)) µs a position;",
            "\(result.count) members at the end, told of \(result.told) times, \(result.tally.confirmed) messages",
            "confirmed\(result.tally.faults.isEmpty ? "" : ", \(result.tally.faults)");",
            "goal under \(Int(goal)) %, all of them: \(met(isWhole && total < goal))")
        return isWhole && total < goal
    }

    private struct Result {
        var processor: Double
        var tally: FalseService.Tally
        /// Members that are known in the end and were there in the last seconds.
        var count: Int
        /// How often a change of one was told.
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
