// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import AgrirouterUplink
import Foundation
import GNSSTypes
import Outbox
import Storage

/// A backlog of waiting positions from an RTK receiver: one per second, up to the start of the virtual clock.
enum Backlog {
    private static let batch = 10_000

    /// Writes `count` positions to a store and to a plain database.
    static func fill(_ folder: String, _ plain: String, _ count: Int) async throws {
        let store = try Store(StateFolder(folder))
        let queue = try PlainQueue(plain)
        let limits = OutboxLimits(items: 2_000_000, bytes: 256 << 20)
        for first in stride(from: 0, to: count, by: batch) {
            let entries = (first..<min(first + batch, count)).map { entry($0 - count) }
            _ = try await store.uplink.append(entries, within: limits)
            try queue.append(entries)
        }
        store.close()
    }

    /// The position at a number of seconds after the clock's start.
    private static func entry(_ second: Int) -> OutboxItem {
        let time = UTCTime(nanosecondsSince1970: (VirtualClock.start + Int64(second)) * 1_000_000_000)
        let entry = GPSEntry(
            position: GeodeticPosition(
                latitude: Angle(degrees: 52 + Double(second) * 1.1e-7),
                longitude: Angle(degrees: 8 + sin(Double(second) / 500) * 1e-4)),
            ellipsoidalHeight: Int64(300_000 + second % 977), status: PositionStatus(.rtkFixed), pdop: 1.2, hdop: 0.7,
            satellites: UInt32(17 + abs(second) % 9), time: time)
        return OutboxItem(time: time, content: GPSList([entry]).bytes)
    }

    /// Lets the stage send the whole backlog, and prints the figures.
    ///
    /// - Returns: Whether the limits were respected and the goals met.
    static func drain(_ folder: String, _ plain: String, _ count: Int) async throws -> Bool {
        let rest = try await rest(folder + "-rest")
        let machine = try Machine(folder, .qa)
        try Usage.forgetPeak()
        let (clock, processor) = (Usage.clock, Usage.processor)
        try await machine.run { await machine.stage.status().queue.entries < 10 && machine.service.tally.posts > 10 }
        let (seconds, used) = (Usage.clock - clock, Usage.processor - processor)
        let (above, tally) = (Usage.peak - rest, machine.service.tally)
        let report = await machine.stage.status()
        let lost = count - tally.backlog
        let isWhole = lost == 0 && report.dropped.isEmpty && report.unconfirmed == 0 && tally.faults.isEmpty
        print(
            "  drained in \(Int(machine.clock.seconds)) s of the stage's clock: \(tally.posts) POSTs, the largest of",
            "\(tally.mostCharacters) characters and \(tally.mostMessages) messages, \(tally.mostEntries) positions and",
            "\(tally.mostBytes) bytes in one; POSTs at least \(figure(tally.postSpacing)) s apart, GETs",
            "\(figure(tally.getSpacing)) s; the newest position at most \(figure(tally.newestAge)) s old when sent;",
            "\(lost) missing, \(tally.faults.isEmpty ? "no duplicates, in order" : "\(tally.faults)");",
            "goal: all, within the limits: \(met(isWhole && tally.newestAge < 20))")
        print(
            "  memory: \(figure(rest)) MiB at rest, at most \(figure(above)) above it;",
            "goal under 20: \(met(above < 20))")
        let floor = try PlainQueue.cost(plain, count)
        let ratio = (used - tally.processor) / floor.processor
        print(
            "  \(figure(seconds)) s of real time, \(Int(Double(count) / seconds)) positions/s; processor",
            "time \(figure(used - tally.processor)) s without \(figure(tally.processor)) s of the simulated service; plain",
            "SQLite, which assigns, reads and deletes the same rows: \(figure(floor.clock)) s",
            "(\(figure(floor.processor))): ratio \(figure((seconds - tally.processor) / floor.clock)) (\(figure(ratio))),",
            "goal \(Int(goal)) in processor time: \(met(ratio <= goal))")
        return isWhole && tally.newestAge < 20 && above < 20 && ratio <= goal
    }

    private static let goal = 4.0

    /// The memory of the process while the stage works and no position waits, in MiB.
    private static func rest(_ folder: String) async throws -> Double {
        let machine = try Machine(folder, .qa)
        try await machine.run { machine.clock.seconds > 600 }
        return Usage.resident
    }
}
